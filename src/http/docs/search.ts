import type { Route } from '../route.ts'
import { addressOfOperation } from './operations.ts'
import { termsOf, vocabularyOf } from './query-words.ts'
import type { Site, SitePage } from './site.ts'

export interface Finding {
  readonly address: string
  readonly page: string
  readonly title: string
  readonly excerpt: string
}

export type Search = (words: string) => readonly Finding[]

interface Entry extends Omit<Finding, 'excerpt'> {
  readonly text: string
  /** Code that the page explains. */
  readonly code?: string | undefined
  /** Words that count like the title. */
  readonly keywords: readonly string[]
  /** Lower-case texts with their weights. */
  readonly fields: readonly (readonly [weight: number, text: string])[]
}

const MOST = 20

const COMMANDS = '/docs/operate/command'
const RANKS: Readonly<Record<string, number>> = { Reference: 0.8, Decisions: 0.3, Project: 0.3 }

/** Searches sections of the site and operations of the interface. Corrects typing errors. */
export function searchIn(site: Site, operations: readonly Route[]): Search {
  const entries = [...[...site.pages.values()].flatMap(entriesOfPage), ...operations.map(entryOfOperation)]
  const known = vocabularyOf(entries.flatMap(({ fields }) => fields.map(([, text]) => text)))
  return (query) => {
    const asked = termsOf(query, known)
    const found = entries.map((entry) => ({ entry, score: scoreOf(entry, asked) })).filter(({ score }) => score > 0)
    const best = found.toSorted((one, other) => other.score - one.score).slice(0, MOST)
    return best.map(({ entry: { address, page, title, text } }) => ({
      address,
      page,
      title,
      excerpt: excerptOf(text, asked),
    }))
  }
}

function entriesOfPage({ address, title: page, sections, group, code }: SitePage): Entry[] {
  // The page of a code is short, so it is found as a whole.
  const whole = sections.slice(0, 1).map((first) => ({ ...first, text: sections.map(({ text }) => text).join(' ') }))
  return (code === undefined ? sections : whole).map(({ anchor, title, text, keywords }, place) => {
    // Guides rank before rules, commands and decisions, and the beginning of a page before its sections.
    const rank = address === COMMANDS ? 0.3 : (RANKS[group] ?? 1)
    const fields = [
      [(place === 0 ? 14 : 8) * rank, title.toLowerCase()],
      [12, keywords.join(' ').toLowerCase()],
      [3 * rank, page.toLowerCase()],
      [rank, text.toLowerCase()],
    ] as const
    if (place === 0)
      return { address, page: group, title, text: text || (sections[1]?.text ?? ''), keywords, fields, code }
    return { address: `${address}#${anchor}`, page, title, text, keywords, fields }
  })
}

function entryOfOperation({ method, path, operation, summary = '', description = '', tag }: Route): Entry {
  const shown = path.replaceAll(/:(\w+)/g, '{$1}')
  const title = `${method} ${shown}`
  const fields = [
    [6, `${shown} ${operation}`.toLowerCase()],
    [4, summary.toLowerCase()],
    [1, description.toLowerCase()],
  ] as const
  const address = addressOfOperation(tag!, operation!)
  const text = `${summary}. ${description.replaceAll('`', '')}`
  return { address, page: `API reference: ${tag}`, title, text, keywords: [], fields }
}

const EXACT_CODE = 1000
const EXACT_TITLE = 10

/** Score of an entry. A word without a match takes most of it. */
function scoreOf({ fields, code, title, keywords }: Entry, asked: readonly string[]): number {
  const scores = asked.map((word) => {
    const count = fields.reduce((sum, [weight, text]) => sum + (placeOf(text, word) === -1 ? 0 : weight), 0)
    return count + (code === word ? EXACT_CODE : 0)
  })
  const share = scores.filter((score) => score > 0).length / scores.length
  const singular = (words: string) => words.toLowerCase().replace(/s$/, '')
  const isTitle = [title, ...keywords].some((name) => singular(name) === singular(asked.join(' ')))
  return scores.reduce((sum, score) => sum + score, isTitle ? EXACT_TITLE : 0) * share ** 3
}

/** Index of a word that begins with this; -1 if none does. */
function placeOf(text: string, word: string): number {
  let place = text.indexOf(word)
  while (place > 0 && /[\p{L}\p{N}]/u.test(text[place - 1]!)) place = text.indexOf(word, place + 1)
  return place
}

const EXCERPT_LETTERS = 160

function excerptOf(text: string, words: readonly string[]): string {
  const small = text.toLowerCase()
  const first = Math.max(0, Math.min(...words.map((word) => placeOf(small, word)).filter((place) => place >= 0)))
  const start = Number.isFinite(first) && first > 60 ? text.lastIndexOf(' ', first - 40) + 1 : 0
  const end = start + EXCERPT_LETTERS
  const cut = text.slice(start, end < text.length ? text.lastIndexOf(' ', end) : undefined)
  return (start > 0 ? '… ' : '') + cut + (end < text.length ? ' …' : '')
}

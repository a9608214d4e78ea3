import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Wording, wordingOf } from '#test/wording.ts'

// One word, one meaning. Documents and texts of the product use none of these words. Comments and titles of tests still
// use some: the number behind a word is how many, and may only shrink.

/** Words that are not used, what to write instead, and how many are left in comments and titles. */
const WORDS: readonly (readonly [word: string, instead: string, left: number])[] = [
  ['who(?:m)?ever|whosever', 'the actor: caller, user, operator, merchant, shopper', 117],
  ['whatever|whichever', 'any, regardless of', 141],
  ['nobody', 'no one, or the role', 232],
  ['somebody|anybody', 'a user, a caller, any client', 157],
  ['everybody', 'all users, shared', 39],
  ['anew', 'again, or a verb with re-', 0],
  ['at once', 'immediately, atomically, concurrently', 145],
  ['for good|for ever', 'permanently, indefinitely', 0],
  ['under way|(?:on|in) (?:its|their) way', 'in progress, queued, pending', 21],
  ['(?:take|takes|taken|took|taking) back', 'reverse, withdraw', 3],
  ['(?:give|gives|given|gave|giving) up', 'stop, fail, cancel', 42],
  ['(?:give|gives|given|gave|giving) out|hand(?:s|ed|ing)? (?:out|on|over)', 'issue, pass, forward', 16],
  ['any more|no more(?! than)', 'no longer', 95],
  ['of (?:yours|ours|mine)', 'your, our', 37],
  ['by (?:itself|themselves)', 'automatically, separately', 41],
  ['carr(?:y|ies|ied|ying) (?:out|them out|it out)', 'run, execute, apply', 5],
  ['carries', 'supports, has, handles', 49],
  ['tells|told', 'send, notify, return, show', 263],
  ['if not said', 'by default', 0],
  ['mend(?:s|ed|ing)?', 'fix', 0],
  ['stand-ins?', 'sandbox, test double', 9],
  ['look(?:s|ed|ing)? (?:into|after)', 'review, manage', 0],
  ['burglars?|strangers?|deeds?|careless', 'what it is: violations, another merchant, an action', 14],
  ['e-mails?', 'email', 0],
  ['all the same', 'still, anyway', 0],
  [
    'colours?|behaviours?|neighbours?|licences?|catalogues?|cancell(?:ed|ing)|recognis\\w+|grey|centred',
    'American spelling',
    0,
  ],
]

/** Beginnings that docstrings do not have, and how many are left: a docstring is a noun phrase or begins with a verb. */
const BEGINNINGS: readonly (readonly [beginning: string, left: number])[] = [
  ['The same', 0],
  ['What', 789],
  ['Where', 42],
  ['Whether', 0],
  ['Who', 0],
]

/** A state, a log message and a schema's title, which stay. */
const EXCEPTIONS = ['GIVEN UP', 'reversal given up', 'Given up reversal']

const FILES = ['{src,client,web,examples,bench,test}/**/*.ts', '**/*.md']
/** Built or published files, other languages, and the list itself. */
const OTHERS =
  /node_modules|client\/dist|\/texts\/(?!en-)|provider-definitions|test\/(?:language\.test|support\/wording)\.ts$/

interface Found extends Wording {
  readonly path: string
}

const wordings: readonly Found[] = globSync(FILES)
  .filter((path) => !OTHERS.test(path))
  .flatMap((path) => wordingOf(path, readFileSync(path, 'utf8')).map((one) => ({ path, ...one })))

/** Documents and texts of the product; strings of `store` are SQL, those of tests are not read. */
const shown = wordings.filter(({ path, kind, words }) => {
  if (kind !== 'text') return kind === 'document'
  const isProduct = /^(?:src\/(?!store)|client|web|examples)\b/.test(path) && !/(?:\.test|-contract)\.ts$/.test(path)
  return isProduct && !EXCEPTIONS.includes(words.slice(1, -1))
})
const internal = wordings.filter(({ kind }) => kind === 'comment' || kind === 'docstring' || kind === 'title')

function usesOf(word: string, list: readonly Found[]): readonly string[] {
  const pattern = new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, 'gi')
  return list.flatMap(({ path, words }) =>
    [...words.matchAll(pattern)].map(({ index }) => `${path}: ${words.slice(Math.max(0, index - 40), index + 40)}`),
  )
}

test.each(WORDS)('documents and texts have no "%s", but: %s', (word) => {
  expect(usesOf(word, shown)).toEqual([])
})

test.each(WORDS)('comments and titles have no further "%s", but: %s', (word, _instead, left) => {
  expect(usesOf(word, internal).length).toBeLessThanOrEqual(left)
})

test.each(BEGINNINGS)('no further docstring begins with "%s"', (beginning, left) => {
  const begins = new RegExp(`^${beginning}\\b`)
  const found = internal.filter(({ kind, words }) => kind === 'docstring' && begins.test(words))
  expect(found.length).toBeLessThanOrEqual(left)
})

test('every kind of wording is read', () => {
  const kinds = Map.groupBy(wordings, ({ kind }) => kind)
  for (const kind of ['comment', 'docstring', 'text', 'title', 'document']) {
    expect(kinds.get(kind as Wording['kind'])?.length, kind).toBeGreaterThan(100)
  }
})

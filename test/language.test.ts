import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Wording, wordingOf } from '#test/wording.ts'

// One word, one meaning: documents, texts of the product, comments and titles of tests use none of these words.

/** Words that are not used, and what to write instead. */
const WORDS: readonly (readonly [word: string, instead: string])[] = [
  ['who(?:m)?ever|whosever', 'the actor: caller, user, operator, merchant, shopper'],
  ['whatever|whichever', 'any, regardless of'],
  ['nobody', 'no one, or the role'],
  ['somebody|anybody', 'a user, a caller, any client'],
  ['everybody', 'all users, shared'],
  ['anew', 'again, or a verb with re-'],
  ['at once', 'immediately, atomically, concurrently'],
  ['for good|for ever', 'permanently, indefinitely'],
  ['under way|(?:on|in) (?:its|their) way', 'in progress, queued, pending'],
  ['(?:take|takes|taken|took|taking) back', 'reverse, withdraw'],
  ['(?:give|gives|given|gave|giving) up', 'stop, fail, cancel'],
  ['(?:give|gives|given|gave|giving) out|hand(?:s|ed|ing)? (?:out|on|over)', 'issue, pass, forward'],
  ['any more|no more(?! than)', 'no longer'],
  ['of (?:yours|ours|mine)', 'your, our'],
  ['by (?:itself|themselves)', 'automatically, separately'],
  ['carr(?:y|ies|ied|ying) (?:out|them out|it out)', 'run, execute, apply'],
  ['carries', 'supports, has, handles'],
  ['tells|told', 'send, notify, return, show'],
  ['if not said', 'by default'],
  ['mend(?:s|ed|ing)?', 'fix'],
  ['stand-ins?', 'sandbox, test double'],
  ['look(?:s|ed|ing)? (?:into|after)', 'review, manage'],
  ['burglars?|strangers?|deeds?|careless', 'what it is: violations, another merchant, an action'],
  ['e-mails?', 'email'],
  ['all the same', 'still, anyway'],
  [
    'colours?|behaviours?|neighbours?|licences?|catalogues?|cancell(?:ed|ing)|recognis\\w+|grey|centred',
    'American spelling',
  ],
]

/** Beginnings that docstrings do not have: a docstring is a noun phrase or begins with a verb. */
const BEGINNINGS = ['The same', 'What', 'Where', 'Whether', 'Who']

/** A state, a log message and a schema's title, which stay. */
const EXCEPTIONS = ['GIVEN UP', 'reversal given up', 'Given up reversal']

const FILES = ['{src,client,embedded-fields,provider,web,examples,bench,release,test}/**/*.ts', '**/*.md']
/** Built or published files, other languages, and the list itself. */
const OTHERS =
  /node_modules|(?:client|embedded-fields|provider)\/dist|\/texts\/(?!en-)|provider-definitions|test\/(?:language\.test|support\/wording)\.ts$/

interface Found extends Wording {
  readonly path: string
}

const wordings: readonly Found[] = globSync(FILES)
  .filter((path) => !OTHERS.test(path))
  .flatMap((path) => wordingOf(path, readFileSync(path, 'utf8')).map((one) => ({ path, ...one })))

/** Documents and texts of the product; strings of `store` are SQL, those of tests are not read. */
const shown = wordings.filter(({ path, kind, words }) => {
  if (kind !== 'text') return kind === 'document'
  const isProduct =
    /^(?:src\/(?!store)|client|embedded-fields|provider|web|examples)\b/.test(path) &&
    !/(?:\.test|-contract)\.ts$/.test(path)
  return isProduct && !EXCEPTIONS.includes(words.slice(1, -1))
})
const internal = wordings.filter(({ kind }) => kind === 'comment' || kind === 'docstring' || kind === 'title')

function usesOf(word: string, list: readonly Found[]): readonly string[] {
  const pattern = new RegExp(`(?<![\\w-])(?:${word})(?![\\w-])`, 'gi')
  return list.flatMap(({ path, words }) =>
    [...words.matchAll(pattern)].map(({ index }) => `${path}: ${words.slice(Math.max(0, index - 40), index + 40)}`),
  )
}

test.each(WORDS)('documents, texts, comments and titles have no "%s", but: %s', (word) => {
  expect(usesOf(word, [...shown, ...internal])).toEqual([])
})

test.each(BEGINNINGS)('no docstring begins with "%s"', (beginning) => {
  const begins = new RegExp(`^${beginning}\\b`)
  const found = internal.filter(({ kind, words }) => kind === 'docstring' && begins.test(words))
  expect(found.map(({ path, words }) => `${path}: ${words}`)).toEqual([])
})

test('every kind of wording is read', () => {
  const kinds = Map.groupBy(wordings, ({ kind }) => kind)
  for (const kind of ['comment', 'docstring', 'text', 'title', 'document']) {
    expect(kinds.get(kind as Wording['kind'])?.length, kind).toBeGreaterThan(100)
  }
})

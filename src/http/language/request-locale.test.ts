import { expect, test } from 'vitest'
import { requestLocale } from './request-locale.ts'

test.each([
  ['', 'en-US'],
  ['ro;q=0, sv', 'sv-SE'],
  ['sv;q=0.1, ro;q=0.9', 'ro-RO'],
  ['sv, ro', 'sv-SE'],
  ['sv;q=0.5,ro;q=0.5', 'sv-SE'],
  ['ja-JP, ja;q=0.9, bs;q=0.2, *;q=0.1', 'bs-BA'],
  ['ja', 'en-US'],
  ['en;q=0', 'bs-BA'],
  ['en;q=0, *', 'bs-BA'],
  ['ja, en;q=0, bs;q=0, ro;q=0', 'sv-SE'],
  ['*;q=0', 'en-US'],
  ['*;q=0, sv;q=0.001', 'sv-SE'],
  ['*, ro;q=0.5', 'en-US'],
  ['en-GB, sv;q=0.9', 'en-US'],
  ['en-US;q=0, en-GB;q=0, sv;q=0.1', 'sv-SE'],
  ['ro-MD;q=0.8, sv;q=0.9', 'sv-SE'],
  ['ro-MD;q=0, ro;q=0.8, sv;q=0.5', 'ro-RO'],
  ['de-AT, en;q=0.5', 'de-DE'],
  ['ar-EG;q=0.9, fi;q=0.8', 'ar'],
  ['pt-BR, nb-NO;q=0.9', 'pt-PT'],
  ['fil, arn, fi;q=0.1', 'fi-FI'],
  ['SV ; Q=0.9 , RO ; q=0.3', 'sv-SE'],
  ['sv;q=2, ro;q=0.1', 'ro-RO'],
  ['sv;q=, ro;q=0.1', 'ro-RO'],
  ['sv;q=0.000, ro;q=0.1', 'ro-RO'],
  [';;,,=,q=1', 'en-US'],
])('a browser that accepts "%s" gets a page in %s', (accepted, locale) => {
  expect(requestLocale(undefined, () => accepted)).toBe(locale)
})

test('a language that is asked for comes first, and one that we do not speak does not count', () => {
  expect(requestLocale('ro', () => 'sv')).toBe('ro-RO')
  expect(requestLocale('ja', () => 'sv')).toBe('sv-SE')
  expect(requestLocale('ja', () => undefined)).toBe('en-US')
})

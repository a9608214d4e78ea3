import { expect, it } from 'vitest'
import { base32, stepAt, stepOfCode, totpAt } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('RFC 6238, appendix B: at %i seconds the last six digits are %s', (seconds, code) => {
  expect(totpAt(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code)
})

it('a code counts in its own time step and in the one before and after, and in no other', () => {
  const now = new Date(1234567890_000)
  const codes = [-2, -1, 0, 1, 2].map((offset) => stepOfCode(SECRET, totpAt(SECRET, stepAt(now) + offset), now))
  const present = stepAt(now)
  expect(codes).toEqual([undefined, present - 1, present, present + 1, undefined])
})

it.each(['', '28708', '2870822', '28708x', '２８７０８２'])('%j is no code', (code) => {
  expect(stepOfCode(SECRET, code, new Date(59_000))).toBeUndefined()
})

it('secrets are written in Base32 (RFC 4648)', () => {
  expect(['f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)))).toEqual([
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
})

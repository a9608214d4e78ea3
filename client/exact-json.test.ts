import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson, writeJson } from './exact-json.ts'

test('every int64 amount survives writing and reading', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }), (amount) => {
      expect(writeJson({ amount })).toBe(`{"amount":${amount}}`)
      expect(readJson(writeJson({ amount }))).toEqual({ amount })
    }),
  )
})

test('JSON without large integers reads as everywhere else', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(writeJson(readJson(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

test('keys of metadata are the merchant’s own: only what would lose digits becomes a bigint', () => {
  expect(readJson('{"amount":1,"metadata":{"amount":1,"list":[{"amount":2,"big":9007199254740993}]}}')).toEqual({
    amount: 1n,
    metadata: { amount: 1, list: [{ amount: 2, big: 9007199254740993n }] },
  })
})

test('digits inside strings, decimals and powers of ten stay what they are', () => {
  const text = '{"id":"9007199254740993","said":"\\"amount\\":9007199254740993,","rate":0.12345678901234567,"big":1e21}'
  expect(readJson(text)).toEqual(JSON.parse(text))
  expect(readJson('[9007199254740993,-9007199254740993,9007199254740991]')).toEqual([
    9007199254740993n,
    -9007199254740993n,
    9007199254740991,
  ])
})

test('what JSON leaves out is left out, and dates are written as JSON writes them', () => {
  const value = { at: new Date(0), none: undefined, list: [undefined, 1n, 'two'], inner: { nil: null } }
  expect(writeJson(value)).toBe('{"at":"1970-01-01T00:00:00.000Z","list":[null,1,"two"],"inner":{"nil":null}}')
})

test('text that is not JSON is a SyntaxError, long numbers or not', () => {
  for (const text of ['', '{', '[90071992547409931', 'nonsense']) expect(() => readJson(text)).toThrow(SyntaxError)
})

test('a string without an end costs no more than one with an end', () => {
  expect(() => readJson(`9007199254740993${'\\"'.repeat(400_000)}`)).toThrow(SyntaxError)
  expect(() => readJson(`{"a":9007199254740993,"b":"${'\\"'.repeat(400_000)}`)).toThrow(SyntaxError)
})

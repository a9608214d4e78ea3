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

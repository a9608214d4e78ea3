import { expect, test } from 'vitest'
import { readJson } from './exact-json.ts'
import { toJsonSafe } from './json-safe.ts'

const TEXT = '{"id":"t1","amount":9007199254740993,"data":null,"metadata":{"big":9007199254740993,"n":[1,"a"]}}'

test('a record becomes JSON to the last digit, and keeps everything else', () => {
  const record = readJson(TEXT)
  const safe = toJsonSafe(record)
  const expected = {
    id: 't1',
    amount: '9007199254740993',
    data: null,
    metadata: { big: '9007199254740993', n: [1, 'a'] },
  }
  expect(JSON.parse(JSON.stringify(safe))).toEqual(expected)
  expect(record).toEqual(readJson(TEXT))
})

test('amounts are typed as text', () => {
  const { amount } = toJsonSafe({ amount: 1250n, items: [{ amount: 1n }], at: null })
  expect(BigInt(amount)).toBe(1250n)
})

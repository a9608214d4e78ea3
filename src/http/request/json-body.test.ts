import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAmount } from '#domain/money.ts'
import { RequestError } from '#domain/problem.ts'
import { parseJson } from './json-body.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

function kindOf(bytes: Uint8Array): string {
  try {
    parseJson(bytes)
    return 'accepted'
  } catch (error) {
    return error instanceof RequestError ? error.kind : String(error)
  }
}

const kindOfText = (text: string) => kindOf(Buffer.from(text))

test('any JSON value comes back as it was written', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      fc.pre(kindOfText(text) === 'accepted')
      expect(JSON.stringify(parse(text))).toBe(text)
    }),
  )
})

test('any object without duplicate keys is accepted, with any keys', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 5 }))
  fc.assert(
    fc.property(object, (value) => {
      const text = JSON.stringify(value)
      expect(JSON.stringify(parse(text))).toBe(text)
    }),
  )
})

test('any bytes are accepted or malformed, nothing else', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => ['accepted', 'malformed'].includes(kindOf(bytes))))
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,\\0-1.e tn') }), (text) => {
      const isJson = isAccepted(text)
      if (!isJson) expect(kindOfText(text)).toBe('malformed')
    }),
  )
})

function isAccepted(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test.for([
  ['1', 1n],
  ['9007199254740991', 9_007_199_254_740_991n],
  ['9007199254740992', 9_007_199_254_740_992n],
  ['9007199254740993', 9_007_199_254_740_993n],
  ['9223372036854775807', 9_223_372_036_854_775_807n],
  ...['9223372036854775808', '0', '-1', '-0', '10.0', '1e3', '1E3', '10.5', '100.00000000000000001', '1e400', '1e-400']
    .concat('"100"', '"10.5"', 'null', '[1]', 'true', '{}')
    .map((text) => [text, undefined] as const),
] as const)('the amount %s is taken exactly as written', ([text, amount]) => {
  expect(parseAmount((parse(`{"amount": ${text} }`) as { amount: unknown }).amount)).toBe(amount)
})

test('numbers survive to the last digit', () => {
  const text = '{"a":9007199254740993,"b":10.0,"c":[1e400,-0,1.10],"d":0.1,"e":1E3,"f":12345678901234567890}'
  expect(JSON.stringify(parse(text))).toBe(text)
})

test.for([
  '{"amount":1,"amount":999}',
  '{"a":{"b":1,"c":2,"b":3}}',
  '{"a":1,"\\u0061":1}',
  '[{"":1,"":1}]',
  '{"a" : 1 , "a" : 1}',
])('duplicate keys are malformed: %s', (text) => expect(kindOfText(text)).toBe('malformed'))

test.for([
  '{"a":{"a":{"a":"a"}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":"a"}',
  '{"a\\\\":1,"a":1}',
  '{"a":[{"b":1},{"b":1}],"b":1}',
])('equal keys of different objects are fine: %s', (text) => expect(kindOfText(text)).toBe('accepted'))

test('nesting of 32 is accepted, 33 is malformed, and a wall of brackets is rejected immediately', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect([kindOfText(nested(32)), kindOfText(nested(33))]).toEqual(['accepted', 'malformed'])
  expect(kindOfText(`${'{"a":'.repeat(33)}1${'}'.repeat(33)}`)).toBe('malformed')
  expect(kindOfText(`"${'['.repeat(100)}"`)).toBe('accepted')
  const start = process.cpuUsage()
  expect(kindOfText('['.repeat(131_072))).toBe('malformed')
  expect(kindOfText(`"${'\\'.repeat(200_000)}`)).toBe('malformed')
  expect(kindOfText(`"${'\\"'.repeat(100_000)}`)).toBe('malformed')
  // Of this process alone: a busy machine makes it wait, not compute.
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(500)
})

test('UTF-8 that is none is malformed', () => {
  expect(kindOf(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toBe('malformed')
  expect(kindOf(Uint8Array.of(0x22, 0xff, 0x22))).toBe('malformed')
})

test('__proto__ is data like any other key and changes no prototype', () => {
  for (const text of ['{"__proto__":{"x":1},"a":1}', '{"__proto__":{"x":10.0},"constructor":{"prototype":{"x":1}}}']) {
    const value = parse(text) as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(JSON.stringify(value)).toBe(text)
    expect(({} as { x?: unknown }).x).toBeUndefined()
  }
})

test('an error does not quote the body', () => {
  expect(() => parse('{"number":"4111111111111111",}')).toThrowError(/^The body is not valid JSON/)
})

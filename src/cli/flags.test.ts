import { expect, it } from 'vitest'
import { type Field, makeFlag } from './flags.ts'

const flags = (name: string, field: Field) => makeFlag(name, field).flags
const description = (name: string, field: Field) => makeFlag(name, field).description
const parsed = (name: string, field: Field, typed: string) => makeFlag(name, field).kind.parse(typed)

it.each<[string, Field, string]>([
  ['follow_up_kind', {}, '--follow-up-kind <kind>'],
  ['session_id', { type: 'string' }, '--session <session_id>'],
  ['capture_before', { type: 'string', format: 'date-time' }, '--capture-before <time>'],
  ['max_tries', { type: ['integer', 'null'], minimum: 1, maximum: 9 }, '--max-tries <number>'],
  ['ready', { type: 'boolean' }, '--ready <on|off>'],
  ['q', { type: 'string' }, '--find <text>'],
])('the flag of %s %j is %s', (name, field, expected) => {
  expect(flags(name, field)).toBe(expected)
})

it.each<[Field, string]>([
  [{}, 'shop ID'],
  [{ enum: ['A', 'B', 'C'] }, 'A, B or C'],
  [{ enum: ['A', 'B'], description: 'State of `x`.' }, 'state of x: A or B'],
  [{ enum: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'] }, 'shop ID, for example A'],
  [{ type: 'string', description: 'ISO code.', examples: ['RO'] }, 'ISO code, for example RO'],
  [{ type: ['string', 'null'], description: 'Its shop.' }, 'its shop, or none'],
  [{ type: ['string', 'null'], description: 'Its shop; null for all.' }, 'its shop; none for all'],
  [{ type: ['array', 'null'], minItems: 1 }, 'shop ID, or any'],
  [{ type: 'array', minItems: 1, enum: ['A', 'B'] }, 'shop ID: A,B'],
  [{ type: 'integer', minimum: 1, maximum: 2, default: 2 }, 'shop ID (default 2)'],
])('%j is described as "%s"', (field, expected) => {
  expect(description('shop_id', field)).toBe(expected)
})

it.each<[Field, string, unknown]>([
  [{ type: 'integer', minimum: 1, maximum: 9 }, '10', undefined],
  [{ type: ['integer', 'null'], minimum: 1, maximum: 9 }, 'none', null],
  [{ type: 'integer', format: 'int64', minimum: 1 }, '49.00', '49.00'],
  [{ type: 'array' }, 'none', []],
  [{ type: 'array', minItems: 1 }, 'none', ['none']],
  [{ type: ['array', 'null'] }, 'any', null],
  [{ type: 'boolean' }, 'off', false],
  [{ type: ['object', 'null'] }, '{"a":1}', { a: 1 }],
  [{ enum: ['A'] }, 'B', 'B'],
])('%j reads %s as %j', (field, typed, expected) => {
  expect(parsed('shop', field, typed)).toEqual(expected)
})

it('a customer who is called "none" can be named', () => {
  expect(parsed('customer_id', { type: ['string', 'null'] }, 'none')).toBe('none')
})

import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { unknownFields } from './unknown-fields.ts'

const SCHEMA = Type.Object({
  amount: Type.Integer(),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  customer: Type.Optional(Type.Union([Type.Object({ id: Type.String() }), Type.Null()])),
  method: Type.Union([Type.Object({ card: Type.String() }), Type.Object({ token: Type.String() })]),
  way: Type.Optional(
    Type.Union(
      [
        Type.Object({ type: Type.Literal('card'), data: Type.Object({ number: Type.String() }) }),
        Type.Object({ type: Type.Enum(['wallet', 'voucher']), data: Type.Object({}) }),
      ],
      { discriminator: { propertyName: 'type' }, properties: { type: {}, data: { type: 'object' } } },
    ),
  ),
  lines: Type.Array(Type.Object({ sku: Type.String() })),
})

it.each<[unknown, string[]]>([
  [{ amount: 1, metadata: { any: { thing: 1 } }, customer: null, method: { token: 't' }, lines: [{ sku: 'a' }] }, []],
  [{ amuont: 1, customer: { id: '1', nmae: 'x' } }, ['amuont', 'customer.nmae']],
  [{ method: { card: '1', crad: '2' } }, ['method.crad']],
  [{ lines: [{ sku: 'a' }, { skv: 'b' }, { skv: 'c' }] }, ['lines.skv']],
  [{ amount: JSON.rawJSON('9007199254740993') }, []],
  [{ amount: 1, customer: { id: '1', '4111-1111-1111-1111': 1, '4111.1111.1111.1111': 1 } }, ['?']],
  [{ 'a\r\nb': 1, ärger: 1, '4111111111111111': 1 }, ['?']],
  [
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, 1])),
    Array.from({ length: 20 }, (_, index) => `x${index}`),
  ],
  [{ way: { type: 'card', data: { number: '1', nmuber: '2' } } }, ['way.data.nmuber']],
  [{ way: { type: 'voucher', data: { number: '1' }, tpye: 1 } }, ['way.data.number', 'way.tpye']],
  [{ way: { type: 'cheque', data: { number: '1', bank: '2' } } }, ['way.data.bank']],
  [{ constructor: 1, toString: 2 }, ['constructor', 'toString']],
  ['text', []],
  [null, []],
])('of %j it names %j', (value, expected) => {
  expect(unknownFields(SCHEMA)(value)).toEqual(expected)
})

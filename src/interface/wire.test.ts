import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { readBody, readGiven } from './read.ts'
import { Amount, Instant, Int64, NullableString, nullable } from './types.ts'
import { listOf, orNull, wire } from './wire.ts'

interface Bill {
  readonly billId: string
  readonly dueAmount: bigint
  readonly paidAt: Date | null
  readonly isLate: boolean
}

const BILL = wire('Bill', {
  id: Type.String(),
  due_amount: Int64(),
  paid_at: nullable(Instant),
  late: Type.Boolean(),
  words: Type.String(),
}).from<Bill>({ id: 'billId', late: 'isLate', words: ({ isLate }) => (isLate ? 'late' : 'in time') })

const bill: Bill = { billId: 'b', dueAmount: 9_007_199_254_740_993n, paidAt: new Date(0), isLate: false }
const shown =
  '{"id":"b","due_amount":9007199254740993,"paid_at":"1970-01-01T00:00:00.000Z","late":false,"words":"in time"}'

test('a wire shows fields by the names of its properties, or by its exceptions', () => {
  expect(JSON.stringify(BILL.of(bill))).toBe(shown)
})

test('a wire shows values that are wires themselves, in lists and where there may be none', () => {
  const account = wire('Account', { bills: listOf(BILL), last_bill: orNull(BILL) }).from<{
    readonly bills: readonly Bill[]
    readonly lastBill: Bill | null
  }>({})
  expect(JSON.stringify(account.of({ bills: [bill], lastBill: bill }))).toBe(
    `{"bills":[${shown}],"last_bill":${shown}}`,
  )
  expect(JSON.stringify(account.of({ bills: [], lastBill: null }))).toBe('{"bills":[],"last_bill":null}')
})

const NOTE = wire(null, { note_text: Type.String(), read_at: Type.Optional(Instant), count: Int64() }).named({
  note_text: 'text',
})

test('a wire without a type of its own shows what has the fields that its properties or other names say', () => {
  const note = { text: 'n', readAt: new Date(0), count: 1n }
  expect(JSON.stringify(NOTE.of(note))).toBe('{"note_text":"n","read_at":"1970-01-01T00:00:00.000Z","count":1}')
  // @ts-expect-error: its text is no number
  NOTE.of({ ...note, text: 1 })
})

test('a property that is optional is left out where the value does not have it', () => {
  expect(JSON.stringify(NOTE.of({ text: 'n', count: 1n }))).toBe('{"note_text":"n","count":1}')
})

test('JSON Schema does not see the view', () => {
  expect(Object.keys(BILL)).toEqual(Object.keys(Type.Object(BILL.properties, { title: 'Bill' })))
  expect(Object.keys(NOTE)).toEqual(Object.keys(Type.Object(NOTE.properties)))
})

test('a property that the value cannot explain does not compile', () => {
  const shape = wire('Bill', { amount_due: Int64(), late: Type.String() })
  // @ts-expect-error: a bill has no `amountDue`
  shape.from<Bill>({ late: () => 'late' })
  // @ts-expect-error: `isLate` is no text
  shape.from<Bill>({ amount_due: 'dueAmount', late: 'isLate' })
  // @ts-expect-error: a bill has no field `due`
  shape.from<Bill>({ amount_due: 'due', late: () => 'late' })
})

const Body = Type.Object({
  bill_id: Type.String(),
  due_amount: Type.Optional(Amount),
  paid_at: Type.Optional(nullable(Instant)),
  note: Type.Optional(NullableString),
})
const amount = JSON.rawJSON('9007199254740993') as { readonly rawJSON: string }

test('a body is read with its amounts, times, and null where it has nothing', () => {
  const body = { bill_id: 'b', due_amount: amount, paid_at: '1970-01-01T00:00:00Z' as never }
  expect(readBody(Body, body)).toEqual({ billId: 'b', dueAmount: bill.dueAmount, paidAt: new Date(0), note: null })
})

test('a change is read without what is absent', () => {
  expect(readGiven(Body, { bill_id: 'b', paid_at: null })).toEqual({ billId: 'b', paidAt: null })
})

import { expect, it } from 'vitest'
import { chunksOf, readRows } from '#test/settlement-rows.ts'
import { readSettlement } from './settlement.ts'

const PAYMENT = 'att_2Zk7mWq0LCb5Yg0xkqkPq1cHzX8'
const REFUND = 'att_2Zk7mWq0LCb5Yg0xkqkPq1cHzX9'

const nested = {
  event_details: {
    ...{ event_id: '5114910810523', event_type: 'PAYMENT', sale_type: 'CREDIT', event_status: 'SUCCESS' },
    ...{ event_amount: 51_000, event_settlement_amount: 49_856.58, event_currency: 'INR', event_remarks: null },
    event_time: '2026-11-26T13:32:27+05:30',
  },
  order_details: { order_id: 'CFPay_link_1', order_amount: 51_000, order_tags: { link_id: PAYMENT } },
  payment_details: { cf_payment_id: '5114910810523', payment_amount: 51_000 },
  settlement_details: { cf_settlement_id: '45345', settlement_date: '2026-11-28T14:45:24+05:30', amount_settled: null },
  refund_details: { refund_id: null },
}
const flat = {
  ...{ cf_settlement_id: 45_345, settlement_date: '2026-11-28 14:45:24', entity: 'recon', order_id: PAYMENT },
  ...{
    event_id: '272',
    event_type: 'PAYMENT',
    sale_type: 'CREDIT',
    event_amount: 3000,
    event_settlement_amount: 2964.6,
  },
  ...{ event_currency: 'INR', event_time: '2026-11-28T14:45:07+05:30', cf_payment_id: 975_677_709 },
}
const read = (...data: unknown[]) => readRows(readSettlement, JSON.stringify({ cursor: null, limit: 10, data }))

it('reads a payment of the answer since 2025-01-01', async () => {
  expect(await read(nested)).toEqual([
    {
      line: 1,
      batch: '45345',
      type: 'PAYMENT',
      reference: PAYMENT,
      providerReference: '5114910810523',
      amount: { amount: 5_100_000n, currency: 'INR' },
      currency: 'INR',
      gross: 5_100_000n,
      fee: 114_342n,
      net: 4_985_658n,
      settledAt: new Date('2026-11-28T09:15:24Z'),
    },
  ])
})

it('reads a payment of the older answer', async () => {
  expect(await read(flat)).toMatchObject([
    { batch: '45345', reference: PAYMENT, providerReference: '975677709', gross: 300_000n, net: 296_460n, fee: 3540n },
  ])
})

const events = (details: object, rest: object = {}) => [
  { ...nested, event_details: { ...nested.event_details, ...details }, ...rest },
]

it.each([
  [
    'refund',
    events(
      { event_type: 'REFUND', sale_type: 'DEBIT', event_amount: 100, event_settlement_amount: 102.36 },
      {
        refund_details: { refund_id: REFUND },
      },
    ),
    { type: 'REFUND', reference: REFUND, gross: -10_000n, fee: 236n, net: -10_236n },
  ],
  ['dispute', [{ ...flat, event_type: 'DISPUTE', sale_type: 'DEBIT' }], { type: 'CHARGEBACK', gross: -300_000n }],
  ['lost dispute that returns', [{ ...flat, event_type: 'DISPUTE_REVERSE' }], { type: 'CHARGEBACK_REVERSAL' }],
  [
    'payout to the bank',
    [{ ...flat, event_type: 'SETTLEMENT', amount_settled: 2796.46, settlement_charge: 3 }],
    { type: 'PAID_OUT', gross: -279_646n, fee: 0n, reference: undefined },
  ],
  [
    'fee',
    [
      {
        ...{ ...flat, event_type: 'OTHER_ADJUSTMENT', sale_type: 'DEBIT' },
        ...{ event_settlement_amount: 0.54, adjustment_remarks: 'INSTANT_SETTLEMENT_TAX' },
      },
    ],
    { type: 'FEE', gross: 0n, fee: 54n, net: -54n },
  ],
])('reads a %s', async (_, entries, expected) => {
  expect(await read(...entries)).toMatchObject([expected])
})

it.each([
  ['an event that is not settled yet', { ...flat, cf_settlement_id: '' }, 'cf_settlement_id is empty'],
  ['an adjustment that is no fee', { ...flat, event_type: 'OTHER_ADJUSTMENT' }, 'event_type is neither a payment'],
  ['an amount without a value', { ...flat, event_settlement_amount: null }, 'event_settlement_amount is not an amount'],
  ['an event without a direction', { ...flat, sale_type: '' }, 'sale_type is not CREDIT or DEBIT'],
  ['an entry that is no object', 7, 'the entry is not an object'],
])('rejects %s', async (_, entry, reason) => {
  expect(await read(entry, flat)).toEqual([
    { line: 1, unreadable: expect.stringContaining(reason) },
    expect.objectContaining({ line: 2 }),
  ])
})

it('reads an answer that arrives a byte at a time', async () => {
  expect(await readRows(readSettlement, chunksOf(JSON.stringify({ data: [nested] }), 1))).toEqual(await read(nested))
})

it('forgets each entry after its row', async () => {
  const wide = `{"a":[${'[],'.repeat(5000)}0]}`
  const list = function* () {
    yield* chunksOf('{"data":[')
    for (let entry = 0; entry < 2000; entry++) yield* chunksOf(`${wide},`)
    yield* chunksOf('{}]}')
  }
  const before = process.memoryUsage().heapUsed
  expect(await readRows(readSettlement, list())).toHaveLength(2001)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024)
})

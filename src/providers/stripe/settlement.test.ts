import { expect, it } from 'vitest'
import { chunksOf, readRows } from '#test/settlement-rows.ts'
import { readSettlement } from './settlement.ts'

const HEADER =
  `automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created_utc,currency,gross,fee,net,
reporting_category,source_id,description,customer_facing_amount,customer_facing_currency,charge_id,payment_intent_id,
payment_metadata[attempt_id],refund_metadata[attempt_id]`.replaceAll('\n', '')

const PAYMENT = 'att_2Zk7mWq0LCb5Yg0xkqkPq1cHzX8'
const REFUND = 'att_2Zk7mWq0LCb5Yg0xkqkPq1cHzX9'
const CHARGE = `po_1,2026-11-28,txn_1,2026-11-26 10:00:00,usd,108.42,3.44,104.98,charge,ch_1,"an, order",100.00,eur,ch_1,pi_1,${PAYMENT},`

const report = (...lines: string[]) => readRows(readSettlement, [HEADER, ...lines, ''].join('\n'))

it('reads a charge of the report in the currency of its payment and of its payout', async () => {
  expect(await report(CHARGE)).toEqual([
    {
      line: 2,
      batch: 'po_1',
      type: 'PURCHASE',
      reference: PAYMENT,
      providerReference: 'pi_1',
      amount: { amount: 10_000n, currency: 'EUR' },
      currency: 'USD',
      gross: 10_842n,
      fee: 344n,
      net: 10_498n,
      settledAt: new Date('2026-11-26T10:00:00Z'),
    },
  ])
})

it.each([
  [
    'refund',
    `po_1,,txn_2,2026-11-26,usd,-50.00,0,-50.00,refund,re_1,,50.00,usd,ch_1,pi_1,${PAYMENT},${REFUND}`,
    { type: 'REFUND', reference: REFUND, providerReference: 're_1', amount: { amount: -5000n, currency: 'USD' } },
  ],
  [
    'dispute',
    `po_1,,txn_3,2026-11-26,usd,-108.42,15,-123.42,dispute,dp_1,,100.00,eur,ch_1,pi_1,${PAYMENT},`,
    { type: 'CHARGEBACK', reference: PAYMENT, fee: 1500n, amount: { amount: -10_000n, currency: 'EUR' } },
  ],
  ['fee', 'po_1,,txn_4,2026-11-26,usd,-2,0,-2,fee,,,,,,,,', { type: 'FEE', gross: 0n, fee: 200n, net: -200n }],
  [
    'payout',
    ',,txn_5,2026-11-28,usd,-54.98,0,-54.98,payout,po_1,,,,,,,',
    { type: 'PAID_OUT', batch: 'po_1', gross: -5498n, amount: { amount: -5498n, currency: 'USD' } },
  ],
  ['charge that no payout has', CHARGE.replace('po_1', ''), { batch: 'unassigned' }],
])('reads a %s of the report', async (_, line, expected) => {
  expect(await report(line)).toMatchObject([expected])
})

it.each([
  ['reserve', CHARGE.replace(',charge,', ',risk_reserved_funds,'), 'reporting_category is neither a payment nor a fee'],
  ['net that does not add up', CHARGE.replace('104.98', '104.99'), 'net is not gross less fee'],
])('rejects a %s', async (_, line, reason) => {
  expect(await report(line)).toEqual([{ line: 2, unreadable: expect.stringContaining(reason) }])
})

const charge = (source: unknown) => ({
  id: 'txn_1',
  object: 'balance_transaction',
  amount: 10_842,
  available_on: 1_795_000_000,
  created: 1_794_900_000,
  currency: 'usd',
  fee: 344,
  net: 10_498,
  reporting_category: 'charge',
  source,
})
const payout = { ...charge('po_1'), id: 'txn_0', amount: -10_498, fee: 0, net: -10_498, reporting_category: 'payout' }
const list = (...data: unknown[]) => readRows(readSettlement, JSON.stringify({ object: 'list', data, has_more: false }))

it('reads a list of one payout as its batch', async () => {
  expect(await list(payout, charge('ch_1'))).toMatchObject([
    { line: 1, batch: 'po_1', type: 'PAID_OUT', gross: -10_498n },
    { line: 2, batch: 'po_1', type: 'PURCHASE', providerReference: 'ch_1', reference: undefined, net: 10_498n },
  ])
})

it('reads the payment of an expanded source in its currency', async () => {
  const source = { id: 'ch_1', amount: 12_000, amount_captured: 10_000, currency: 'eur', payment_intent: 'pi_1' }
  expect(await list(charge({ ...source, metadata: { attempt_id: PAYMENT } }))).toMatchObject([
    { reference: PAYMENT, providerReference: 'pi_1', amount: { amount: 10_000n, currency: 'EUR' }, currency: 'USD' },
  ])
})

it.each([
  ['yen', { currency: 'jpy', amount: 500, fee: 18, net: 482 }, 500n],
  ['króna, which Stripe counts in hundredths', { currency: 'isk', amount: 50_000, fee: 0, net: 50_000 }, 500n],
  ['ariary, which Stripe counts in whole ones', { currency: 'mga', amount: 500, fee: 0, net: 500 }, 50_000n],
  [
    'largest safe integers',
    { amount: 9_007_199_254_740_991, fee: 0, net: 9_007_199_254_740_991 },
    9_007_199_254_740_991n,
  ],
])('reads %s of a list', async (_, amounts, gross) => {
  expect(await list({ ...charge('ch_1'), ...amounts })).toMatchObject([{ gross }])
})

it('loses no digit of a number', async () => {
  const text = JSON.stringify({ data: [{ ...charge('ch_1'), amount: 1, fee: 0, net: 1 }] })
  const file = text.replaceAll(/("amount"|"net"):1/g, '$1:9007199254740993')
  expect(await readRows(readSettlement, file)).toMatchObject([{ gross: 9_007_199_254_740_993n }])
})

it.each([
  ['an array without its list object', '[{"id":"txn_1"}]', 'Send an object whose "data" is the list'],
  ['a list that is no array', '{"data":{"id":"txn_1"}}', 'Send an object whose "data" is the list'],
  ['another object', '{"object":"balance"}', 'Send an object whose "data" is the list'],
])('refuses %s', async (_, file, message) => {
  await expect(readRows(readSettlement, file)).rejects.toThrow(message)
})

it('knows a list by its first character, in chunks of any size', async () => {
  const text = `\n  ${JSON.stringify({ object: 'list', data: [payout, charge('ch_1')], has_more: false })}`
  expect(await readRows(readSettlement, chunksOf(`\uFEFF${text}`, 1))).toEqual(await list(payout, charge('ch_1')))
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SettlementApp, startSettlementApp } from './settlement-app.ts'

let app: SettlementApp

beforeAll(async () => {
  app = await startSettlementApp()
})

afterAll(() => app.close())

// biome-ignore lint/suspicious/noExplicitAny: tests hold answers against the reference field by field
type Answer = any

/** A purchase of 10.50 euro, and its account, which then is one of this provider. */
async function paidBy(provider: string) {
  const merchant = await app.newMerchant()
  const { id } = (await merchant.authorize({ amount: 1050, currency: 'EUR' })).body.result
  const account = await app.accountOf(merchant)
  const { sql } = app.database
  await sql`update provider_accounts set provider = ${provider} where provider_account_id = ${account}`
  const [{ attemptId }] = await sql<[{ attemptId: string }]>`
    select attempt_id as "attemptId" from attempts where transaction_id = ${id}`
  return { id, account, attemptId }
}

async function upload(account: string, file: string, type = 'text/csv'): Promise<Answer> {
  const path = `/admin/provider-accounts/${account}/settlements`
  return app.operator('POST', path, { body: file, headers: { 'content-type': type } })
}

async function imported(account: string, file: string, type?: string) {
  const { status, body } = await upload(account, file, type)
  expect({ status, body }).toMatchObject({ status: 202 })
  const rows = (await app.operator('GET', `/admin/settlements/${body.id}/rows`)).body.items
  return { ...(await app.operator('GET', `/admin/settlements/${body.id}`)).body, lines: rows } as Answer
}

it('compares the report of Adyen in the currency of the payment, and posts its batch in that of the payout', async () => {
  const { id, account, attemptId } = await paidBy('adyen')
  const header = `Psp Reference,Merchant Reference,Creation Date,TimeZone,Type,Modification Reference,Gross Currency,
Gross Debit (GC),Gross Credit (GC),Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),
Scheme Fees (NC),Interchange (NC),Modification Merchant Reference,Batch Number`.replaceAll('\n', '')
  const settled = `QFQT,${attemptId},2026-11-28 10:00:00,CET,Settled,LQWD,EUR,,10.50,USD,,11.20,0.30,,,,,7`
  const payout = ',,2026-11-29 10:00:00,CET,MerchantPayout,,,,,USD,11.20,,,,,,,7'
  const file = await imported(account, [header, settled, payout].join('\n'))
  expect(file).toMatchObject({ format: 'adyen', rows: 2, agreed: 2 })
  expect(file.batches).toMatchObject([
    { batch: '7', currency: 'USD', fees: 30n, net: 1120n, paid_out: 1120n, balanced: true },
  ])
  expect(file.lines[0]).toMatchObject({ transaction_id: id, found: { amount: 1050n, currency: 'EUR' } })
})

const transaction = (changes: object) => ({
  ...{ id: 'txn_1', created: 1_795_000_000, currency: 'eur', amount: 1050, fee: 50, net: 1000 },
  ...{ reporting_category: 'charge', source: 'ch_1', ...changes },
})

it('takes the list object of Stripe, and no bare array', async () => {
  const { id, account, attemptId } = await paidBy('stripe')
  const payout = transaction({
    id: 'txn_2',
    amount: -1000,
    fee: 0,
    net: -1000,
    reporting_category: 'payout',
    source: 'po_1',
  })
  const charge = transaction({ source: { id: 'ch_1', metadata: { attempt_id: attemptId } } })
  const bare = await upload(account, JSON.stringify([payout, charge]), 'application/json')
  expect({ status: bare.status, text: JSON.stringify(bare.body) }).toMatchObject({
    status: 422,
    text: /whose \\"data\\"/,
  })
  const list = JSON.stringify({ object: 'list', data: [payout, charge], has_more: false })
  const file = await imported(account, list, 'application/json')
  expect(file).toMatchObject({
    format: 'stripe',
    agreed: 2,
    batches: [{ batch: 'po_1', paid_out: 1000n, balanced: true }],
  })
  expect(file.lines[1]).toMatchObject({ outcome: 'AGREED', transaction_id: id })
})

it('refuses a report of PayPal with a wrong count, and stores none of its rows', async () => {
  const { account, attemptId } = await paidBy('paypal')
  const report = (count: number) =>
    [
      'RH,2026/11/28 04:00:00 -0800,A,ACCOUNT1,9',
      'SH,2026/11/27 00:00:00 -0800,2026/11/27 23:59:59 -0800,ACCOUNT1',
      `CH,Transaction ID,Invoice ID,Transaction Event Code,Transaction Completion Date,Transaction Debit or Credit,
Gross Transaction Amount,Gross Transaction Currency,Fee Debit or Credit,Fee Amount,Fee Currency,Custom Field`.replaceAll(
        '\n',
        '',
      ),
      `SB,4AB,${attemptId},T0006,2026/11/27 10:00:00 -0800,CR,1050,EUR,DR,50,EUR,`,
      `SC,${count}`,
    ].join('\n')
  expect(await upload(account, report(2))).toMatchObject({ status: 422 })
  const [{ stored }] = await app.database.sql<[{ stored: boolean }]>`
    select exists (select from settlement_rows where reference = ${attemptId}) as stored`
  expect(stored).toBe(false)
  const file = await imported(account, report(1))
  expect(file).toMatchObject({
    agreed: 1,
    batches: [{ batch: 'ACCOUNT1 2026/11/27', currency: 'EUR', paid_out: null }],
  })
})

it('takes the answer of Cashfree as it is', async () => {
  const { account } = await paidBy('cashfree')
  const event = {
    ...{ cf_settlement_id: 1, event_id: '7', event_type: 'PAYMENT', sale_type: 'CREDIT', event_currency: 'INR' },
    ...{ event_amount: 10.5, event_settlement_amount: 10.25, event_time: '2026-11-28T10:00:00+05:30' },
  }
  const answer = JSON.stringify({ cursor: null, limit: 10, data: [event] })
  const file = await imported(account, answer, 'application/json')
  expect(file).toMatchObject({ format: 'cashfree', theirs_only: 1, batches: [{ fees: 25n, net: 1025n }] })
})

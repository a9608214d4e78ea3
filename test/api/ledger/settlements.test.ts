import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followUp, type LedgerApp, pay, payByBank, payOut, startLedgerApp } from './ledger-app.ts'

let app: LedgerApp
beforeAll(async () => {
  app = await startLedgerApp()
})
afterAll(() => app.close())

const HEADER =
  'settled_at,transaction_id,transaction_type,reference,order_id,parent_id,terminal_id,provider_account_id,currency,gross,fee,net'

/** Today on the database's clock. */
async function today(): Promise<string> {
  const [row] = await app.database.sql`select (now() at time zone 'UTC')::date::text as day`
  return row!.day
}

async function report(merchant: LedgerApp['merchant'], day: string) {
  const { status, text, headers } = await merchant.call('GET', `/api/settlements/${day}.csv`)
  expect(status).toBe(200)
  const [header, ...rows] = text.split('\r\n').slice(0, -1)
  expect(header).toBe(HEADER)
  return { headers, text, rows: rows.map((row) => row.split(',')) }
}

/** Type, currency, gross, fee and net of a row. */
const figures = (row: readonly string[]) => [row[2], ...row.slice(8)].join(' ')

describe('GET /api/settlements/{date}.csv', () => {
  it('has a row for each transaction that moved money, in their order, and totals by currency', async () => {
    const merchant = await app.merchantWith({ fee_basis_points: 100, fee_fixed: 5 })
    const sold = await pay(merchant, { amount: 1050 })
    const held = await pay(merchant, { amount: 800, transaction_type: 'AUTHORIZE' })
    const captured = await followUp(merchant, held, { transaction_type: 'CAPTURE', amount: 300 })
    await followUp(merchant, sold, { transaction_type: 'REFUND', amount: 400 })
    const yen = await pay(merchant, { amount: 700, currency: 'JPY' })
    await followUp(merchant, yen, { transaction_type: 'VOID' })
    await payByBank(merchant, { amount: 200 })
    await payOut(merchant, { amount: 100 })

    const { rows, headers } = await report(merchant, await today())
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toBe(`attachment; filename="settlement-${await today()}.csv"`)
    expect(rows.map(figures)).toEqual([
      'PURCHASE EUR 1050 16 1034',
      'CAPTURE EUR 300 8 292',
      'REFUND EUR -400 0 -400',
      'PURCHASE JPY 700 12 688',
      'VOID JPY -700 -12 -688',
      'PAYMENT EUR 200 7 193',
      'PAYOUT EUR -100 6 -106',
      'TOTAL EUR 1050 37 1013',
      'TOTAL JPY 0 0 0',
    ])
    expect(rows[1]).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      captured.id,
      'CAPTURE',
      held.reference,
      held.order_id,
      held.id,
      merchant.terminalId,
      captured.processing_result.payment_provider_account_id,
      'EUR',
      '300',
      '8',
      '292',
    ])
  })

  it('its totals equal the ledger', async () => {
    const merchant = await app.merchantWith({ fee_basis_points: 333, fee_fixed: 1 })
    for (const amount of [1, 15, 150, 1500, 99_999]) {
      const sold = await pay(merchant, { amount })
      if (amount > 100) await followUp(merchant, sold, { transaction_type: 'REFUND', amount: 99 })
    }
    const [ledger] = await app.database.sql`
      select sum(case 'merchant-payable' when credit then amount when debit then -amount end)::text as net,
        sum(case 'fee-income' when credit then amount end)::text as fee
      from ledger_entries where merchant_id = ${merchant.merchantId}`
    const { rows } = await report(merchant, await today())
    const [, , , , , , , , , gross, fee, net] = rows.at(-1)!
    expect({ net, fee }).toEqual(ledger)
    expect(BigInt(gross!) - BigInt(fee!)).toBe(BigInt(net!))
  })

  it('is the same whenever it is read, also where it takes many pages', async () => {
    const merchant = await app.newMerchant()
    const { database } = app
    await pay(merchant, { amount: 7 })
    await database.sql`
      insert into transactions select copy.* from transactions original, generate_series(1, 1200) number,
        jsonb_populate_record(original, jsonb_build_object('id', 'trx_' || number)) copy
      where original.merchant_id = ${merchant.merchantId}`
    await database.sql`
      insert into ledger_entries select merchant_id, 'trx_' || number, line, debit, credit, amount, currency,
        provider_account_id, posted_at + (number / 100) * interval '1 microsecond'
      from ledger_entries, generate_series(1, 1200) number where merchant_id = ${merchant.merchantId}`
    const { rows, text } = await report(merchant, await today())
    expect(new Set(rows.map((row) => row[1])).size).toBe(1202)
    expect(figures(rows.at(-1)!)).toBe(`TOTAL EUR ${7 * 1201} 0 ${7 * 1201}`)
    expect((await report(merchant, await today())).text).toBe(text)
  })

  it('text that begins like a formula is text', async () => {
    const merchant = await app.newMerchant()
    await pay(merchant, { reference: '=HYPERLINK("http://evil.example","pay")' })
    const { text } = await report(merchant, await today())
    expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"",""pay"")",`)
  })

  it('a day without payments has no rows', async () => {
    const merchant = await app.newMerchant()
    await pay(merchant)
    expect((await report(merchant, '2020-02-29')).rows).toEqual([])
  })

  it("another merchant's transactions are not in it", async () => {
    const merchant = await app.newMerchant()
    await pay(await app.newMerchant())
    expect((await report(merchant, await today())).rows).toEqual([])
  })

  it.each(['2026-02-30', '2026-13-01', 'yesterday', '20260101', '0000-01-01', '2026-01-01T00:00:00Z'])(
    'the day %s is a 422 on date',
    async (day) => {
      const { status, body } = await app.merchant.call('GET', `/api/settlements/${day}.csv`)
      expect(status).toBe(422)
      expect(body.errors).toMatchObject([{ property: 'date' }])
    },
  )

  it('there is no other format', async () => {
    expect(await app.merchant.call('GET', '/api/settlements/2026-01-01.json')).toMatchObject({ status: 404 })
    expect(await app.merchant.call('POST', '/api/settlements/2026-01-01.csv')).toMatchObject({ status: 405 })
    expect(await app.merchant.call('POST', '/api/settlements/2026-01-01.json')).toMatchObject({ status: 404 })
  })

  it('has no report at an address with a line break', async () => {
    expect((await app.merchant.call('GET', '/api/settlements/2026-01-31%0A.csv')).status).toBe(404)
  })
})

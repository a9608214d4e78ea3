import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestMerchant } from '#test/test-merchant.ts'
import { followUp, pay, payByBank, payOut } from '../ledger/ledger-app.ts'
import { fileOf, row, type SettlementApp, startSettlementApp } from './settlement-app.ts'

let app: SettlementApp
let merchant: TestMerchant
let account: string
beforeAll(async () => {
  app = await startSettlementApp()
})
afterAll(() => app.close())

async function newAccount() {
  merchant = await app.merchantWith({ fee_fixed: 30 })
  account = await app.accountOf(merchant)
}

// biome-ignore lint/suspicious/noExplicitAny: answers
const outcomes = (settlement: any) => settlement.lines.map(({ outcome }: { outcome: string }) => outcome)

describe('a row', () => {
  beforeAll(newAccount)

  it('agrees with a record named by its ID, with what it took and returned', async () => {
    const sold = await pay(merchant, { amount: 5000 })
    const held = await pay(merchant, { amount: 4000, transaction_type: 'AUTHORIZE' })
    const captured = await followUp(merchant, held, { transaction_type: 'CAPTURE', amount: 1500 })
    const refunded = await followUp(merchant, sold, { transaction_type: 'REFUND', amount: 700 })
    const file = fileOf(
      row('PURCHASE', 5000, { reference: sold.id, fee: 50 }),
      row('CAPTURE', 1500, { reference: captured.id, fee: 15 }),
      row('REFUND', -700, { reference: refunded.id }),
      row('FEE', 0, { fee: 25 }),
      row('PAID_OUT', -5710),
    )
    const settlement = await app.imported(account, file)
    expect(settlement).toMatchObject({
      provider_account_id: account,
      format: 'generic',
      ...{ rows: 5, agreed: 5, different: 0, theirs_only: 0, duplicate: 0, rejected: 0, reverted_at: null },
      batches: [{ batch: 'b1', currency: 'EUR', gross: 5800n, fees: 90n, net: 5710n, paid_out: 5710n, balanced: true }],
    })
    expect(settlement.lines[2]).toEqual({
      ...{ line: 4, outcome: 'AGREED', transaction_id: refunded.id, reason: null },
      expected: { type: 'REFUND', amount: -700n, currency: 'EUR' },
      found: { type: 'REFUND', amount: -700n, currency: 'EUR' },
      ...{ batch: 'b1', reference: refunded.id, provider_reference: null, settled_at: '2026-11-01T10:00:00.000Z' },
    })
    expect(await app.bank(account)).toEqual({ bank: 5710n, 'provider-clearing': -5800n, 'provider-fees': 90n })
    expect(await app.missing(account)).toEqual([])
  })

  it('is found by our reference with its type, by the attempt, and by the reference of the provider', async () => {
    const [first, second, third] = [await pay(merchant), await pay(merchant), await pay(merchant)]
    const refunds = [
      await followUp(merchant, first, { transaction_type: 'REFUND', amount: 300 }),
      await followUp(merchant, first, { transaction_type: 'REFUND', amount: 300 }),
      await followUp(merchant, first, { transaction_type: 'REFUND', amount: 400 }),
    ]
    const { sql } = app.database
    await sql`update attempts set provider_reference = 'psp_2' where transaction_id = ${second.id}`
    const [attempt] = await sql<
      [{ id: string }]
    >`select attempt_id as id from attempts where transaction_id = ${third.id}`
    const settlement = await app.imported(
      account,
      fileOf(
        row('REFUND', -400, { reference: first.reference }),
        row('REFUND', -300, { reference: first.reference }),
        row('REFUND', -300, { reference: first.reference }),
        row('PURCHASE', 1250, { reference: first.reference }),
        row('PURCHASE', 1250, { provider: 'psp_2' }),
        row('PURCHASE', 1250, { reference: attempt.id }),
      ),
    )
    expect(outcomes(settlement)).toEqual(Array(6).fill('AGREED'))
    const named = settlement.lines.map((line: { transaction_id: string }) => line.transaction_id)
    expect(named).toEqual([refunds[2].id, refunds[0].id, refunds[1].id, first.id, second.id, third.id])
    expect(settlement.batches).toMatchObject([{ paid_out: null, balanced: false }])
  })

  it('differs in type, amount or currency', async () => {
    const [one, other, third] = [await pay(merchant), await pay(merchant), await pay(merchant, { currency: 'USD' })]
    const settlement = await app.imported(
      account,
      fileOf(
        row('PURCHASE', 1251, { reference: one.id }),
        row('REFUND', -1250, { reference: other.id }),
        row('PURCHASE', 1250, { reference: third.id }),
      ),
    )
    expect(settlement).toMatchObject({ different: 3, agreed: 0 })
    expect(settlement.lines).toMatchObject([
      { reason: 'Differs from the record in amount.', expected: { amount: 1250n }, found: { amount: 1251n } },
      { reason: 'Differs from the record in type, amount.', expected: { type: 'PURCHASE' }, found: { type: 'REFUND' } },
      { reason: 'Differs from the record in currency.', expected: { currency: 'USD' }, found: { currency: 'EUR' } },
    ])
    const { body } = await app.operator('GET', `/admin/transactions?q=${one.id}`)
    expect(body.items[0].provider_settled_at).toBe('2026-11-01T10:00:00.000Z')
    expect((await merchant.status(one.id)).transaction).not.toHaveProperty('provider_settled_at')
  })

  it('is theirs only without such a record at this account', async () => {
    const stranger = await app.newMerchant()
    const [theirs, byBank, declined] = [
      await pay(stranger),
      await payByBank(merchant),
      (
        await merchant.authorize({
          metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', response_code: 'CARD_EXPIRED' },
        })
      ).body.result,
    ]
    const references = [theirs.id, theirs.reference, byBank.id, declined?.id ?? 'none', 'nothing']
    const settlement = await app.imported(
      account,
      fileOf(...references.map((reference) => row('PURCHASE', 1250, { reference }))),
    )
    expect(outcomes(settlement)).toEqual(Array(5).fill('THEIRS_ONLY'))
    expect(settlement.lines[0]).toMatchObject({ transaction_id: null, expected: null, found: { amount: 1250n } })
  })

  it('is a duplicate of a row of its kind in this or an earlier file', async () => {
    const sold = await pay(merchant)
    const again = row('PURCHASE', 1250, { reference: sold.id })
    const first = await app.imported(account, fileOf(again, again, row('PAID_OUT', -1250)))
    expect(outcomes(first)).toEqual(['AGREED', 'DUPLICATE', 'AGREED'])
    const second = await app.imported(account, fileOf(again, row('PAID_OUT', -1250)))
    expect(outcomes(second)).toEqual(['DUPLICATE', 'AGREED'])
    expect(second.batches).toMatchObject([{ balanced: false }])
    const refund = await followUp(merchant, sold, { transaction_type: 'REFUND' })
    const third = await app.imported(account, fileOf(row('REFUND', -1250, { reference: refund.id })))
    expect(outcomes(third)).toEqual(['AGREED'])
  })

  it('that cannot be read is rejected, and counts in no sum', async () => {
    const sold = await pay(merchant)
    const good = row('PURCHASE', 1250, { reference: sold.id })
    const rejected = [good.replace('12.50,2026', '12.49,2026'), good.replace('PURCHASE', 'SALE'), 'b1,PURCHASE']
    const settlement = await app.imported(account, fileOf(good, ...rejected, row('PAID_OUT', -1250)))
    expect(outcomes(settlement)).toEqual(['AGREED', 'REJECTED', 'REJECTED', 'REJECTED', 'AGREED'])
    expect(settlement).toMatchObject({ rejected: 3, batches: [{ gross: 1250n, balanced: true }] })
    expect(settlement.lines[1]).toMatchObject({ line: 3, expected: null, found: null, transaction_id: null })
    expect(settlement.lines[1].reason).toMatch(/\w/)
    const { body } = await app.operator('GET', `/admin/settlements/${settlement.id}/rows?outcome=REJECTED&limit=2`)
    expect(body.items.map(({ line }: { line: number }) => line)).toEqual([3, 4])
    const rest = await app.operator(
      'GET',
      `/admin/settlements/${settlement.id}/rows?outcome=REJECTED&limit=2&cursor=${body.next_cursor}`,
    )
    expect(rest.body).toMatchObject({ items: [{ line: 5 }], next_cursor: null })
    const beyond = Buffer.from('2026-11-28T10:00:00.000Z 99999999999').toString('base64url')
    const { status } = await app.operator('GET', `/admin/settlements/${settlement.id}/rows?cursor=${beyond}`)
    expect(status).toBe(200)
  })
})

describe('missing are', () => {
  beforeAll(newAccount)

  it('records that moved money and are in no file, for as long as that', async () => {
    const sold = await pay(merchant)
    const held = await pay(merchant, { transaction_type: 'AUTHORIZE' })
    const captured = await followUp(merchant, held, { transaction_type: 'CAPTURE', amount: 100 })
    const refunded = await followUp(merchant, sold, { transaction_type: 'REFUND', amount: 100 })
    const voided = await pay(merchant)
    const undone = await followUp(merchant, voided, { transaction_type: 'VOID' })
    expect(await app.missing(account)).toEqual([refunded.id, captured.id, sold.id])
    const query = `provider_account_id=${account}`
    expect((await app.operator('GET', `/admin/settlements/missing?${query}`)).body.items).toEqual([])
    await app.imported(account, fileOf(row('PURCHASE', 1250, { reference: voided.id })))
    expect(await app.missing(account)).toEqual([undone.id, refunded.id, captured.id, sold.id])
    const pages = []
    for (let cursor = ''; cursor !== null; ) {
      const next = cursor && `&cursor=${cursor}`
      const { body } = await app.operator('GET', `/admin/settlements/missing?${query}&older_than_days=0&limit=1${next}`)
      pages.push(body.items.length)
      cursor = body.next_cursor
    }
    expect(pages).toEqual([1, 1, 1, 1])
  })

  it('of one account', async () => {
    const payouts = await app.accountOf(merchant, 'payout-simulator')
    const out = await payOut(merchant)
    expect(await app.missing(payouts)).toEqual([out.id])
    await app.imported(payouts, fileOf(row('PAYOUT', -1000, { reference: out.id })))
    expect(await app.missing(payouts)).toEqual([])
  })

  it('asked for with an account: 422 without, 404 for an unknown one', async () => {
    expect((await app.operator('GET', '/admin/settlements/missing')).status).toBe(422)
    expect((await app.operator('GET', '/admin/settlements/missing?provider_account_id=acc_none')).status).toBe(404)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { awayFromMidnight } from '#test/midnight.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { followUp, pay, payByBank, payOut } from '../ledger/ledger-app.ts'
import { type SettlementApp, startSettlementApp } from './settlement-app.ts'

let app: SettlementApp
let merchant: TestMerchant
let account: string
beforeAll(async () => {
  app = await startSettlementApp()
  await awayFromMidnight(60)
})
afterAll(() => app.close())
beforeEach(async () => {
  merchant = await app.merchantWith({ fee_fixed: 30 })
  account = await app.accountOf(merchant)
})

// biome-ignore lint/suspicious/noExplicitAny: records
async function trade(): Promise<Record<string, any>> {
  const sold = await pay(merchant, { amount: 5000 })
  await pay(merchant, { amount: 700, currency: 'JPY' })
  const held = await pay(merchant, { amount: 4000, transaction_type: 'AUTHORIZE' })
  await followUp(merchant, held, { transaction_type: 'CAPTURE', amount: 1500 })
  await followUp(merchant, held, { transaction_type: 'REFUND', amount: 700 })
  await followUp(merchant, await pay(merchant, { amount: 300 }), { transaction_type: 'VOID' })
  const released = await pay(merchant, { amount: 900, transaction_type: 'AUTHORIZE' })
  await followUp(merchant, released, { transaction_type: 'VOID' })
  return { sold }
}

async function clearing(): Promise<bigint> {
  const [row] = await app.database.sql<[{ left: bigint }]>`
    select coalesce(sum(case 'provider-clearing' when debit then amount when credit then -amount else 0 end), 0)::bigint as left
    from (select debit, credit, amount from ledger_entries where provider_account_id = ${account}
      union all select debit, credit, amount from bank_entries where provider_account_id = ${account}) as entry`
  return row.left
}

describe('the file of a simulator', () => {
  it('agrees with every record, pays out in each currency, and leaves nothing in clearing', async () => {
    await trade()
    const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', simulate_dispute: 'chargeback' }
    const disputed = await pay(merchant, { amount: 800, metadata })
    await eventually('the money is gone', 40, async () => {
      return (await merchant.status(disputed.id)).transaction.disputed_amount === 800n
    })
    const file = await app.simulatedFile(account)
    expect(await app.simulatedFile(account)).toBe(file)
    const settlement = await app.imported(account, file)
    const { rows, agreed, batches } = settlement
    expect(agreed).toBe(rows)
    expect(rows).toBe(10)
    expect(batches).toMatchObject([
      { currency: 'EUR', balanced: true },
      { currency: 'JPY', balanced: true },
    ])
    expect(await app.missing(account)).toEqual([])
    expect(await clearing()).toBe(0n)
    expect((await app.verify()).discrepancies).toEqual([])
  })

  it('settles bank payments and payouts', async () => {
    await payByBank(merchant)
    await payOut(merchant)
    for (const provider of ['alternative-simulator', 'payout-simulator']) {
      const id = await app.accountOf(merchant, provider)
      expect(await app.imported(id, await app.simulatedFile(id))).toMatchObject({ rows: 2, agreed: 2 })
      expect(await app.missing(id)).toEqual([])
    }
  })

  type Planted = [fault: string, planted: object, missing: number]
  const isFoundOut = 'with %s is found out, and nothing else'
  it.each<Planted>([
    ['missing', {}, 1],
    ['amount', { different: 1 }, 0],
  ])(isFoundOut, findsOut)
  it.each<Planted>([
    ['extra', { theirs_only: 1 }, 0],
    ['currency', { different: 1 }, 0],
    ['duplicate', { duplicate: 1, balanced: false }, 0],
    ['garbled', { rejected: 1, balanced: false }, 1],
    ['unbalanced', { balanced: false }, 0],
  ])(isFoundOut, { tags: ['full'] }, findsOut)

  async function findsOut(...[fault, planted, missing]: Planted): Promise<void> {
    const { sold } = await trade()
    const { different, theirs_only, duplicate, rejected, batches } = await app.imported(
      account,
      await app.simulatedFile(account, fault),
    )
    const inEuro = batches.find(({ currency }: { currency: string }) => currency === 'EUR')
    const found = { different, theirs_only, duplicate, rejected, balanced: inEuro.balanced }
    expect(found).toEqual({ different: 0, theirs_only: 0, duplicate: 0, rejected: 0, balanced: true, ...planted })
    expect(await app.missing(account)).toEqual(missing ? [sold.id] : [])
    expect((await app.verify()).discrepancies).toEqual([])
  }

  it('exists for accounts of simulators only', async () => {
    await app.database.sql`
      insert into provider_accounts (provider_account_id, merchant_id, provider, name)
      values ('acc_stripe', ${merchant.merchantId}, 'stripe', 'Stripe')`
    const query = 'provider_account_id=acc_stripe&date=2026-11-01'
    expect((await app.operator('GET', `/admin/simulators/settlement-file?${query}`)).status).toBe(422)
  })
})

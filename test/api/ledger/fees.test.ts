import { afterAll, beforeAll, expect, it } from 'vitest'
import { followUp, type LedgerApp, pay, startLedgerApp } from './ledger-app.ts'

let app: LedgerApp
beforeAll(async () => {
  app = await startLedgerApp()
})
afterAll(() => app.close())

const accountOf = ({ processing_result }: Awaited<ReturnType<typeof pay>>) =>
  `/admin/provider-accounts/${processing_result.payment_provider_account_id}`

/** Sums up the gateway's earnings from a merchant. */
async function earned(merchant: LedgerApp['merchant']): Promise<bigint> {
  const [row] = await app.database.sql<[{ earned: bigint }]>`
    select coalesce(sum(case 'fee-income' when credit then amount when debit then -amount end), 0)::bigint as earned
    from ledger_entries where merchant_id = ${merchant.merchantId}`
  return row.earned
}

it('fees are rounded half up', async () => {
  const merchant = await app.merchantWith({ fee_basis_points: 250, fee_fixed: 10 })
  await pay(merchant, { amount: 20 })
  expect(await earned(merchant)).toBe(11n)
  await pay(merchant, { amount: 19 })
  expect(await earned(merchant)).toBe(21n)
})

it('a fee is fixed with the approval: later terms change nothing, and a void gives back what was taken', async () => {
  const merchant = await app.merchantWith({ fee_fixed: 10 })
  const sold = await pay(merchant)
  await app.operator('PATCH', accountOf(sold), { body: { settings: { fee_fixed: 99 } } })
  expect(await earned(merchant)).toBe(10n)
  await followUp(merchant, sold, { transaction_type: 'VOID' })
  expect(await earned(merchant)).toBe(0n)
  await pay(merchant)
  expect(await earned(merchant)).toBe(99n)
})

it('the fee on the largest amount is exact', async () => {
  const merchant = await app.merchantWith({ fee_basis_points: 1 })
  await pay(merchant, { amount: 9223372036854775807n })
  expect(await earned(merchant)).toBe(922337203685478n)
})

it('a fee that the amount does not cover leaves the merchant owing', async () => {
  const merchant = await app.merchantWith({ fee_fixed: 30 })
  await pay(merchant, { amount: 10 })
  expect((await merchant.call('GET', '/api/balances')).body.items).toMatchObject([{ pending: -20n }])
  expect((await app.verify()).discrepancies).toEqual([])
})

it.each([
  ['fee_basis_points', -1],
  ['fee_basis_points', 10_001],
  ['fee_basis_points', '290'],
  ['fee_basis_points', 2.5],
  ['fee_fixed', -1],
  ['fee_fixed', 9_007_199_254_740_993n],
])('%s of %s is no whole number within its bounds: a 422', async (key, value) => {
  const body = { provider: 'card-simulator', name: 'Dear', settings: { [key]: value } }
  const path = `/admin/merchants/${app.merchant.merchantId}/provider-accounts`
  const answer = await app.operator('POST', path, { body })
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toMatchObject([{ property: `settings.${key}` }])
})

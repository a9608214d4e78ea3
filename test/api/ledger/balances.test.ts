import { afterAll, beforeAll, expect, it } from 'vitest'
import { listBalances } from '#store/ledger/balances.ts'
import { followUp, type LedgerApp, pay, payByBank, payOut, startLedgerApp } from './ledger-app.ts'

let app: LedgerApp
beforeAll(async () => {
  app = await startLedgerApp()
})
afterAll(() => app.close())

type Merchant = LedgerApp['merchant']

const TERMS = { fee_basis_points: 250, fee_fixed: 10 }

async function balances(merchant: Merchant) {
  const { status, body } = await merchant.call('GET', '/api/balances')
  expect(status).toBe(200)
  return body.items
}

/** As they are once the settlement delay of everything so far is over. */
function balancesTomorrow({ merchantId }: Merchant) {
  return listBalances(app.database.sql, merchantId, 0)
}

it('a merchant that sold nothing has no balances', async () => {
  expect(await balances(await app.newMerchant())).toEqual([])
})

it('payments are pending less their fee, then available, separately for each currency', async () => {
  const merchant = await app.merchantWith(TERMS)
  await pay(merchant, { amount: 1000 })
  await payByBank(merchant, { amount: 500 })
  await pay(merchant, { amount: 700, currency: 'JPY' })
  expect(await balances(merchant)).toEqual([
    { currency: 'EUR', pending: 1500n - 35n - 23n, available: 0n, authorized: 0n },
    { currency: 'JPY', pending: 700n - 28n, available: 0n, authorized: 0n },
  ])
  expect(await balancesTomorrow(merchant)).toMatchObject([
    { currency: 'EUR', pending: 0n, available: 1442n },
    { currency: 'JPY', pending: 0n, available: 672n },
  ])
})

it('an authorization is held until it is captured, and the final capture ends the rest', async () => {
  const merchant = await app.merchantWith(TERMS)
  const held = await pay(merchant, { amount: 1000, transaction_type: 'AUTHORIZE' })
  expect(await balances(merchant)).toMatchObject([{ pending: 0n, available: 0n, authorized: 1000n }])
  await followUp(merchant, held, { transaction_type: 'CAPTURE', amount: 300 })
  expect(await balances(merchant)).toMatchObject([{ pending: 300n - 18n, authorized: 700n }])
  await followUp(merchant, held, { transaction_type: 'CAPTURE', amount: 100, options: { final_capture: true } })
  expect(await balances(merchant)).toMatchObject([{ pending: 282n + 100n - 13n, available: 0n, authorized: 0n }])
})

it('refunds and payouts, with their fees, reduce the available balance immediately', async () => {
  const merchant = await app.merchantWith(TERMS)
  const sold = await pay(merchant, { amount: 1000 })
  await followUp(merchant, sold, { transaction_type: 'REFUND', amount: 400 })
  await payOut(merchant, { amount: 200 })
  expect(await balances(merchant)).toMatchObject([{ pending: 965n, available: -400n - 200n - 15n }])
})

it('a void takes everything back', async () => {
  const merchant = await app.merchantWith(TERMS)
  const bought = await pay(merchant, { amount: 1000 })
  const held = await pay(merchant, { amount: 500, transaction_type: 'AUTHORIZE' })
  await followUp(merchant, bought, { transaction_type: 'VOID' })
  await followUp(merchant, held, { transaction_type: 'VOID' })
  expect(await balances(merchant)).toEqual([{ currency: 'EUR', pending: 0n, available: 0n, authorized: 0n }])
})

it('sums may be beyond int64, to the last digit', async () => {
  const merchant = await app.newMerchant()
  const amount = 9223372036854775807n
  await pay(merchant, { amount })
  await pay(merchant, { amount })
  expect(await balances(merchant)).toMatchObject([{ pending: 2n * amount }])
})

it("another merchant's money is not shown", async () => {
  const [ours, theirs] = await Promise.all([app.newMerchant(), app.newMerchant()])
  await pay(ours)
  expect(await balances(theirs)).toEqual([])
})

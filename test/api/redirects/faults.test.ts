// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProviderAccount, showProviderAccounts } from '#flows/admin/provider-accounts.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import {
  ADDRESSES,
  authorize,
  chargesOf,
  comeBack,
  ended,
  eventsAbout,
  press,
  recordOf,
  voucher,
  WALLETA,
} from './shopper.ts'

/** docs/reference/unknown-outcomes.md#what-happens, once the provider answers again. */
const SETTLED_WITHIN_SECONDS = 60
const PATIENCE = { timeout: SETTLED_WITHIN_SECONDS * 1000 }

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '1' })
})
afterAll(() => app.close())

async function settleAccount(merchant: TestMerchant, provider: string, settings: Record<string, unknown>) {
  const { items } = await showProviderAccounts(app.gateway, merchant.merchantId, undefined, 10)
  const account = items.find((each) => each.provider === provider)!
  await changeProviderAccount(app.gateway, 'test', account.providerAccountId, { settings })
}

describe.concurrent('a lost answer about a voucher is not a decline', () => {
  it.each([
    ['timeout_before_charge', 'DECLINED', '1001', []],
    ['timeout_after_charge', 'APPROVED', '0000', ['CHARGED']],
    ['connection_reset', 'APPROVED', '0000', ['CHARGED']],
    ['garbage_answer', 'APPROVED', '0000', ['CHARGED']],
    ['inquiry_not_found', 'DECLINED', '1001', ['REVERSED']],
    ['late_notice', 'APPROVED', '0000', ['CHARGED']],
    ['duplicate_notice', 'APPROVED', '0000', ['CHARGED']],
  ] as const)('%s: PENDING, then %s %s', PATIENCE, async (simulate_fault, status, code, ledger) => {
    // A merchant of its own: five failures in a row would have the account left alone.
    const merchant = await app.newMerchant()
    const metadata = { response_code: 'TRX_STATUS_APPROVED', simulate_fault }
    const { result } = (await authorize(merchant, voucher('npy'), { metadata })).body
    expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
    const record = await ended(merchant, result.id, SETTLED_WITHIN_SECONDS)
    expect(record).toMatchObject({ status, processing_code: code })
    await eventually(
      'the ledger to agree',
      10,
      async () => String(await chargesOf(merchant, result.id)) === String(ledger),
    )
    expect(await eventsAbout(merchant, result.id)).toEqual([status])
  })

  it('simulate_delay_ms holds the answer back, not the charge', PATIENCE, async () => {
    const metadata = { response_code: 'TRX_STATUS_APPROVED', simulate_delay_ms: 2500 }
    const { result } = (await authorize(app.merchant, voucher('npy'), { metadata })).body
    expect(result.status).toBe('PENDING')
    expect(await ended(app.merchant, result.id, SETTLED_WITHIN_SECONDS)).toMatchObject({ status: 'APPROVED' })
  })
})

describe.concurrent('a wallet whose answer is lost', () => {
  it('is asked about, and its redirect stands in the record', PATIENCE, async () => {
    const metadata = { simulate_fault: 'timeout_after_charge' }
    const { result } = (await authorize(app.merchant, WALLETA, { metadata })).body
    expect(result).toMatchObject({ status: 'PENDING', redirect_url: null })
    const { redirect_url } = await eventually('the redirect', 30, async () => {
      const record = await recordOf(app.merchant, result.id)
      return record.redirect_url ? record : undefined
    })
    expect(await comeBack(await press(redirect_url, 'APPROVED'))).toBe(ADDRESSES.return_url)
    expect(await eventsAbout(app.merchant, result.id)).toEqual(['APPROVED'])
  })

  it('is over where the request never arrived', PATIENCE, async () => {
    const metadata = { simulate_fault: 'timeout_before_charge' }
    const { result } = (await authorize(app.merchant, WALLETA, { metadata })).body
    expect(await ended(app.merchant, result.id, SETTLED_WITHIN_SECONDS)).toMatchObject({
      status: 'DECLINED',
      processing_code: '1001',
    })
  })
})

describe('settings of the account', () => {
  it('response_code answers a voucher immediately and presets a wallet', async () => {
    const merchant = await app.newMerchant()
    const settings = { response_code: 'TRX_STATUS_DECLINED' }
    await settleAccount(merchant, 'voucher-simulator', settings)
    await settleAccount(merchant, 'wallet-simulator', settings)
    const { result } = (await authorize(merchant, voucher('psc'))).body
    expect(result).toMatchObject({
      status: 'DECLINED',
      processing_code: '1000',
      processing_result: { payment_provider_id: 'voucher-simulator' },
    })
    const { redirect } = (await authorize(merchant, WALLETA)).body
    expect(await (await fetch(redirect.url)).text()).toMatch(/data-outcome="DECLINED"[\s\S]*data-outcome="APPROVED"/)
  })

  it('fault breaks every charge of that account, and of no other', PATIENCE, async () => {
    const merchant = await app.newMerchant()
    await settleAccount(merchant, 'voucher-simulator', { fault: 'connection_reset' })
    const metadata = { response_code: 'TRX_STATUS_APPROVED' }
    const { result } = (await authorize(merchant, voucher('psc'), { metadata })).body
    expect(result.status).toBe('PENDING')
    expect(await ended(merchant, result.id, SETTLED_WITHIN_SECONDS)).toMatchObject({ status: 'APPROVED' })
    expect((await authorize(merchant, WALLETA)).body.redirect).not.toBeNull()
  })
})

// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProviderAccount, showProviderAccounts } from '#flows/admin/provider-accounts.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { newReference } from '#test/test-merchant.ts'
import { ended, eventsAbout, press, recordOf } from '../redirects/shopper.ts'
import { arrive, linesOf, METHODS, pay, received, transfer } from './payer.ts'

/** docs/reference/unknown-outcomes.md#what-happens, once the provider answers again. */
const SETTLED_WITHIN_SECONDS = 60
const PATIENCE = { timeout: SETTLED_WITHIN_SECONDS * 1000 }

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '1' })
})
afterAll(() => app.close())

const CHARGED = [['PAYMENT', 'CHARGED', 1250n]]

describe.concurrent('a lost answer is not a decline, for any method', () => {
  it.each([
    ['timeout_before_charge', 'DECLINED', '1001', []],
    ['timeout_after_charge', 'APPROVED', '0000', CHARGED],
    ['connection_reset', 'APPROVED', '0000', CHARGED],
    ['garbage_answer', 'APPROVED', '0000', CHARGED],
    ['inquiry_not_found', 'DECLINED', '1001', [['PAYMENT', 'REVERSED', 1250n]]],
    ['late_notice', 'APPROVED', '0000', CHARGED],
    ['duplicate_notice', 'APPROVED', '0000', CHARGED],
  ] as const)('%s: PENDING, then %s %s; a repeat pushes nothing', PATIENCE, async (fault, status, code, ledger) => {
    const metadata = { response_code: 'TRX_STATUS_APPROVED', simulate_fault: fault }
    await Promise.all(METHODS.map((method) => goesThrough({ method, metadata }, { status, code, ledger })))
  })
})

/** Every payment has a merchant of its own: failures in a row would close the account for the others. */
async function goesThrough(
  changes: Record<string, unknown>,
  { status, code, ledger }: { readonly status: string; readonly code: string; readonly ledger: readonly unknown[] },
): Promise<void> {
  const merchant = await app.newMerchant()
  const order = { ...changes, reference: newReference() }
  const { result } = (await pay(merchant, order)).body
  expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002' })
  expect((await pay(merchant, order)).body.result.id).toBe(result.id)
  const record = await ended(merchant, result.id, SETTLED_WITHIN_SECONDS)
  expect(record).toMatchObject({ status, processing_code: code })
  expect((await pay(merchant, order)).body.result).toEqual(record)
  await eventually('the ledger to agree', 30, async () => String(await linesOf(merchant, result.id)) === String(ledger))
  expect(await eventsAbout(merchant, result.id)).toEqual([status])
}

describe.concurrent('where the shopper decides', () => {
  it('a lost redirect comes back to the record, and to a repeat', PATIENCE, async () => {
    const merchant = await app.newMerchant()
    const order = { reference: newReference(), metadata: { simulate_fault: 'garbage_answer' } }
    const { result } = (await pay(merchant, order)).body
    const record = await eventually('the redirect', 30, async () => {
      const found = await recordOf(merchant, result.id)
      return found.redirect_url && found
    })
    const repeat = (await pay(merchant, order)).body
    expect(repeat.redirect).toMatchObject({ transaction_id: result.id, url: record.redirect_url })
    await press(repeat.redirect.url, 'APPROVED')
    expect((await ended(merchant, result.id)).status).toBe('APPROVED')
  })

  it.each(['late_notice', 'duplicate_notice'])('%s: money that arrives is heard of, once', PATIENCE, async (fault) => {
    const merchant = await app.newMerchant()
    const payment = await transfer(merchant, { metadata: { simulate_fault: fault } })
    await arrive(payment, '5')
    await received(merchant, payment, 500n)
    await arrive(payment, '7.50')
    expect((await ended(merchant, payment.id, 20)).status).toBe('APPROVED')
    expect(await eventsAbout(merchant, payment.id)).toEqual(['APPROVED'])
  })

  it.each(['APPROVED', 'DECLINED'])(
    'simulate_final_response_code TRX_STATUS_%s ends it automatically',
    async (status) => {
      const merchant = await app.newMerchant()
      const simulate_final_response_code = `TRX_STATUS_${status}`
      const metadata = { simulate_final_response_code, simulate_final_after_seconds: '1' }
      const payment = await transfer(merchant, { metadata })
      expect((await ended(merchant, payment.id, 20)).status).toBe(status)
    },
  )
})

it('settings.response_code and settings.fault of an account come before metadata', PATIENCE, async () => {
  const merchant = await app.newMerchant()
  const { items } = await showProviderAccounts(app.gateway, merchant.merchantId, undefined, 10)
  const { providerAccountId } = items.find(({ provider }) => provider === 'alternative-simulator')!
  const steer = (settings: Record<string, unknown>) =>
    changeProviderAccount(app.gateway, 'test', providerAccountId, { settings })
  const metadata = { response_code: 'TRX_STATUS_APPROVED' }
  await steer({ response_code: 'TRX_STATUS_DECLINED' })
  expect((await pay(merchant, { metadata })).body.result.processing_code).toBe('1000')
  await steer({ fault: 'connection_reset' })
  const { result } = (await pay(merchant, { metadata })).body
  expect(result.status).toBe('PENDING')
  expect((await ended(merchant, result.id, SETTLED_WITHIN_SECONDS)).status).toBe('APPROVED')
})

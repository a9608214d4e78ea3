import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProviderAccount, showProviderAccounts } from '#flows/admin/provider-accounts.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { done, follow } from '../manage/follow-ups.ts'
import { complete, eventsOf, toChallenge } from '../three-ds/shopper.ts'

/** docs/reference/unknown-outcomes.md#what-happens, once the provider answers again. */
const SETTLED_WITHIN_SECONDS = 60
const PATIENCE = { timeout: SETTLED_WITHIN_SECONDS * 1000 }

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '1' })
})
afterAll(() => app.close())

async function finalOf(merchant: TestMerchant, id: string) {
  return eventually('the end', SETTLED_WITHIN_SECONDS, async () => {
    const { transaction } = await merchant.status(id)
    return transaction.status === 'PENDING' ? undefined : transaction
  })
}

async function chargesOf(merchant: TestMerchant, id: string): Promise<string[]> {
  const { items } = (await merchant.call('GET', `/api/simulators/charges?transaction_id=${id}`)).body
  return items.map(({ state }: { state: string }) => state)
}

const orderWith = (merchant: TestMerchant, metadata: object) =>
  merchant.authorize({ metadata: { ...NOT_ENROLLED, ...metadata } })

/** How an answer is lost, how the transaction ends, and the simulator's ledger then. */
type Lost = readonly [metadata: object, status: string, code: string, ledger: readonly string[]]

async function endsByItself(...[metadata, status, code, ledger]: Lost): Promise<void> {
  // A merchant of its own: five failures in a row would have the account left alone.
  const merchant = await app.newMerchant()
  const { result } = (await orderWith(merchant, metadata)).body
  expect(result).toMatchObject({ status: 'PENDING', processing_code: '1002', pending: true, approved: false })
  expect(await finalOf(merchant, result.id)).toMatchObject({ status, processing_code: code })
  const agrees = async () => String(await chargesOf(merchant, result.id)) === String(ledger)
  await eventually('the ledger to agree', 30, agrees)
  const { items } = (await merchant.call('GET', `/api/events?transaction_id=${result.id}`)).body
  expect(items).toMatchObject([{ payload: { status, processing_code: code } }])
  expect((await merchant.authorize({ reference: result.reference })).status).toBe(422)
}

describe.concurrent('an answer of the provider that is lost is not a decline', () => {
  const name = '%j: PENDING, then finalized by itself as %s %s, ledger and record agree'
  it.each<Lost>([
    [{ simulate_fault: 'timeout_after_charge' }, 'APPROVED', '0000', ['CHARGED']],
    [{ simulate_fault: 'timeout_before_charge' }, 'DECLINED', '1001', []],
    [
      { simulate_fault: 'connection_reset', response_code: 'TRX_STATUS_DECLINED_INSUFFICIENT_FUNDS' },
      'DECLINED',
      '1004',
      ['REFUSED'],
    ],
  ])(name, PATIENCE, endsByItself)
  it.each<Lost>([
    [{ simulate_fault: 'connection_reset' }, 'APPROVED', '0000', ['CHARGED']],
    [{ simulate_fault: 'garbage_answer' }, 'APPROVED', '0000', ['CHARGED']],
    [{ simulate_fault: 'duplicate_notice' }, 'APPROVED', '0000', ['CHARGED']],
    [{ simulate_fault: 'late_notice' }, 'APPROVED', '0000', ['CHARGED']],
    [{ simulate_fault: 'forged_notice' }, 'APPROVED', '0000', ['CHARGED']],
    [{ simulate_fault: 'notice_before_answer' }, 'APPROVED', '0000', ['CHARGED']],
    [{ simulate_fault: 'late_reference' }, 'APPROVED', '0000', ['CHARGED']],
    [{ simulate_delay_ms: 2500 }, 'APPROVED', '0000', ['CHARGED']],
    [{ simulate_fault: 'inquiry_not_found' }, 'DECLINED', '1001', ['REVERSED']],
  ])(name, { ...PATIENCE, tags: ['full'] }, endsByItself)

  it('after 3-D Secure the event still says how the authentication ended', PATIENCE, async () => {
    const { merchant } = app
    const action = await toChallenge(merchant, { simulate_fault: 'timeout_after_charge' })
    const { result } = (await complete(merchant, action)).body
    expect(result.status).toBe('PENDING')
    expect(await finalOf(merchant, result.id)).toMatchObject({ status: 'APPROVED' })
    expect(await eventsOf(merchant, result.id)).toMatchObject([{ authentication_status: 'Y', authentication_level: 2 }])
  })

  it('settings.fault of the account works like metadata', PATIENCE, async () => {
    const merchant = await app.newMerchant()
    const { items } = await showProviderAccounts(app.gateway, merchant.merchantId, undefined, 10)
    const account = items.find(({ provider }) => provider === 'card-simulator')!
    await changeProviderAccount(app.gateway, 'test', account.providerAccountId, {
      settings: { fault: 'timeout_after_charge' },
    })
    const { result } = (await orderWith(merchant, {})).body
    expect(result.status).toBe('PENDING')
    expect(await finalOf(merchant, result.id)).toMatchObject({ status: 'APPROVED' })
    expect(await chargesOf(merchant, result.id)).toEqual(['CHARGED'])
  })
})

it('a reference that only an inquiry returns is stored, and sent with follow-ups', PATIENCE, async () => {
  const merchant = await app.newMerchant()
  const { result } = (await orderWith(merchant, { simulate_fault: 'late_reference' })).body
  const original = await finalOf(merchant, result.id)
  const [attempt] = await app.database.sql`
    select attempt_id, provider_reference from attempts where transaction_id = ${result.id}`
  expect(attempt!.provider_reference).toBe(attempt!.attempt_id.replace('att_', 'sim_'))
  const half = { amount: Number(original.amount) / 2 }
  expect(await done(merchant, original, 'REFUND', half)).toMatchObject({ parent_id: result.id })
  await app.database.sql`update attempts set provider_reference = 'sim_other' where transaction_id = ${result.id}`
  expect(await follow(merchant, original, 'REFUND', half)).toMatchObject({ processing_code: '1001' })
})

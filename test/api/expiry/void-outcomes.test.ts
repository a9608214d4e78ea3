import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProviderAccount } from '#flows/admin/provider-accounts.ts'
import { proveLedger } from '#flows/ledger/verify.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { authorized, done, refused, type Shown } from '../manage/follow-ups.ts'
import { advance, DAY, eventsOfType, expiriesOf, expiryOf, recordOf } from './expiries.ts'

// What a provider may say of the void of a rest (docs/reference/follow-ups.md#authorization-expiry).

let app: RunningGateway
let own: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  own = app.merchant
})
afterAll(() => app.close())

async function setAccount(settings: object): Promise<void> {
  const { merchantId } = own
  const [account] = await app.database.sql<{ id: string }[]>`
    select provider_account_id as id from provider_accounts
    where merchant_id = ${merchantId} and provider = 'card-simulator'`
  await changeProviderAccount(app.gateway, 'test', account!.id, { settings: { ...settings } })
}

const voidsOf = async ({ id }: Shown) =>
  (await own.call('GET', `/api/simulators/charges?transaction_id=${id}`)).body.items.map(
    ({ operation, state }: Shown) => `${operation} ${state}`,
  )

/** An expiry that has not ended. */
const waiting = (payment: Shown) =>
  eventually('the expiry waits', 30, async () => {
    const [expiry] = await expiriesOf(own, payment)
    return expiry?.status === 'PENDING' && expiry
  })

describe('a void whose answer is lost', () => {
  it('is asked about, and made once', async () => {
    const payment = await authorized(own)
    await setAccount({ fault: 'connection_reset' })
    await advance(own, 7 * DAY)
    const expiry = await expiryOf(own, payment)
    await setAccount({})
    expect(expiry).toMatchObject({ status: 'APPROVED', data: { expired_by: 'GATEWAY' } })
    expect(await voidsOf(expiry)).toEqual(['VOID CHARGED'])
  })

  it('and that the provider does not know is sent again until it is answered', async () => {
    const payment = await authorized(own)
    await setAccount({ fault: 'inquiry_not_found' })
    await advance(own, 7 * DAY)
    const { id } = await waiting(payment)
    await refused(own, payment, 'CAPTURE', {}, 'parent_transaction_id')
    await app.database.sql`delete from simulator.charges where transaction_id = ${id}`
    await setAccount({})
    const expiry = await expiryOf(own, payment)
    expect(expiry).toMatchObject({ id, status: 'APPROVED', data: { expired_by: 'GATEWAY' } })
    expect(await voidsOf(expiry)).toEqual(['VOID CHARGED'])
  })
})

describe('a void that is refused', () => {
  it('releases the rest if the provider does not know the charge', async () => {
    const payment = await authorized(own, { amount: 1000 })
    await done(own, payment, 'CAPTURE', { amount: 1 })
    await app.database.sql`delete from simulator.charges where transaction_id = ${payment.id}`
    await app.database.sql`update attempts set provider_reference = 'sim_lost' where transaction_id = ${payment.id}`
    await advance(own, 7 * DAY)
    expect(await expiryOf(own, payment)).toMatchObject({
      status: 'APPROVED',
      amount: 999n,
      data: { expired_by: 'PROVIDER' },
    })
    expect(await recordOf(own, payment)).toMatchObject({ captured_amount: 1n, expired_amount: 999n })
    // What the simulator lost is no discrepancy of this test.
    await app.database.sql`update attempts set provider = 'lost' where transaction_id = ${payment.id}`
  })

  it('waits while the provider holds the authorization, until a day after its limit', async () => {
    const payment = await authorized(own)
    await setAccount({ response_code: 'TRX_STATUS_DECLINED' })
    await advance(own, 7 * DAY)
    await waiting(payment)
    expect((await recordOf(own, payment)).allowed_actions).toEqual([])
    await refused(own, payment, 'CAPTURE', {}, 'parent_transaction_id')
    await setAccount({})
    await advance(own, DAY)
    const expiry = await expiryOf(own, payment)
    expect(expiry).toMatchObject({ status: 'APPROVED', data: { expired_by: 'PROVIDER' } })
    expect(await voidsOf(expiry)).toEqual(['VOID REFUSED'])
    const expired = await eventsOfType(own, 'authorization.expired')
    expect(expired.find(({ id }) => id === payment.id)).toMatchObject({ expired_by: 'PROVIDER', expiry_id: expiry.id })
  })
})

it('every way leaves the ledger proven', async () => {
  const { discrepancies } = await proveLedger(app.gateway, new AbortController().signal)
  expect(discrepancies.filter(({ merchantId }) => merchantId === own.merchantId)).toEqual([])
})

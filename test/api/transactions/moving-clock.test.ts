import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { agree, charge } from '../agreements/agreements.ts'
import { disputed } from '../disputes/disputes.ts'
import { advance, DAY, recordOf } from '../expiry/expiries.ts'
import { changeLink, createLink } from '../payment-links/links.ts'

// Deadlines that are stored while a test clock moves (docs/reference/simulators.md#test-clock).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
})
afterAll(() => app.close())

it('a clock that moves as an ask ends leaves no ask of a recovery undone', async () => {
  const { agreement_id } = await agree(merchant)
  const options = { recovery: { after_days: [1, 3] } }
  const metadata = { simulate_charge_outcomes: '1004,1004,0000' }
  const amounts = Array.from({ length: 12 }, (_, at) => 1000 + at)
  const charges = await Promise.all(
    amounts.map((amount) => charge(merchant, agreement_id, { amount, options }, metadata)),
  )
  await advance(merchant, DAY)
  await eventually('the second ask begins', 30, async () => {
    const asked = await app.database.sql`
      select from attempts where merchant_id = ${merchant.merchantId} and number = 2 limit 1`
    return asked.length > 0
  })
  for (let hours = 0; hours < 48; hours += 8) await advance(merchant, 8 * 3600)
  const statuses = await eventually('every ask is made', 30, async () => {
    const records = await Promise.all(charges.map((charged) => recordOf(merchant, charged)))
    return records.every(({ status }) => status !== 'PENDING') && records.map(({ status }) => status)
  })
  expect(new Set(statuses)).toEqual(new Set(['APPROVED']))
})

/** Stored deadlines that differ from what records show, by the merchant's clock. */
async function strays(): Promise<readonly unknown[]> {
  const { merchantId } = merchant
  return app.database.sql`
    with clock as (
      select make_interval(secs => sum(seconds)::float8) as ahead from test_clock_advances where merchant_id = ${merchantId}
    ), deadlines as (
      select 'authorization' as of, id, expiry_due_at as due, authorization_expires_at - interval '24 hours' - ahead as wanted
      from transactions, clock where merchant_id = ${merchantId} and expiry_step = 'WARN'
      union all
      select 'link', payment_link_id, ends_at, expires_at - ahead from payment_links, clock where merchant_id = ${merchantId}
      union all
      select 'dispute', dispute_id, warning_due_at, respond_by - interval '72 hours' - ahead from disputes, clock
      where merchant_id = ${merchantId}
      union all
      select 'card', token, warning_due_at,
        (expires_in + interval '1 month') at time zone 'UTC' + interval '12 hours' - interval '30 days' - ahead
      from payment_methods, clock where merchant_id = ${merchantId} and warning_due_at is not null
    )
    select * from deadlines where coalesce(abs(extract(epoch from due - wanted)) > 5, true)`
}

it('deadlines of authorizations, links, disputes and cards agree with a clock that moves as they are stored', async () => {
  const link = await createLink(merchant)
  const expiresAt = new Date(Date.now() + 300 * DAY * 1000).toISOString()
  for (let round = 0; round < 4; round++) {
    const writes = [
      ...Array.from({ length: 3 }, () => merchant.authorize({ transaction_type: 'AUTHORIZE' })),
      changeLink(merchant, link.id, { expires_at: null }).then(() =>
        changeLink(merchant, link.id, { expires_at: expiresAt }),
      ),
      agree(merchant),
      disputed(merchant, 'chargeback'),
    ]
    for (let minutes = 0; minutes < 5; minutes++) await advance(merchant, 60)
    await Promise.all(writes)
  }
  expect(await strays()).toEqual([])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { eventually } from '#test/eventually.ts'
import { APPROVES, LACKS_FUNDS, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { advance, DAY, eventsOfType } from '../expiry/expiries.ts'
import { newCustomer } from '../saved-cards/saved-card-support.ts'
import { eventsOf } from '../three-ds/shopper.ts'
import { agree, agreementOf, change, charge, schemeEntries } from './agreements.ts'

// Charges while the shopper is away (docs/reference/agreements.md#charges).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
})
afterAll(() => app.close())

const ID = 'payment_method.data.agreement_id'

it('is final immediately for an enrolled card, without 3-D Secure and without a security code', async () => {
  const made = await agree(merchant)
  const metadata = { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' }
  const charged = await charge(merchant, made.agreement_id, { metadata })
  expect(charged).toMatchObject({
    status: 'APPROVED',
    agreement_id: made.agreement_id,
    transaction_initiated_by: 'MERCHANT',
    payment_method: { type: 'agreement', masked: made.payment_method.masked, brand: 'visa' },
    data: { liability_shift: null },
  })
  expect(await schemeEntries(merchant, charged)).toMatchObject([
    {
      state: 'CHARGED',
      initiated_by: 'MERCHANT',
      purpose: 'RECURRING',
      network_transaction_id: made.processing_result.network_transaction_id,
      has_security_code: false,
    },
  ])
  expect(await eventsOf(merchant, charged.id)).toMatchObject([
    { transaction_initiated_by: 'MERCHANT', authentication_status: null, authentication_level: null },
  ])
  const { items } = (await merchant.call('GET', `/api/transactions?agreement_id=${made.agreement_id}`)).body
  expect(items.map(({ id }: { id: string }) => id)).toEqual([charged.id, made.id])
  expect(await agreementOf(merchant, made.agreement_id)).toMatchObject({ last_transaction_id: charged.id })
})

it('is refused without asking a provider beyond what the shopper agreed to', async () => {
  const { agreement_id: id } = await agree(merchant, { max_amount: 5000 })
  const other = await agree(await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } }))
  const reference = newReference()
  const refusals = [
    [await charge(merchant, 'agr_unknown', { reference }), ID, []],
    [await charge(merchant, other.agreement_id, { reference }), ID, []],
    [await charge(merchant, id, { amount: 5001, reference }), 'amount', ['5000']],
    [await charge(merchant, id, { currency: 'USD', reference }), 'currency', ['EUR']],
  ] as const
  for (const [refused, property, params] of refusals) {
    expect(refused).toMatchObject({ status: 'INVALID', processing_code: '2000', errors: [{ property, params }] })
    expect(await schemeEntries(merchant, refused)).toEqual([])
  }
  expect(await charge(merchant, id, { amount: 5000, reference })).toMatchObject({ status: 'APPROVED' })
  await change(merchant, id, { status: 'CANCELED' })
  expect(await charge(merchant, id)).toMatchObject({ errors: [{ property: ID, params: ['CANCELED'] }] })
})

it('has the customer of its agreement, and is INVALID on customer.id for another', async () => {
  const customer = await newCustomer(merchant)
  const { agreement_id: id } = await agree(merchant, {}, { customer: { id: customer } })
  const email = 'ada@example.com'
  expect(await charge(merchant, id, { customer: { email } })).toMatchObject({ customer: { id: customer, email } })
  expect(await charge(merchant, id, { customer: { id: customer } })).toMatchObject({ status: 'APPROVED' })
  const refused = await charge(merchant, id, { customer: { id: await newCustomer(merchant) } })
  expect(refused).toMatchObject({ status: 'INVALID', processing_code: '2000', errors: [{ property: 'customer.id' }] })
  expect(await schemeEntries(merchant, refused)).toEqual([])
})

it('is a 2015 at a terminal that does not accept agreements', async () => {
  const shop = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
  const { agreement_id } = await agree(shop)
  await changeTerminal(app.gateway, 'test', shop.terminalId, { paymentMethods: ['card'] })
  expect(await charge(shop, agreement_id)).toMatchObject({ status: 'INVALID', processing_code: '2015' })
})

it.each([
  ['options.three_ds', { options: { three_ds: { challenge: 'PREFERRED' } } }],
  ['agreement', { agreement: { id: 'agr_1' } }],
])('%s is a 422', async (property, changes) => {
  const payment_method = { type: 'agreement', data: { agreement_id: 'agr_1' } }
  const { status, body } = await merchant.authorize({ payment_method, ...changes })
  expect([status, body.errors.map((error: { property: string }) => error.property)]).toEqual([422, [property]])
})

it('is declined immediately if the issuer asks for an authentication: no other account, no recovery', async () => {
  const { merchant: routed } = await newRoutedMerchant(app, APPROVES, APPROVES)
  const { agreement_id } = await agree(routed)
  const options = { recovery: { after_days: [1] } }
  const declined = await charge(routed, agreement_id, { options }, { simulate_soft_decline: '1' })
  expect(declined).toMatchObject({ status: 'DECLINED', processing_code: '1000' })
  expect(await schemeEntries(routed, declined)).toHaveLength(1)
  expect(await agreementOf(routed, agreement_id)).toMatchObject({ status: 'ACTIVE' })
})

it.each([
  [{ simulate_advice: '03' }, 'DO_NOT_TRY', 'REVOKED'],
  [{ simulate_advice: '21' }, 'REVOKED', 'REVOKED'],
  [{ payment_provider_response_code: 'R1' }, undefined, 'REVOKED'],
  [{ payment_provider_response_code: '14' }, undefined, 'CARD_CLOSED'],
  [{ simulate_advice: '02' }, 'TRY_LATER', null],
  [{ simulate_advice: '01' }, 'UPDATE_CARD', null],
])('a decline with %j shows advice %s and suspends for %s', async (directives, advice, stop_reason) => {
  const { agreement_id } = await agree(merchant)
  const declined = await charge(merchant, agreement_id, {}, { response_code: 'TRX_STATUS_DECLINED', ...directives })
  expect(declined.data.advice).toBe(advice)
  const agreement = await agreementOf(merchant, agreement_id)
  expect(agreement).toMatchObject({ status: stop_reason ? 'SUSPENDED' : 'ACTIVE', stop_reason })
  if (!stop_reason) return
  expect(await eventsOfType(merchant, 'agreement.suspended')).toContainEqual(agreement)
  expect(await charge(merchant, agreement_id)).toMatchObject({ errors: [{ property: ID, params: ['SUSPENDED'] }] })
})

it('a decline 1000 goes to the next account, under the same ID of the scheme', async () => {
  const { merchant: routed } = await newRoutedMerchant(app, APPROVES, APPROVES)
  const made = await agree(routed)
  const charged = await charge(routed, made.agreement_id, {}, { simulate_charge_outcomes: '1000' })
  expect(charged).toMatchObject({ data: { retry_options: { status: 'EXHAUSTED', retry_count: 1 } } })
  const entries = await schemeEntries(routed, charged)
  expect(new Set(entries.map((entry) => entry.network_transaction_id)).size).toBe(1)
  expect(entries).toHaveLength(2)
})

it('ends after its last day, by the test clock', async () => {
  const shop = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
  const ends_on = new Date(Date.now() + DAY * 1000).toISOString().slice(0, 10)
  const { agreement_id } = await agree(shop, { ends_on })
  await advance(shop, 3 * DAY)
  expect(await charge(shop, agreement_id)).toMatchObject({ errors: [{ property: ID, params: ['ENDED'] }] })
  const ended = await eventually('the end', 30, async () => {
    const agreement = await agreementOf(shop, agreement_id)
    return agreement.status === 'ENDED' ? agreement : undefined
  })
  expect(ended).toMatchObject({ stop_reason: 'ENDS_ON' })
  expect(await eventsOfType(shop, 'agreement.ended')).toEqual([ended])
})

it('is not tried with another provider once its agreement was canceled', async () => {
  const { merchant: own, accounts } = await newRoutedMerchant(app, LACKS_FUNDS, APPROVES)
  await changeTerminal(app.gateway, 'test', own.terminalId, { providerAccounts: [accounts[1]!] })
  const { agreement_id } = await agree(own)
  await changeTerminal(app.gateway, 'test', own.terminalId, { providerAccounts: [...accounts] })
  const charged = charge(own, agreement_id, {}, { simulate_delay_ms: 1500 })
  await eventually('the first provider is asked', 30, async () => {
    const { items } = (await own.call('GET', '/api/transactions?status=PENDING')).body
    return items.length > 0
  })
  expect((await change(own, agreement_id, { status: 'CANCELED' })).status).toBe(200)
  expect(await charged).toMatchObject({
    status: 'DECLINED',
    processing_code: '1004',
    processing_result: { payment_provider_account_id: accounts[0] },
  })
})

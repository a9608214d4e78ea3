import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { createTestMerchant, type HttpAnswer, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { advance, DAY, eventsOfType } from '../expiry/expiries.ts'
import { newCustomer, SAVE, saveCard, savedCard } from '../saved-cards/saved-card-support.ts'
import { complete, toChallenge } from '../three-ds/shopper.ts'
import { agree, agreementOf, change, charge, TERMS } from './agreements.ts'

// Agreements made, moved, changed and imported (docs/reference/agreements.md).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await createTestMerchant(app.gateway, { merchant: { tokenizationEnabled: true } })
})
afterAll(() => app.close())

const propertiesOf = ({ body }: HttpAnswer) => body.errors.map(({ property }: { property: string }) => property).sort()

const DECLINED = { metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' } }

it('an approved payment after a challenge makes it ACTIVE, with its event as GET shows it', async () => {
  const action = await toChallenge(merchant, {}, { ...SAVE, agreement: { ...TERMS, max_amount: 5000 } })
  const { transaction } = await merchant.status(action.transaction_id)
  expect(await agreementOf(merchant, transaction.agreement_id)).toMatchObject({
    status: 'PENDING',
    payment_method: null,
  })
  const { result } = (await complete(merchant, action)).body
  const agreement = await agreementOf(merchant, result.agreement_id)
  expect(agreement).toMatchObject({
    ...TERMS,
    status: 'ACTIVE',
    stop_reason: null,
    currency: 'EUR',
    max_amount: 5000n,
    ends_on: null,
    payment_method: { token: result.payment_method.token, brand: 'visa', hash: result.payment_method.hash },
    origin: 'PAYMENT',
    network_transaction_id: expect.stringMatching(/^[A-Za-z0-9]{8,40}$/),
    first_transaction_id: result.id,
    last_transaction_id: result.id,
    authentication_status: 'Y',
  })
  expect(agreement.payment_method.expiration_month).toEqual(expect.any(Number))
  expect(result).toMatchObject({
    transaction_initiated_by: 'CUSTOMER',
    processing_result: { network_transaction_id: agreement.network_transaction_id },
    data: { liability_shift: true },
  })
  expect(await eventsOfType(merchant, 'agreement.activated')).toContainEqual(agreement)
})

it('the issuer is asked for a challenge, with the rhythm and the end of the agreement', async () => {
  const terms = { ...TERMS, ends_on: '2090-01-31' }
  const recurring = await toChallenge(merchant, {}, { ...SAVE, agreement: terms })
  const installments = await toChallenge(merchant, {}, { ...SAVE, agreement: { ...terms, purpose: 'INSTALLMENT' } })
  const requestOf = async ({ transaction_id: id }: { transaction_id: string }) =>
    (await merchant.call('GET', `/api/simulators/authentications/${id}`)).body.items
  const [request, ...others] = await requestOf(recurring)
  expect(others).toEqual([])
  expect(request).toMatchObject({
    threeDSRequestorChallengeInd: '04',
    threeDSRequestorAuthenticationInd: '02',
    recurringFrequency: '30',
    recurringExpiry: '20900131',
  })
  expect(request).not.toHaveProperty('acctNumber')
  expect(await requestOf(installments)).toMatchObject([{ threeDSRequestorAuthenticationInd: '03' }])
})

it.each(['TRX_STATUS_DECLINED', 'TRX_STATUS_CANCELED'])(
  'a first payment that ends by %s cancels it',
  async (response_code) => {
    const before = await eventsOfType(merchant, 'agreement.activated')
    const metadata = { ...NOT_ENROLLED, response_code }
    const { result } = (await merchant.authorize({ ...SAVE, agreement: TERMS, metadata })).body
    expect(await agreementOf(merchant, result.agreement_id)).toMatchObject({
      status: 'CANCELED',
      stop_reason: 'FIRST_PAYMENT_FAILED',
      payment_method: null,
    })
    expect(await eventsOfType(merchant, 'agreement.activated')).toEqual(before)
  },
)

it('reports every mistake in its terms together', async () => {
  const agreement = { id: 'agr_1', purpose: 'WEEKLY', ends_on: '2020-01-01' }
  const { status, body } = await merchant.authorize({ agreement })
  expect(status).toBe(422)
  expect(new Set(body.errors.map(({ property }: { property: string }) => property))).toEqual(
    new Set([
      'agreement.id',
      'agreement.purpose',
      'agreement.frequency_days',
      'agreement.ends_on',
      'tokenization.save_card_for_future_payments',
    ]),
  )
})

it('a payment of the shopper moves it to another card; a decline moves nothing', async () => {
  const { agreement_id: id } = await agree(merchant)
  const before = await agreementOf(merchant, id)
  const token = await saveCard(merchant, {}, { number: '5555555555554444' })
  const moves = { ...savedCard(token), agreement: { id } }
  await merchant.authorize({ ...moves, ...DECLINED })
  expect((await agreementOf(merchant, id)).payment_method).toEqual(before.payment_method)
  expect((await merchant.authorize(moves)).body.result).toMatchObject({ status: 'APPROVED', agreement_id: id })
  const after = await agreementOf(merchant, id)
  expect(after).toMatchObject({ status: 'ACTIVE', payment_method: { token, brand: 'mastercard' } })
  expect(after.network_transaction_id).not.toBe(before.network_transaction_id)
  expect(await charge(merchant, id)).toMatchObject({ status: 'APPROVED', payment_method: { brand: 'mastercard' } })
})

it('an agreement that is unknown or over cannot be moved', async () => {
  const { agreement_id: id } = await agree(merchant)
  await change(merchant, id, { status: 'CANCELED' })
  const refused = async (agreementId: string) =>
    (await merchant.authorize({ ...SAVE, agreement: { id: agreementId } })).body.result
  expect(await refused('agr_unknown')).toMatchObject({
    status: 'INVALID',
    errors: [{ property: 'agreement.id', params: [] }],
  })
  expect(await refused(id)).toMatchObject({ errors: [{ property: 'agreement.id', params: ['CANCELED'] }] })
})

it('deleting the card or its customer cancels it', async () => {
  const customer = await newCustomer(merchant)
  const first = await agree(merchant)
  const second = await agree(merchant, {}, { customer: { id: customer } })
  await merchant.call('DELETE', `/api/payment-methods/${first.payment_method.token}`)
  await merchant.call('DELETE', `/api/customers/${customer}`)
  for (const { agreement_id } of [first, second]) {
    const agreement = await agreementOf(merchant, agreement_id)
    expect(agreement).toMatchObject({ status: 'CANCELED', stop_reason: 'CARD_REMOVED' })
    expect(await eventsOfType(merchant, 'agreement.ended')).toContainEqual(agreement)
  }
})

it('canceling twice is the same answer and one event; nothing makes it active again or raises its limit', async () => {
  const { agreement_id: id } = await agree(merchant, { max_amount: 100 }, { amount: 100 })
  expect((await change(merchant, id, { max_amount: 101 })).body.errors).toMatchObject([{ property: 'max_amount' }])
  expect((await change(merchant, id, { max_amount: 50 })).body).toMatchObject({ max_amount: 50n, status: 'ACTIVE' })
  const first = await change(merchant, id, { status: 'CANCELED' })
  const second = await change(merchant, id, { status: 'CANCELED' })
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
  await change(merchant, id, { description: TERMS.description, max_amount: 50 })
  const ended = await eventsOfType(merchant, 'agreement.ended')
  expect(ended.filter((event) => event.id === id)).toEqual([first.body])
  const [audit] = await app.gateway.sql<[{ changes: object[] }]>`
    select jsonb_agg(changes order by created_at) as changes from audit_log where subject = ${id}`
  const [of100, of50] = ['100', '50'].map((limit) => ({ max_amount: limit }))
  expect(audit.changes).toEqual([
    { before: { status: 'ACTIVE', ...of100 }, after: { status: 'ACTIVE', ...of50 } },
    { before: { status: 'ACTIVE', ...of50 }, after: { status: 'CANCELED', ...of50 } },
  ])
  const faulty = await change(merchant, id, { status: 'ACTIVE', max_amount: 51 })
  expect([faulty.status, propertiesOf(faulty)]).toEqual([422, ['max_amount', 'status']])
})

it('imports an agreement for a stored card; its charge sends the ID of the scheme', async () => {
  const payment_method_id = await saveCard(merchant)
  const imported = {
    ...TERMS,
    payment_method_id,
    currency: 'EUR',
    network_transaction_id: 'MCC123456789',
    accepted_at: '2026-01-01T10:00:00Z',
  }
  const { status, body } = await merchant.call('POST', '/api/agreements', { body: imported })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    ...TERMS,
    status: 'ACTIVE',
    origin: 'IMPORTED',
    payment_method: { token: payment_method_id },
  })
  const charged = await charge(merchant, body.id)
  expect(charged).toMatchObject({ status: 'APPROVED', processing_result: { network_transaction_id: 'MCC123456789' } })
  for (const wrong of [{ payment_method_id: 'tok_unknown' }, { network_transaction_id: 'a b' }]) {
    const refused = await merchant.call('POST', '/api/agreements', { body: { ...imported, ...wrong } })
    expect(refused.body.errors).toMatchObject([{ property: Object.keys(wrong)[0] }])
  }
})

it('names every fault of an import in one 422, by the clock of the merchant', async () => {
  const shop = await createTestMerchant(app.gateway)
  await advance(shop, 5 * DAY)
  const inDays = (days: number) => new Date(Date.now() + days * DAY * 1000).toISOString()
  const body = {
    ...{ ...TERMS, currency: 'EUR', network_transaction_id: 'MCC123456789' },
    ...{ payment_method_id: 'tok_unknown', accepted_at: inDays(9), ends_on: inDays(2).slice(0, 10) },
  }
  const faulty = await shop.call('POST', '/api/agreements', { body })
  expect([faulty.status, propertiesOf(faulty)]).toEqual([422, ['accepted_at', 'ends_on', 'payment_method_id']])
})

it('lists agreements by status, customer and card; another merchant sees none', async () => {
  const { agreement_id, payment_method } = await agree(merchant)
  const list = async (query: string) => (await merchant.call('GET', `/api/agreements?${query}`)).body.items
  expect(await list(`payment_method_id=${payment_method.token}`)).toEqual([await agreementOf(merchant, agreement_id)])
  expect((await list('status=CANCELED')).every(({ status }: { status: string }) => status === 'CANCELED')).toBe(true)
  const other = await createTestMerchant(app.gateway)
  expect((await other.call('GET', '/api/agreements')).body.items).toEqual([])
  expect((await other.call('GET', `/api/agreements/${agreement_id}`)).status).toBe(404)
})

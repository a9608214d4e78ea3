import Ajv2020 from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '#domain/event-types.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { agree } from '../agreements/agreements.ts'
import { disputed, move } from '../disputes/disputes.ts'
import { approved, done } from '../manage/follow-ups.ts'
import { push } from '../payouts/payout-requests.ts'
import { newCustomer, saveCard } from '../saved-cards/saved-card-support.ts'
import { createSession } from '../sessions/browser.ts'

// biome-ignore lint/suspicious/noExplicitAny: a document of free shape
type Shown = any

let app: RunningGateway
let merchant: TestMerchant
let document: Shown
let ajv: Ajv2020.default
beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  document = await (await fetch(`${app.baseUrl}/openapi.json`)).json()
  ajv = new Ajv2020.default({ strict: false, allErrors: true, logger: false })
  ajv.addFormat('date-time', (text: string) => new Date(text).toISOString() === text)
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
  ajv.addSchema({ ...document, $id: 'openapi' })
})
afterAll(() => app.close())

/** Creates an endpoint that need not answer: its events are read from the list. */
async function register(types?: readonly string[], terminal_id?: string): Promise<Shown> {
  const body = {
    url: `${app.baseUrl}/nobody`,
    ...(types && { event_types: types }),
    ...(terminal_id && { terminal_id }),
  }
  const { status, body: endpoint } = await merchant.call('POST', '/api/webhook-endpoints', { body })
  expect(status).toBe(201)
  return endpoint
}

async function eventsFor(endpoint: { id: string }): Promise<Shown[]> {
  const { body } = await merchant.call('GET', `/api/events?webhook_endpoint_id=${endpoint.id}&limit=100`)
  return body.items
}

const typesFor = async (endpoint: { id: string }) => (await eventsFor(endpoint)).map(({ event }) => event)

/** The one event of this type, which is what the catalog says it is. */
async function told(endpoint: { id: string }, type: string): Promise<Shown> {
  await expect.poll(() => typesFor(endpoint)).toContain(type)
  const [event, ...others] = (await eventsFor(endpoint)).filter(({ event }) => event === type)
  expect(others).toEqual([])
  expect(event.transaction_id).toBeNull()
  const { schema } = document.webhooks[type].post.requestBody.content['application/json']
  const validate = ajv.compile({ $ref: schema.$ref.replace('#', 'openapi#') })
  const body = JSON.parse(JSON.stringify({ event: type, payload: event.payload }, plain))
  expect([validate(body), validate.errors]).toEqual([true, null])
  return event.payload
}

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)

async function paySession(changes: Record<string, unknown> = {}): Promise<Shown> {
  const { body: session } = await createSession(merchant, { metadata: NOT_ENROLLED, ...changes })
  const form = { method: 'card', number: '4111 1111 1111 1111', expiry: '12/39', cvc: '123' }
  const { status } = await fetch(`${app.baseUrl}/hosted-payment-page/${session.id}/pay`, {
    redirect: 'manual',
    method: 'POST',
    body: new URLSearchParams(form),
  })
  expect(status).toBe(303)
  return session
}

describe('an endpoint', () => {
  it('that asks for nothing gets transaction.processed and nothing else, as ever', async () => {
    const asEver = await register()
    const curious = await register(['session.completed'])
    expect(asEver.event_types).toEqual(['transaction.processed'])
    await paySession()
    await expect.poll(() => typesFor(curious)).toEqual(['session.completed'])
    expect(await typesFor(asEver)).toEqual(['transaction.processed'])
  })

  it('of none is the same rule for a list that asks for no type', async () => {
    const listed = async (query: string): Promise<Set<string>> => {
      const { body } = await merchant.call('GET', `/api/events?limit=100${query}`)
      return new Set(body.items.map(({ event }: Shown) => event))
    }
    await paySession()
    await expect.poll(() => listed('&event=session.completed')).toEqual(new Set(['session.completed']))
    expect(await listed('')).toEqual(new Set(['transaction.processed']))
    expect([...(await listed('&event=all'))]).toEqual(
      expect.arrayContaining(['transaction.processed', 'session.completed']),
    )
    const { status, body } = await merchant.call('GET', '/api/events?event=session.lost')
    expect([status, body.errors[0].property]).toEqual([422, 'event'])
  })

  it('changes the types that it gets, from then on', async () => {
    const endpoint = await register(['refund.failed'])
    const change = { event_types: ['transaction.processed', 'payout.failed'] }
    const { body } = await merchant.call('PATCH', `/api/webhook-endpoints/${endpoint.id}`, { body: change })
    expect(body).toMatchObject(change)
    await merchant.authorize()
    expect(await typesFor(endpoint)).toEqual(['transaction.processed'])
  })

  it('of one terminal gets events of no other, and none without a terminal', async () => {
    const types = ['payment_method.kept', 'payment_method.removed']
    const [own, all] = [await register(types, merchant.terminalId), await register(types)]
    const token = await saveCard(merchant)
    await merchant.call('DELETE', `/api/payment-methods/${token}`)
    await expect.poll(async () => (await typesFor(all)).sort()).toEqual(types)
    expect(await typesFor(own)).toEqual(['payment_method.kept'])
  })

  it.each([[['moon.landed']], [[]], ['session.completed']])('that asks for %j is refused', async (event_types) => {
    const body = { url: 'http://localhost/x', event_types }
    const { status, body: refusal } = await merchant.call('POST', '/api/webhook-endpoints', { body })
    expect([status, refusal.errors[0].property]).toEqual([422, expect.stringMatching(/^event_types/)])
  })
})

it('a type that is asked for twice is one', async () => {
  expect((await register(['refund.failed', 'refund.failed'])).event_types).toEqual(['refund.failed'])
})

describe('the event', () => {
  it('session.completed reports a paid session, once', async () => {
    const endpoint = await register(['session.completed'])
    const session = await paySession({ amount: 4321 })
    const payload = await told(endpoint, 'session.completed')
    const { body } = await merchant.call('GET', `/api/sessions/${session.id}`)
    const { transaction_id } = body
    expect(payload).toMatchObject({ id: session.id, status: 'APPROVED', amount: 4321n, transaction_id })
  })

  it('session.expired reports an unpaid one, once its time is over; a paid one has none', async () => {
    const own = await app.newMerchant()
    const body = { url: `${app.baseUrl}/nobody`, event_types: ['session.expired'] }
    const { body: endpoint } = await own.call('POST', '/api/webhook-endpoints', { body })
    const [before, after] = [merchant, own]
    merchant = after
    try {
      const { body: unpaid } = await createSession(own)
      await paySession()
      expect(await typesFor(endpoint)).toEqual([])
      await own.call('POST', '/api/test-clock', { body: { advance_seconds: 3700 } })
      expect(await told(endpoint, 'session.expired')).toMatchObject({
        id: unpaid.id,
        status: 'SESSION_EXPIRED',
        transaction_id: null,
      })
    } finally {
      merchant = before
    }
  })

  it('payment_method.kept and .removed tell of a stored card and its end, with its customer too', async () => {
    const endpoint = await register(['payment_method.kept', 'payment_method.removed'])
    const customer = await newCustomer(merchant)
    const token = await saveCard(merchant, { customer: { id: customer } })
    const kept = await told(endpoint, 'payment_method.kept')
    expect(kept).toMatchObject({ token, customer_id: customer, masked: '411111******1111', brand: 'visa' })
    await merchant.call('DELETE', `/api/customers/${customer}`)
    const removed = await told(endpoint, 'payment_method.removed')
    expect(removed).toMatchObject({ token, customer_id: customer, hash: kept.hash })
  })

  it('payment_method.updated and .expiring name a changed card, and one that an agreement charges', async () => {
    const own = await app.newMerchant()
    const [before, after] = [merchant, own]
    merchant = after
    try {
      const endpoint = await register(['payment_method.updated', 'payment_method.expiring'])
      const { agreement_id, payment_method } = await agree(own)
      const { token } = payment_method
      const expiry = { expiration_month: 12, expiration_year: new Date().getUTCFullYear() + 1 }
      await own.call('PATCH', `/api/payment-methods/${token}`, { body: expiry })
      const updated = await told(endpoint, 'payment_method.updated')
      expect(updated).toMatchObject({ token, ...expiry, updated_by: 'MERCHANT', issuer_update: null })
      const advance_seconds = Math.ceil((Date.UTC(expiry.expiration_year, 11, 15) - Date.now()) / 2000)
      for (let half = 1; half <= 2; half++) await own.call('POST', '/api/test-clock', { body: { advance_seconds } })
      const expiring = await told(endpoint, 'payment_method.expiring')
      expect(expiring).toMatchObject({ token, ...expiry, agreement_ids: [agreement_id] })
    } finally {
      merchant = before
    }
  })

  it('payment_method.kept does not come where the payment is declined', async () => {
    const endpoint = await register(['payment_method.kept', 'transaction.processed'])
    const metadata = { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' }
    await merchant.authorize({ metadata, tokenization: { save_card_for_future_payments: true } })
    expect(await typesFor(endpoint)).toEqual(['transaction.processed'])
  })

  it('refund.failed and payout.failed tell of money that came back', async () => {
    const endpoint = await register(['refund.failed', 'payout.failed'])
    const metadata = { simulate_fault: 'taken_back' }
    const parent = await approved(merchant, { amount: 5000 })
    const refund = await done(merchant, parent, 'REFUND', { amount: 2000, metadata })
    const failed = await told(endpoint, 'refund.failed')
    expect(failed).toMatchObject({ id: refund.id, parent_id: parent.id, amount: 2000n, reference: parent.reference })
    const { transaction } = await merchant.status(failed.reversal_id)
    expect(transaction).toMatchObject({ transaction_type: 'REFUND_REVERSAL', data: { reversal_of: refund.id } })
    const payout = (await push(merchant, { metadata })).body.result
    expect(await told(endpoint, 'payout.failed')).toMatchObject({ id: payout.id, parent_id: null })
  })

  it('authorization.expiring and authorization.expired tell of what is not captured in time', async () => {
    const own = await app.newMerchant()
    const [before, after] = [merchant, own]
    merchant = after
    try {
      const endpoint = await register(['authorization.expiring', 'authorization.expired'])
      const payment = await approved(own, { transaction_type: 'AUTHORIZE', amount: 5000 })
      const advance = (seconds: number) => own.call('POST', '/api/test-clock', { body: { advance_seconds: seconds } })
      await advance(6.5 * 86_400)
      const { authorization_expires_at } = payment
      const left = { id: payment.id, reference: payment.reference, amount: 5000n }
      expect(await told(endpoint, 'authorization.expiring')).toMatchObject({ ...left, authorization_expires_at })
      await advance(86_400)
      const expired = await told(endpoint, 'authorization.expired')
      expect(expired).toMatchObject({ ...left, expired_by: 'GATEWAY' })
      const { transaction } = await own.status(expired.expiry_id)
      expect(transaction).toMatchObject({ transaction_type: 'AUTHORIZATION_EXPIRY', parent_id: payment.id })
    } finally {
      merchant = before
    }
  })

  it('dispute.opened, dispute.updated and dispute.closed have the dispute', async () => {
    const endpoint = await register(['dispute.opened', 'dispute.updated', 'dispute.closed'])
    const { payment, dispute } = await disputed(merchant, 'inquiry')
    const opened = { id: dispute.id, transaction_id: payment.id, stage: 'INQUIRY' }
    expect(await told(endpoint, 'dispute.opened')).toMatchObject(opened)
    await move(merchant, dispute, 'CHARGEBACK', 'WON')
    expect(await told(endpoint, 'dispute.updated')).toMatchObject({ id: dispute.id, funds: 'WITHDRAWN' })
    expect(await told(endpoint, 'dispute.closed')).toMatchObject({ id: dispute.id, status: 'WON', funds: 'REINSTATED' })
  })

  it('is sent again to an endpoint that asked for it later, and to no other', async () => {
    const first = await register(['payment_method.kept'])
    await saveCard(merchant)
    const [event] = await eventsFor(first)
    const later = await register(['payment_method.kept'])
    const other = await register()
    await merchant.call('POST', `/api/events/${event.id}/redeliver`)
    expect(await typesFor(later)).toEqual(['payment_method.kept'])
    expect(await typesFor(other)).toEqual([])
  })
})

it('/openapi.json and the list of types an endpoint may ask for are one catalog', () => {
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES])
})

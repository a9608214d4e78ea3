import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTerminal } from '#flows/admin/terminals.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, newReference, type TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { begin, choose, complete, requestAuthentication, toChallenge } from '../three-ds/shopper.ts'

let app: RunningGateway
let receiver: WebhookReceiver
let merchant: TestMerchant
let secret: string

beforeAll(async () => {
  app = await startOwnGateway({ WEBHOOK_RETRY_SCHEDULE: '1,1,1' })
})
afterAll(() => app.close())

beforeEach(async () => {
  receiver = await openWebhookReceiver()
  merchant = await app.newMerchant({ merchant: { settlementCurrency: 'RON', exchangeRates: { EUR: '5.0' } } })
  secret = (await register(merchant)).secret
  return () => receiver.close()
})

async function register(owner: TestMerchant, terminal_id?: string) {
  const body = { url: `${receiver.url}/${terminal_id ?? 'all'}`, ...(terminal_id !== undefined && { terminal_id }) }
  return (await owner.call('POST', '/api/webhook-endpoints', { body })).body
}

/** Waits for an event of this transaction. */
function arrived(transactionId: string): Promise<ReceivedWebhook> {
  return eventually('the webhook', 30, async () => receiver.received.find(({ body }) => body.includes(transactionId)))
}

const DATE_TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('transaction.processed', () => {
  it('has every field of its payload, with the record’s values', async () => {
    const customer = {
      first_name: 'Ana',
      last_name: 'Popescu',
      address: 'Strada Lipscani 1',
      city: 'București',
      country: 'RO',
      postal_code: '030031',
      email: 'ana@example.com',
      phone: '+40721000000',
    }
    const metadata = { ...NOT_ENROLLED, payment_provider_response_code: '00', basket: { beans: 2 } }
    const { result } = (await merchant.authorize({ customer, metadata })).body
    const { body } = await arrived(result.id)
    expect(JSON.parse(body)).toEqual({
      event: 'transaction.processed',
      payload: {
        id: result.id,
        merchant_id: merchant.merchantId,
        terminal_id: merchant.terminalId,
        order_id: result.order_id,
        reference: result.reference,
        currency: 'EUR',
        amount: 1250,
        transaction_type: 'PURCHASE',
        processing_code: '0000',
        status: 'APPROVED',
        created_at: DATE_TIME,
        updated_at: DATE_TIME,
        payment_link_id: null,
        description: 'Two bags of beans',
        response_message: 'approved',
        approval_code: result.processing_result.approval_code,
        reference_number: result.processing_result.reference_number,
        parent_id: null,
        follow_up_reference: null,
        dispute_id: null,
        agreement_id: null,
        network_transaction_id: null,
        advice: null,
        liability_shift: null,
        transaction_initiated_by: 'CUSTOMER',
        payment_provider_response_code: '00',
        payment_provider_response_message: 'approved',
        customer_id: null,
        outgoing_currency: 'EUR',
        outgoing_amount: 1250,
        normalized_amount: 6250,
        payment_method_method: result.payment_method.method,
        payment_method_hash: result.payment_method.hash,
        payment_method_type: 'card',
        payment_method_brand: 'visa',
        payment_method_masked: '411111******1111',
        payment_method_token: null,
        customer_first_name: 'Ana',
        customer_last_name: 'Popescu',
        customer_address: 'Strada Lipscani 1',
        customer_city: 'București',
        customer_country: 'RO',
        customer_postal_code: '030031',
        customer_email: 'ana@example.com',
        customer_phone_number: '+40721000000',
        authentication_status: null,
        authentication_level: null,
        systan: expect.any(Number),
        metadata,
        parent_metadata: null,
      },
    })
    const { payload } = JSON.parse(body)
    expect(payload.systan).toBeGreaterThanOrEqual(100_000)
    expect(payload.systan).toBeLessThan(1_000_000)
    expect([payload.created_at, payload.updated_at]).toEqual([result.created_at, result.updated_at])
  })

  it('amounts arrive to the last digit', async () => {
    const { result } = (await merchant.authorize({ amount: 1_234_567_890_123_456_789n })).body
    const { body } = await arrived(result.id)
    expect(body).toContain('"amount":1234567890123456789')
    expect(body).toContain('"outgoing_amount":1234567890123456789')
    expect(body).toContain('"normalized_amount":6172839450617283945')
  })

  it('is signed by the Standard Webhooks scheme with the endpoint’s secret', async () => {
    const { result } = (await merchant.authorize()).body
    const { body, headers } = await arrived(result.id)
    expect(secret).toMatch(/^whsec_/)
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new Webhook(secret).verify(body.replace('APPROVED', 'DECLINED'), headers)).toThrow()
    expect(() => new Webhook(`whsec_${btoa('another secret altogether')}`).verify(body, headers)).toThrow()
  })

  it('its webhook-id is the id of the event in the list, which shows it as delivered, with the same payload', async () => {
    const { result } = (await merchant.authorize()).body
    const { body, headers } = await arrived(result.id)
    const event = await eventually('the delivery', 30, async () => {
      const [listed] = (await merchant.call('GET', `/api/events?transaction_id=${result.id}`)).body.items
      return listed.deliveries[0].status === 'DELIVERED' && listed
    })
    expect(event).toMatchObject({
      id: headers['webhook-id'],
      event: 'transaction.processed',
      transaction_id: result.id,
      deliveries: [{ status: 'DELIVERED', attempts: 1, response_status: 204, next_attempt_at: null }],
    })
    expect(event.payload).toMatchObject({ id: JSON.parse(body).payload.id, amount: 1250n })
    expect((await merchant.call('GET', `/api/events/${event.id}`)).body).toEqual(event)
  })

  it('keeps its webhook-id and body on every attempt', async () => {
    await receiver.close()
    let failures = 2
    receiver = await openWebhookReceiver(() => ({ status: failures-- > 0 ? 500 : 204 }))
    const other = await app.newMerchant()
    await register(other)
    const { result } = (await other.authorize()).body
    const attempts = await eventually('three attempts', 30, async () => {
      const mine = receiver.received.filter(({ body }) => body.includes(result.id))
      return mine.length >= 3 && mine
    })
    expect(new Set(attempts.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(attempts.map(({ body }) => body)).size).toBe(1)
  })
})

describe('exactly one event for every transaction that reaches a final status', () => {
  const ENDINGS: [string, () => Promise<string>][] = [
    ['APPROVED', async () => (await merchant.authorize()).body.result.id],
    ['DECLINED', () => ordered('TRX_STATUS_DECLINED')],
    ['CANCELED', () => ordered('TRX_STATUS_CANCELED')],
    ['SESSION_EXPIRED', () => ordered('TRX_STATUS_SESSION_EXPIRED')],
    ['INVALID', () => ordered('AUTHENTICATION_NOT_AUTHENTICATED')],
    ['INVALID', async () => (await merchant.authorize({ currency: 'JPY' })).body.transaction_id],
    ['APPROVED', async () => (await complete(merchant, await toChallenge(merchant))).body.result.id],
    ['DECLINED', async () => (await complete(merchant, await toChallenge(merchant), 'N')).body.result.id],
    ['CANCELED', canceled],
  ]

  async function ordered(response_code: string): Promise<string> {
    return (await merchant.authorize({ metadata: { ...NOT_ENROLLED, response_code } })).body.result.id
  }

  async function canceled(): Promise<string> {
    const action = await toChallenge(merchant)
    await choose(action, 'cancel')
    return (await complete(merchant, action)).body.result.id
  }

  it.each(ENDINGS)('%s', async (status, pay) => {
    const id = await pay()
    await arrived(id)
    const { items } = (await merchant.call('GET', `/api/events?transaction_id=${id}`)).body
    expect(items).toMatchObject([{ payload: { id, status } }])
    const sent = receiver.received.filter(({ body }) => body.includes(id))
    expect(sent).toHaveLength(1)
  })

  it('none while it is pending', async () => {
    const pending = (await merchant.authorize({ metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_PENDING' } }))
      .body
    const awaiting = await begin(merchant)
    const last = (await merchant.authorize()).body.result.id
    await arrived(last)
    for (const id of [pending.result.id, awaiting.transaction_id]) {
      expect((await merchant.call('GET', `/api/events?transaction_id=${id}`)).body.items).toEqual([])
      expect(receiver.received.filter(({ body }) => body.includes(id))).toEqual([])
    }
  })

  it('is there when the answer is: recorded in the commit that makes the status final', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => (await merchant.authorize({ reference: newReference() })).body.result.id),
    )
    const rows = await app.database.sql`
      select transactions.id, transactions.xmin = events.xmin as same_commit
      from transactions join events on events.transaction_id = transactions.id
      where transactions.id = any(${ids}::text[])`
    expect(rows).toHaveLength(10)
    expect(rows.every(({ same_commit }) => same_commit)).toBe(true)
  })
})

describe('an endpoint', () => {
  it('of one terminal hears of that terminal only; one of the merchant hears of all', async () => {
    const { terminalId } = await createTerminal(app.gateway, 'test', merchant.merchantId, { name: 'Kiosk' })
    await register(merchant, terminalId)
    const shop = (await merchant.authorize()).body.result.id
    const kiosk = (await merchant.authorize({ terminal_id: terminalId })).body.result.id
    const pathsFor = (id: string) => receiver.received.filter(({ body }) => body.includes(id)).map(({ path }) => path)
    await eventually('three webhooks', 30, async () => pathsFor(shop).length + pathsFor(kiosk).length === 3)
    expect(pathsFor(shop)).toEqual(['/all'])
    expect(pathsFor(kiosk).sort()).toEqual(['/all', `/${terminalId}`].sort())
  })

  it('of another merchant hears nothing', async () => {
    const other = await app.newMerchant()
    const { result } = (await other.authorize()).body
    const last = (await merchant.authorize()).body.result.id
    await arrived(last)
    expect(receiver.received.filter(({ body }) => body.includes(result.id))).toEqual([])
  })
})

describe('authentication fields', () => {
  it.each([
    ['VERSIONING_FINGERPRINT_A_FRICTIONLESS', 'A', 1],
    ['VERSIONING_FINGERPRINT_N_FRICTIONLESS', 'N', 1],
    ['VERSIONING_FINGERPRINT_N_CHALLENGE', 'Y', 2],
  ])('%s: authentication_status %s, authentication_level %i', async (simulated_flow, letter, level) => {
    const action = await begin(merchant, { simulated_flow })
    const { body } = await requestAuthentication(merchant, action)
    if (body.action) await complete(merchant, body.action)
    const webhook = await arrived(action.transaction_id)
    expect(JSON.parse(webhook.body).payload).toMatchObject({
      authentication_status: letter,
      authentication_level: level,
    })
  })
})

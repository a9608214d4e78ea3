import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { archiveOld } from '#flows/archive/archive.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver, type Reply, type WebhookReceiver } from '#test/webhook-receiver.ts'

let app: RunningGateway
let merchant: TestMerchant
let receiver: WebhookReceiver
let answer: Reply
let endpoint: { id: string; secret: string }

beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
  return () => app.close()
})

beforeEach(async () => {
  answer = { status: 204 }
  receiver = await openWebhookReceiver(() => answer)
  endpoint = (await merchant.call('POST', '/api/webhook-endpoints', { body: { url: `${receiver.url}/hook` } })).body
  return async () => {
    await merchant.call('DELETE', `/api/webhook-endpoints/${endpoint.id}`)
    await receiver.close()
  }
})

const test = (id = endpoint.id) => merchant.call('POST', `/api/webhook-endpoints/${id}/test`, { body: {} })

/** The delivery of an event to the endpoint, once it has as many tries. */
function tried(eventId: string, tries: number) {
  return eventually(`${tries} tries`, 60, async () => {
    const { body } = await merchant.call('GET', `/api/events/${eventId}/deliveries`)
    return body.items.find((delivery: { tries: unknown[] }) => delivery.tries.length === tries)
  })
}

describe('POST /api/webhook-endpoints/{id}/test', () => {
  it('sends the endpoint a signed event of its own', async () => {
    const { status, body } = await test()
    expect(status).toBe(201)
    const payload = { merchant_id: merchant.merchantId, webhook_endpoint_id: endpoint.id, created_at: body.created_at }
    expect(body).toMatchObject({ event: 'endpoint.test', transaction_id: null, payload })
    const [webhook] = await eventually('the webhook', 60, async () => receiver.received.length > 0 && receiver.received)
    expect(new Webhook(endpoint.secret).verify(webhook!.body, webhook!.headers)).toEqual({
      event: 'endpoint.test',
      payload,
    })
    expect(webhook!.headers['webhook-id']).toBe(body.id)
  })

  it('goes to no other endpoint, not by redelivery either', async () => {
    const other = (await merchant.call('POST', '/api/webhook-endpoints', { body: { url: `${receiver.url}/other` } }))
      .body
    const { body: event } = await test()
    await tried(event.id, 1)
    const again = await merchant.call('POST', `/api/events/${event.id}/redeliver`, { body: {} })
    expect(again.body.deliveries).toMatchObject([{ webhook_endpoint_id: endpoint.id }])
    await tried(event.id, 2)
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook']))
    await merchant.call('DELETE', `/api/webhook-endpoints/${other.id}`)
  })

  it('is refused where the endpoint is disabled, and records nothing', async () => {
    await merchant.call('PATCH', `/api/webhook-endpoints/${endpoint.id}`, { body: { status: 'DISABLED' } })
    expect(await test()).toMatchObject({ status: 422, body: { errors: [{ property: 'status' }] } })
    const { body } = await merchant.call('GET', `/api/events?webhook_endpoint_id=${endpoint.id}`)
    expect(body.items).toEqual([])
  })
})

describe('GET /api/events/{id}/deliveries', () => {
  it('shows each try: when, how long it took, what was answered', async () => {
    answer = { status: 500, body: `out of beans ${'x'.repeat(4000)}` }
    const { body: event } = await test()
    const failing = await tried(event.id, 1)
    expect(failing).toMatchObject({
      webhook_endpoint_id: endpoint.id,
      status: 'PENDING',
      attempts: 1,
      response_status: 500,
      next_attempt_at: expect.any(String),
      tries: [{ attempt: 1, response_status: 500, failure: null }],
    })
    const [first] = failing.tries
    expect(first.answer).toHaveLength(1024)
    expect(first.answer).toMatch(/^out of beans x+$/)
    expect(first.duration_ms).toBeGreaterThanOrEqual(0)
    expect(first.tried_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

    answer = { status: 200, body: 'thank you' }
    await merchant.call('POST', `/api/events/${event.id}/redeliver`, { body: {} })
    const delivered = await tried(event.id, 2)
    expect(delivered).toMatchObject({ status: 'DELIVERED', next_attempt_at: null })
    expect(delivered.tries).toMatchObject([
      { attempt: 2, response_status: 200, answer: 'thank you' },
      { attempt: 1, response_status: 500 },
    ])
  })

  it('masks what looks like a card number, and keeps what no column holds as U+FFFD', async () => {
    answer = { status: 200, body: 'paid with 4111 1111 1111 1111\0' }
    const { body: event } = await test()
    const { tries } = await tried(event.id, 1)
    expect(tries[0].answer).toBe('paid with 411111******1111\uFFFD')
  })

  it('says in words why no answer came', async () => {
    await receiver.close()
    const { body: event } = await test()
    const { tries } = await tried(event.id, 1)
    expect(tries).toMatchObject([
      { response_status: null, answer: null, failure: 'The connection failed (ECONNREFUSED).' },
    ])
  })

  it('forgets tries after 30 days', async () => {
    const { body: event } = await test()
    await tried(event.id, 1)
    const { sql } = app.database
    await sql`
      update delivery_tries set tried_at = now() - interval '31 days' where merchant_id = ${merchant.merchantId}
        and event_id = ${event.id}`
    await archiveOld(app.gateway)
    const { body } = await merchant.call('GET', `/api/events/${event.id}/deliveries`)
    expect(body.items).toMatchObject([{ status: 'DELIVERED', tries: [] }])
  })
})

import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimDeliveries, markDeliveries, redeliver } from '#store/events/deliveries.ts'
import { deliverAll, openWebhookWorld } from '#test/webhook-fixture.ts'
import { openWebhookReceiver, type ReceivedWebhook, type Reply, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { deliverDue } from './deliver.ts'
import { InFlightLimiter } from './in-flight-limiter.ts'
import { closeWebhookDispatcher, type WebhookDispatcher } from './webhook-dispatcher.ts'

let world: Awaited<ReturnType<typeof openWebhookWorld>>
let receiver: WebhookReceiver
let answer: (webhook: ReceivedWebhook) => Reply
let dispatchers: WebhookDispatcher[]

beforeEach(async () => {
  world = await openWebhookWorld()
  answer = () => ({ status: 204 })
  receiver = await openWebhookReceiver((webhook) => answer(webhook))
  dispatchers = []
})

afterEach(async () => {
  await receiver.close()
  await Promise.all(dispatchers.map(closeWebhookDispatcher))
  await world.drop()
})

function newDispatcher(overrides = {}): WebhookDispatcher {
  const dispatcher = world.openWebhookDispatcher(overrides)
  dispatchers.push(dispatcher)
  return dispatcher
}

const CLAIM = { limit: 10, perEndpoint: 10, capacities: {}, leaseSeconds: 30 }
const claim = () => claimDeliveries(world.sql, CLAIM)

const webhookIds = () => receiver.received.map(({ headers }) => headers['webhook-id'])

describe('an endpoint that nothing reaches', () => {
  const failings = () => world.sql<{ event_id: string; payload: string }[]>`
    select event_id, payload from events where event = 'webhook_endpoint.failing'`
  const dueAgain = () => world.sql`update deliveries set next_attempt_at = now() where status = 'PENDING'`

  it('is reported once, to subscribed endpoints, until a delivery arrives there again', async () => {
    const endpoint = await world.register(`${receiver.url}/hook?key=hidden`)
    const watching = await world.register(`${receiver.url}/watching`)
    await world.sql`
      update webhook_endpoints set event_types = '{webhook_endpoint.failing}' where webhook_endpoint_id = ${watching.id}`
    answer = ({ path }) => ({ status: path === '/watching' ? 204 : 503 })
    const dispatcher = newDispatcher({ webhookRetrySchedule: [60, 60, 60, 60] })
    await world.announce(3, [endpoint.id])
    for (const soFar of [0, 0, 1, 1]) {
      await deliverAll(dispatcher)
      expect(await failings()).toHaveLength(soFar)
      await dueAgain()
    }
    const [event] = await failings()
    expect(JSON.parse(event!.payload)).toEqual({
      event: 'webhook_endpoint.failing',
      payload: {
        merchant_id: world.merchantId,
        webhook_endpoint_id: endpoint.id,
        origin: receiver.url,
        failing_since: expect.any(String),
        response_status: 503,
        failure: null,
      },
    })
    expect(receiver.received.filter(({ path }) => path === '/watching').map(({ body }) => body)).toEqual([
      event!.payload,
    ])

    answer = () => ({ status: 204 })
    await deliverAll(dispatcher)
    const [{ failing_since }] = await world.sql<[{ failing_since: Date | null }]>`
      select failing_since from webhook_endpoints where webhook_endpoint_id = ${endpoint.id}`
    expect(failing_since).toBeNull()
  })
})

describe('delivering', () => {
  it('sends each event exactly once when nothing fails, with four workers at work', async () => {
    const endpoint = await world.register(`${receiver.url}/hook`)
    const ids = await world.announce(400, [endpoint.id])
    await Promise.all(Array.from({ length: 4 }, () => deliverAll(newDispatcher())))
    expect(webhookIds().sort()).toEqual(ids.sort())
    const rows = await world.deliveries()
    expect(new Set(rows.map((row) => `${row.status} ${row.attempts} ${row.response_status} ${row.due_in}`))).toEqual(
      new Set(['DELIVERED 1 204 null']),
    )
  })

  it('signs the exact body so that the standardwebhooks package accepts it', async () => {
    const endpoint = await world.register(receiver.url)
    await world.announce(1, [endpoint.id])
    await deliverAll(newDispatcher())
    const [webhook] = receiver.received
    expect(new Webhook(endpoint.secret).verify(webhook!.body, webhook!.headers)).toEqual({
      event: 'transaction.processed',
    })
  })
})

describe('a worker', () => {
  it('claims only as many deliveries as it has room for, of all merchants', async () => {
    const merchants = 40
    const room = 16
    const limiter = new (class extends InFlightLimiter {
      override get capacity() {
        return room - this.inFlight
      }
    })()
    await world.sql`
      insert into events (merchant_id, event_id, event, transaction_id, payload, created_at)
      select 'mer_' || number, 'evt_' || number, 'transaction.processed', 'trx_' || number, '{}', now()
      from generate_series(1, ${merchants}::int) as number`
    await world.sql`
      insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
      select 'mer_' || number, 'evt_' || number, 'whe_' || number, now()
      from generate_series(1, ${merchants}::int) as number`
    const dispatcher = { ...newDispatcher(), limiter }
    const taken = await deliverDue(dispatcher)
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThanOrEqual(room)
    await deliverAll(dispatcher)
    expect(new Set((await world.deliveries()).map(({ status }) => status))).toEqual(new Set(['FAILED']))
  })
})

describe('a worker killed between sending and marking', () => {
  it('gives its delivery back within 30 s, and it is sent again with the same webhook-id', async () => {
    const endpoint = await world.register(receiver.url)
    const [id] = await world.announce(1, [endpoint.id])
    expect(await claim()).toHaveLength(1)
    expect(await claim()).toHaveLength(0)
    const [row] = await world.deliveries()
    expect(row).toMatchObject({ status: 'PENDING', attempts: 1 })
    expect(row!.due_in).toBeLessThanOrEqual(30)

    await world.sql`update deliveries set next_attempt_at = now()`
    await deliverAll(newDispatcher())
    expect(webhookIds()).toEqual([id])
    expect((await world.deliveries())[0]).toMatchObject({ status: 'DELIVERED', attempts: 2 })
  })
})

describe('an endpoint that fails', () => {
  it('is tried again on schedule with the same webhook-id until the delivery is FAILED', async () => {
    answer = () => ({ status: 500 })
    const endpoint = await world.register(receiver.url)
    const [id] = await world.announce(1, [endpoint.id])
    const dispatcher = newDispatcher()
    for (const pause of [60, 300]) {
      await deliverAll(dispatcher)
      const [row] = await world.deliveries()
      expect(row).toMatchObject({ status: 'PENDING', response_status: 500 })
      expect(row!.due_in).toBeGreaterThan(pause - 5)
      expect(row!.due_in).toBeLessThanOrEqual(pause * 1.2)
      await world.sql`update deliveries set next_attempt_at = now()`
    }
    await deliverAll(dispatcher)
    expect((await world.deliveries())[0]).toMatchObject({ status: 'FAILED', attempts: 3, due_in: null })
    expect(webhookIds()).toEqual([id, id, id])
  })

  it('is tried again immediately if that was requested just before its failure was recorded', async () => {
    const endpoint = await world.register(receiver.url)
    const [id] = await world.announce(1, [endpoint.id])
    const [claimed] = await claim()
    await redeliver(world.sql, world.merchantId, id!)
    const { merchantId, eventId, webhookEndpointId, attempts } = claimed!
    const failed = { status: 'FAILED', responseStatus: 500, delaySeconds: null } as const
    const noted = { durationMs: 5, answer: null, failure: null }
    await markDeliveries(world.sql, [{ merchantId, eventId, webhookEndpointId, attempts, ...failed, ...noted }])
    expect((await world.deliveries())[0]).toMatchObject({ status: 'PENDING', response_status: 500 })
    await deliverAll(newDispatcher())
    expect((await world.deliveries())[0]).toMatchObject({ status: 'DELIVERED', attempts: 2 })
  })

  it('is left alone as long as its Retry-After asks', async () => {
    answer = () => ({ status: 429, headers: { 'retry-after': '600' } })
    const endpoint = await world.register(receiver.url)
    await world.announce(1, [endpoint.id])
    await deliverAll(newDispatcher())
    expect((await world.deliveries())[0]!.due_in).toBeGreaterThan(590)
  })

  it('is disabled by a 410, and what waits for it fails', async () => {
    answer = () => ({ status: 410 })
    const endpoint = await world.register(receiver.url)
    await world.announce(1, [endpoint.id])
    await world.sql`
      insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
      values (${world.merchantId}, 'evt_waiting', ${endpoint.id}, now() + interval '1 hour')`
    await deliverAll(newDispatcher())
    const rows = await world.deliveries()
    expect(rows.map((row) => `${row.status} ${row.response_status}`).sort()).toEqual(['FAILED 410', 'FAILED null'])
    const [row] = await world.sql`select status from webhook_endpoints`
    expect(row).toEqual({ status: 'DISABLED' })
  })

  it('gets nothing once it is disabled, also where an event was written at the same instant', async () => {
    const endpoint = await world.register(receiver.url)
    await world.sql`update webhook_endpoints set status = 'DISABLED'`
    await world.announce(1, [endpoint.id])
    await deliverAll(newDispatcher())
    expect(receiver.received).toEqual([])
    expect((await world.deliveries())[0]).toMatchObject({ status: 'FAILED', response_status: null })
  })

  it('answers nothing that reaches a forbidden address', async () => {
    const endpoint = await world.register(receiver.url)
    await world.announce(1, [endpoint.id])
    await deliverAll(newDispatcher({ allowPrivateWebhooks: false }))
    expect(receiver.connections()).toBe(0)
    expect((await world.deliveries())[0]).toMatchObject({ status: 'PENDING', response_status: null })
  })
})

describe('an endpoint that hangs', () => {
  it('does not delay the others, however long its queue is', async () => {
    answer = ({ path }) => (path === '/hang' ? 'hang' : { status: 204 })
    const hanging = await world.register(`${receiver.url}/hang`)
    const good = await world.register(`${receiver.url}/good`)
    await world.announce(500, [hanging.id])
    const ids = await world.announce(100, [good.id])
    const dispatcher = newDispatcher()
    const delivered = () => receiver.received.filter(({ path }) => path === '/good')
    while (delivered().length < ids.length) await deliverDue(dispatcher)
    expect(
      delivered()
        .map(({ headers }) => headers['webhook-id'])
        .sort(),
    ).toEqual(ids.sort())
    // None of those that hang was timed out meanwhile, or the next of its queue would have been sent.
    expect(receiver.received.length - ids.length).toBeLessThanOrEqual(64)
  })
})

describe('a worker that stops', () => {
  it('leaves what is still in progress to be tried again, without counting it as a failure', async () => {
    answer = () => 'hang'
    const endpoint = await world.register(receiver.url)
    await world.announce(1, [endpoint.id])
    const dispatcher = world.openWebhookDispatcher()
    await deliverDue(dispatcher)
    await closeWebhookDispatcher(dispatcher)
    const [row] = await world.deliveries()
    expect(row).toMatchObject({ status: 'PENDING', attempts: 1 })
    expect(row!.due_in).toBeLessThanOrEqual(30)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventsApp, HOOK, TERMINAL } from './events-app.ts'

let world: Awaited<ReturnType<typeof eventsApp>>

beforeAll(async () => {
  world = await eventsApp()
})
afterAll(() => world.close())
beforeEach(() => world.sql`truncate events, deliveries, transactions, webhook_endpoints`)

const BODY =
  '{"event":"transaction.processed","payload":{"id":"trx_1","amount":9223372036854775807,"metadata":{"n":1.0e3}}}'

/** Writes an event of `mer_1` as the ending of its transaction does, `seconds` after the first. */
async function announce(number: number, seconds = number, body = BODY): Promise<void> {
  const { sql } = world
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, seconds))
  await sql`
    insert into transactions (merchant_id, id, terminal_id, order_id, reference, transaction_type, currency, amount,
      normalized_amount, status, customer, payment_method, processing_result, initiated_by, systan, created_at, updated_at)
    values ('mer_1', ${`trx_${number}`}, ${TERMINAL}, 'ord_1', 'R', 'PURCHASE', 'EUR', 1, 1, 'APPROVED', '{}', '{}', '{}',
      'CUSTOMER', 1, ${at}, ${at})`
  await sql`
    insert into events (merchant_id, event_id, event, transaction_id, payload, created_at)
    values ('mer_1', ${`evt_${number}`}, 'transaction.processed', ${`trx_${number}`}, ${body}::text::json, ${at})`
}

async function deliver(number: number, endpoint: string, status: string): Promise<void> {
  await world.sql`
    insert into deliveries (merchant_id, event_id, webhook_endpoint_id, status, attempts, response_status)
    values ('mer_1', ${`evt_${number}`}, ${endpoint}, ${status}, 1, 200)`
}

const list = (query = '', as?: string) => world.call('GET', `/api/events${query}`, undefined, as)
const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id)

describe('GET /api/events/{id}', () => {
  it('shows what was sent, numbers to the last digit, and every delivery', async () => {
    await announce(1)
    await deliver(1, 'whe_1', 'DELIVERED')
    const shown = await world.call('GET', '/api/events/evt_1')
    expect(shown.status).toBe(200)
    expect(shown.body).toMatchObject({
      id: 'evt_1',
      event: 'transaction.processed',
      transaction_id: 'trx_1',
      created_at: '2026-01-01T00:00:01.000Z',
      deliveries: [
        { webhook_endpoint_id: 'whe_1', status: 'DELIVERED', attempts: 1, response_status: 200, next_attempt_at: null },
      ],
    })
    expect(shown.text).toContain('"payload":{"id":"trx_1","amount":9223372036854775807,"metadata":{"n":1.0e3}}')
  })

  it('answers for another merchant exactly as for an unknown event', async () => {
    await announce(1)
    const foreign = await world.call('GET', '/api/events/evt_1', undefined, 'neighbour')
    expect(foreign).toEqual(await world.call('GET', '/api/events/evt_none', undefined, 'neighbour'))
    expect(foreign.status).toBe(404)
  })
})

describe('GET /api/events', () => {
  it('walks all events once, newest first, though many share a moment', async () => {
    for (let number = 1; number <= 7; number += 1) await announce(number, Math.ceil(number / 4))
    const seen: string[] = []
    let query = '?limit=2'
    for (let pages = 0; pages < 4; pages += 1) {
      const page = await list(query)
      seen.push(...idsOf(page))
      query = `?limit=2&cursor=${page.body.next_cursor}`
      if (pages === 3) expect(page.body.next_cursor).toBeNull()
    }
    expect(seen).toEqual(['evt_7', 'evt_6', 'evt_5', 'evt_4', 'evt_3', 'evt_2', 'evt_1'])
  })

  it('filters by transaction and by the status of a delivery', async () => {
    for (const number of [1, 2, 3]) await announce(number)
    await deliver(1, 'whe_1', 'FAILED')
    await deliver(1, 'whe_2', 'DELIVERED')
    await deliver(2, 'whe_1', 'DELIVERED')
    expect(idsOf(await list('?transaction_id=trx_2'))).toEqual(['evt_2'])
    expect(idsOf(await list('?status=DELIVERED'))).toEqual(['evt_2', 'evt_1'])
    expect(idsOf(await list('?status=FAILED'))).toEqual(['evt_1'])
    expect(idsOf(await list('?status=FAILED&transaction_id=trx_2'))).toEqual([])
  })

  it('filters by endpoint, by the status of the delivery there, and by time', async () => {
    for (const number of [1, 2, 3]) await announce(number)
    await deliver(1, 'whe_1', 'FAILED')
    await deliver(2, 'whe_1', 'DELIVERED')
    await deliver(2, 'whe_2', 'FAILED')
    expect(idsOf(await list('?webhook_endpoint_id=whe_1'))).toEqual(['evt_2', 'evt_1'])
    expect(idsOf(await list('?webhook_endpoint_id=whe_1&status=FAILED'))).toEqual(['evt_1'])
    expect(idsOf(await list('?webhook_endpoint_id=whe_none'))).toEqual([])
    expect(idsOf(await list('?created_from=2026-01-01T00:00:02Z'))).toEqual(['evt_3', 'evt_2'])
    expect(idsOf(await list('?created_from=2026-01-01T00:00:02Z&created_to=2026-01-01T00:00:03Z'))).toEqual(['evt_2'])
  })

  it.each(['?limit=0', '?limit=101', '?limit=x', '?cursor=nonsense', '?cursor=', '?status=LOST', '?created_to=soon'])(
    'answers %s with a 422',
    async (query) => {
      const property = query.slice(1, query.indexOf('='))
      expect(await list(query)).toMatchObject({ status: 422, body: { errors: [{ property }] } })
    },
  )

  it("shows a merchant nothing of another's, by any filter or cursor", async () => {
    for (const number of [1, 2]) await announce(number)
    const { body } = await list('?limit=1')
    expect(idsOf(await list(`?cursor=${body.next_cursor}`, 'neighbour'))).toEqual([])
    expect(idsOf(await list('?transaction_id=trx_1', 'neighbour'))).toEqual([])
  })
})

describe('POST /api/events/redeliver-failed', () => {
  const redeliverFailed = (body: object, as?: string) => world.call('POST', '/api/events/redeliver-failed', body, as)

  it('queues what failed at active endpoints, of one endpoint or one time, and nothing else', async () => {
    for (const number of [1, 2, 3]) await announce(number)
    const make = async () => (await world.call('POST', '/api/webhook-endpoints', { url: HOOK })).body.id as string
    const [one, other, disabled] = [await make(), await make(), await make()]
    await world.call('PATCH', `/api/webhook-endpoints/${disabled}`, { status: 'DISABLED' })
    for (const number of [1, 2]) await deliver(number, one, 'FAILED')
    for (const endpoint of [other, disabled]) await deliver(2, endpoint, 'FAILED')
    await deliver(3, one, 'DELIVERED')
    const pending = async () => (await list('?status=PENDING')).body.items.map(({ id }: { id: string }) => id)
    expect((await redeliverFailed({}, 'neighbour')).body).toEqual({ redelivered: 0 })
    const late = { webhook_endpoint_id: one, created_from: '2026-01-01T00:00:02Z' }
    expect((await redeliverFailed(late)).body).toEqual({ redelivered: 1 })
    expect(await pending()).toEqual(['evt_2'])
    expect((await redeliverFailed({})).body).toEqual({ redelivered: 2 })
    expect(await pending()).toEqual(['evt_2', 'evt_1'])
    expect((await list(`?webhook_endpoint_id=${disabled}&status=FAILED`)).body.items).toHaveLength(1)
  })
})

describe('POST /api/events/{id}/redeliver', () => {
  const redeliver = (id: string, as?: string) => world.call('POST', `/api/events/${id}/redeliver`, undefined, as)

  it('queues the event again at every active endpoint that fits, newer ones included', async () => {
    await announce(1)
    const make = async (body: object) => (await world.call('POST', '/api/webhook-endpoints', body)).body.id as string
    const failed = await make({ url: HOOK })
    const delivered = await make({ url: HOOK, terminal_id: TERMINAL })
    const newer = await make({ url: HOOK })
    const other = await make({ url: HOOK, terminal_id: 'ter_other' })
    const disabled = await make({ url: HOOK })
    await world.call('PATCH', `/api/webhook-endpoints/${disabled}`, { status: 'DISABLED' })
    await deliver(1, failed, 'FAILED')
    await deliver(1, delivered, 'DELIVERED')

    const answer = await redeliver('evt_1')
    expect(answer).toMatchObject({ status: 200, body: { id: 'evt_1' } })
    const queued = answer.body.deliveries.map(
      (delivery: { webhook_endpoint_id: string }) => delivery.webhook_endpoint_id,
    )
    expect(queued.sort()).toEqual([failed, delivered, newer].sort())
    expect(queued).not.toContain(other)
    const statuses = answer.body.deliveries.map((delivery: { status: string }) => delivery.status)
    expect(new Set(statuses)).toEqual(new Set(['PENDING']))
  })

  it("is a 404 for a neighbor's event and queues nothing", async () => {
    await announce(1)
    await world.call('POST', '/api/webhook-endpoints', { url: HOOK }, 'neighbour')
    expect((await redeliver('evt_1', 'neighbour')).status).toBe(404)
    expect(await world.sql`select from deliveries`).toHaveLength(0)
  })
})

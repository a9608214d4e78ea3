import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventsApp, HOOK, TERMINAL } from './events-app.ts'

let world: Awaited<ReturnType<typeof eventsApp>>

beforeAll(async () => {
  world = await eventsApp()
})
afterAll(() => world.close())

const create = (body: object = { url: HOOK }) => world.call('POST', '/api/webhook-endpoints', body)

describe('a webhook endpoint', () => {
  it('is created with a secret that no later answer shows', async () => {
    const created = await create({ url: HOOK, terminal_id: TERMINAL })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.stringMatching(/^whe_/),
      secret_since: created.body.created_at,
      previous_secret_until: null,
      url: HOOK,
      terminal_id: TERMINAL,
      status: 'ACTIVE',
      event_types: ['transaction.processed'],
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    })
    const { secret: _, ...shown } = created.body
    expect(await world.call('GET', `/api/webhook-endpoints/${shown.id}`)).toMatchObject({ status: 200, body: shown })
    expect((await world.call('GET', '/api/webhook-endpoints')).text).not.toContain('whsec_')
  })

  it('is for all terminals where none is named', async () => {
    expect((await create()).body.terminal_id).toBeNull()
  })

  it('keeps no secret in the clear', async () => {
    const { body } = await create()
    const [row] = await world.sql`select * from webhook_endpoints where webhook_endpoint_id = ${body.id}`
    const secret = Buffer.from(body.secret.replace('whsec_', ''), 'base64')
    expect(Buffer.from(row!.sealed_secret).includes(secret)).toBe(false)
  })

  it.each([
    ['url', {}],
    ['url', { url: 'ftp://8.8.8.8/' }],
    ['url', { url: 'not a url' }],
    ['url', { url: 'https://user:secret@8.8.8.8/' }],
    ['url', { url: `https://8.8.8.8/${'x'.repeat(2048)}` }],
    ['url', { url: 'https://127.0.0.1/' }],
    ['url', { url: 'https://localhost./' }],
    ['terminal_id', { url: HOOK, terminal_id: 'ter_nobody' }],
    ['terminal_id', { url: HOOK, terminal_id: 'ter_foreign' }],
    ['terminal_id', { url: HOOK, terminal_id: 7 }],
  ])('is refused with a 422 on %s for %j', async (property, body) => {
    const refused = await create(body)
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ property }], method: 'POST', status: 422 } })
  })

  it('is rejected with all errors together', async () => {
    const { body } = await create({ url: 'https://10.0.0.1/', terminal_id: 'ter_foreign' })
    const properties = body.errors.map(({ property }: { property: string }) => property)
    expect(properties.sort()).toEqual(['terminal_id', 'url'])
  })

  it('changes address, status and terminal, each alone', async () => {
    const { body: made } = await create({ url: HOOK, terminal_id: TERMINAL })
    const patch = (change: object) => world.call('PATCH', `/api/webhook-endpoints/${made.id}`, change)
    const { secret: _, ...shown } = made
    expect(await patch({ status: 'DISABLED' })).toMatchObject({ status: 200, body: { ...shown, status: 'DISABLED' } })
    expect((await patch({ url: 'https://8.8.4.4/' })).body).toEqual({
      ...shown,
      status: 'DISABLED',
      url: 'https://8.8.4.4/',
    })
    expect((await patch({ terminal_id: null, status: 'ACTIVE' })).body).toMatchObject({
      terminal_id: null,
      status: 'ACTIVE',
    })
    expect(await patch({ status: 'GONE' })).toMatchObject({ status: 422, body: { errors: [{ property: 'status' }] } })
    expect(await patch({ url: 'http://10.0.0.1/' })).toMatchObject({ status: 422 })
  })

  it('gives a new secret when rotated and keeps the old one for 24 hours', async () => {
    const { body: made } = await create()
    const rotated = await world.call('POST', `/api/webhook-endpoints/${made.id}/rotate-secret`)
    expect(rotated).toMatchObject({ status: 200, body: { id: made.id, secret: expect.stringMatching(/^whsec_/) } })
    expect(rotated.body.secret).not.toBe(made.secret)
    const [row] = await world.sql`
      select extract(epoch from previous_secret_until - now())::float / 3600 as hours, sealed_previous_secret
      from webhook_endpoints where webhook_endpoint_id = ${made.id}`
    expect(row!.hours).toBeCloseTo(24, 1)
    expect(row!.sealed_previous_secret).not.toBeNull()
  })

  it('is gone after DELETE, and what waited for it has failed', async () => {
    const { body: made } = await create()
    await world.sql`
      insert into deliveries (merchant_id, event_id, webhook_endpoint_id, next_attempt_at)
      values ('mer_1', 'evt_waiting', ${made.id}, now())`
    expect(await world.call('DELETE', `/api/webhook-endpoints/${made.id}`)).toMatchObject({ status: 204, body: null })
    expect((await world.call('GET', `/api/webhook-endpoints/${made.id}`)).status).toBe(404)
    expect((await world.call('DELETE', `/api/webhook-endpoints/${made.id}`)).status).toBe(404)
    expect(await world.sql`select status from deliveries where event_id = 'evt_waiting'`).toMatchObject([
      { status: 'FAILED' },
    ])
  })

  it('of another merchant answers exactly as one that does not exist', async () => {
    const { body: made } = await create()
    const paths = ['GET', 'PATCH', 'DELETE'] as const
    for (const method of paths) {
      const url = (id: string) => `/api/webhook-endpoints/${id}`
      const body = method === 'PATCH' ? { status: 'DISABLED' } : undefined
      const foreign = await world.call(method, url(made.id), body, 'neighbour')
      expect(foreign).toEqual(await world.call(method, url('whe_nobody'), body, 'neighbour'))
      expect(foreign.status).toBe(404)
    }
    const rotated = await world.call('POST', `/api/webhook-endpoints/${made.id}/rotate-secret`, undefined, 'neighbour')
    expect(rotated.status).toBe(404)
    expect((await world.call('GET', '/api/webhook-endpoints', undefined, 'neighbour')).body.items).toEqual([])
  })
})

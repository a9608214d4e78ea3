import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminApp, INSTANT, refused, startAdminApp } from './admin-app.ts'

let app: AdminApp
let path: string
beforeAll(async () => {
  app = await startAdminApp()
  path = `/admin/merchants/${app.merchant.merchantId}/webhook-endpoints`
})
afterAll(() => app.close())

const URL = 'https://8.8.8.8/hook'

describe('POST /admin/merchants/{id}/webhook-endpoints', () => {
  it('answers 201 with a secret that no later answer shows', async () => {
    const wanted = { url: URL, terminal_id: app.merchant.terminalId }
    const { status, body } = await app.operator('POST', path, wanted)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...wanted,
      id: expect.stringMatching(/^whe_\w+$/),
      event_types: ['transaction.processed'],
      secret_since: body.created_at,
      previous_secret_until: null,
      status: 'ACTIVE',
      created_at: expect.stringMatching(INSTANT),
      secret: expect.stringMatching(/^whsec_/),
    })
    const { secret, ...shown } = body
    const list = await app.operator('GET', path)
    expect(list.body.items).toContainEqual(shown)
    expect(list.text).not.toContain(secret)
    expect(await app.merchant.call('GET', `/api/webhook-endpoints/${body.id}`)).toMatchObject({
      status: 200,
      body: shown,
    })
  })

  it('without a terminal it gets events of all terminals', async () => {
    expect(await app.operator('POST', path, { url: URL })).toMatchObject({ status: 201, body: { terminal_id: null } })
  })

  it("a bad URL is a 422, as is another merchant's terminal", async () => {
    const { terminalId } = await app.newMerchant()
    expect(refused(await app.operator('POST', path, { url: 'ftp://shop.example' }))).toEqual(['url'])
    expect(refused(await app.operator('POST', path, {}))).toEqual(['url'])
    expect(refused(await app.operator('POST', path, { url: URL, terminal_id: terminalId }))).toEqual(['terminal_id'])
  })

  it('for an unknown merchant is 404', async () => {
    const unknown = '/admin/merchants/mer_unknown/webhook-endpoints'
    expect(await app.operator('POST', unknown, { url: URL })).toMatchObject({ status: 404 })
    expect(await app.operator('GET', unknown)).toMatchObject({ status: 404 })
  })
})

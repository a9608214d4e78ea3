import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminApp, startAdminApp } from './admin-app.ts'

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp()
})
afterAll(() => app.close())

const ROUTES: readonly [method: string, path: string][] = [
  ['POST', '/admin/merchants'],
  ['GET', '/admin/merchants'],
  ['GET', '/admin/merchants/mer_1'],
  ['PATCH', '/admin/merchants/mer_1'],
  ['POST', '/admin/merchants/mer_1/rotate-client-secret'],
  ['POST', '/admin/merchants/mer_1/rotate-encryption-key'],
  ['POST', '/admin/merchants/mer_1/terminals'],
  ['GET', '/admin/merchants/mer_1/terminals'],
  ['GET', '/admin/terminals/ter_1'],
  ['PATCH', '/admin/terminals/ter_1'],
  ['POST', '/admin/merchants/mer_1/provider-accounts'],
  ['GET', '/admin/merchants/mer_1/provider-accounts'],
  ['GET', '/admin/provider-accounts/acc_1'],
  ['PATCH', '/admin/provider-accounts/acc_1'],
  ['POST', '/admin/merchants/mer_1/webhook-endpoints'],
  ['GET', '/admin/merchants/mer_1/webhook-endpoints'],
  ['POST', '/admin/wallet-keys'],
  ['GET', '/admin/wallet-keys'],
  ['GET', '/admin/wallet-keys/key_1'],
  ['POST', '/admin/wallet-keys/key_1/retire'],
  ['GET', '/admin/audit-log'],
]

describe.each(ROUTES)('%s %s', (method, path) => {
  it("a merchant's token gets 403 with an error", async () => {
    const answer = await app.merchant.call(method, path)
    expect(answer).toMatchObject({ status: 403, body: { error: expect.any(String) } })
  })

  it('no token gets 401 with an error', async () => {
    const answer = await fetch(app.baseUrl + path, { method })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ error: expect.any(String) })
  })
})

it.each([
  ['POST', '/api/transactions/authorize'],
  ['GET', '/api/transactions'],
  ['GET', '/api/events'],
  ['GET', '/api/webhook-endpoints'],
])("an operator's token on %s %s gets 403 with an error", async (method, path) => {
  expect(await app.operator(method, path)).toMatchObject({ status: 403, body: { error: expect.any(String) } })
})

describe('a rotated client secret', () => {
  async function askForToken(clientId: string, clientSecret: string, at: string) {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const answer = await fetch(`${at}/realms/uat/protocol/openid-connect/token`, { method: 'POST', body })
    return { status: answer.status, body: (await answer.json()) as { error?: string } }
  }

  it('is answered once; from then on the old one is refused and the new one taken, on every process', async () => {
    const { merchantId, clientId, clientSecret } = app.merchant
    const addresses = [app.baseUrl, await app.secondApi()]
    for (const at of addresses) expect(await askForToken(clientId, clientSecret, at)).toMatchObject({ status: 200 })
    const { status, body } = await app.operator('POST', `/admin/merchants/${merchantId}/rotate-client-secret`)
    expect(status).toBe(200)
    expect(body).toEqual({ client_id: clientId, client_secret: expect.stringMatching(/^\w{32}$/) })
    for (const at of addresses) {
      const refused = await askForToken(clientId, clientSecret, at)
      expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
      expect(await askForToken(clientId, body.client_secret, at)).toMatchObject({ status: 200 })
    }
    const shown = await app.operator('GET', `/admin/merchants/${merchantId}`)
    expect(shown.text).not.toContain(body.client_secret)
  })
})

it('an operator reads how far searches and counts of payments are behind', async () => {
  const { status, body } = await app.operator('GET', '/admin/system')
  expect([status, typeof body.search_lag_seconds]).toEqual([200, 'number'])
})

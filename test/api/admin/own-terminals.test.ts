import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeProviderAccount, createProviderAccount } from '#flows/admin/provider-accounts.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { fieldOf, newVisitor } from '#test/visitor.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const path = () => `/api/terminals/${app.merchant.terminalId}`

describe('a merchant', () => {
  it('sees its terminals without the data for acquirers and issuers', async () => {
    const { call, terminalId } = app.merchant
    const { body } = await call('GET', '/api/terminals')
    expect(body).toMatchObject({
      items: [{ terminal_id: terminalId, name: 'Shop', status: 'ACTIVE' }],
      next_cursor: null,
    })
    expect((await call('GET', path())).body).toEqual(body.items[0])
    expect(Object.keys(body.items[0])).not.toContain('three_ds')
  })

  it('changes where card fields may be shown, which takes effect immediately and is in its audit log', async () => {
    const { call, merchantId, clientId, terminalId } = app.merchant
    const origins = ['https://shop.example', 'https://m.shop.example']
    const changed = await call('PATCH', path(), { body: { allowed_origins: origins } })
    expect(changed).toMatchObject({ status: 200, body: { allowed_origins: origins } })
    expect((await call('GET', path())).body.allowed_origins).toEqual(origins)
    const { body } = await call('GET', `/api/audit-log?subject=${terminalId}&action=terminal.changed`)
    expect(body.items).toMatchObject([
      {
        merchant_id: merchantId,
        actor: clientId,
        actor_kind: 'merchant',
        ip: '127.0.0.1',
        request_id: changed.headers.get('x-request-id'),
        changes: { allowed_origins: origins },
      },
    ])
  })

  it('changes nothing else of a terminal', async () => {
    const { call } = app.merchant
    const before = (await call('GET', path())).body
    const refused = await call('PATCH', path(), { body: { allowed_origins: ['https://shop.example/path'] } })
    expect(refused.status).toBe(422)
    const body = { allowed_origins: before.allowed_origins, allow_unauthenticated: true, status: 'INACTIVE' }
    expect((await call('PATCH', path(), { body })).status).toBe(200)
    expect((await call('GET', path())).body).toEqual(before)
  })

  it('sees its provider accounts in the order they are tried, with their circuits and without their settings', async () => {
    const owner = await app.newMerchant()
    const account = { provider: 'card-simulator', name: 'Second', settings: { response_code: 'TRX_STATUS_DECLINED' } }
    const second = await createProviderAccount(app.gateway, 'test', owner.merchantId, { ...account, credentials: {} })
    await changeProviderAccount(app.gateway, 'test', second.providerAccountId, { status: 'INACTIVE' })
    const { body, text } = await owner.call('GET', '/api/provider-accounts')
    expect(body.items.at(-1)).toEqual({
      provider_account_id: second.providerAccountId,
      provider: 'card-simulator',
      name: 'Second',
      status: 'INACTIVE',
      circuit: { state: 'CLOSED', consecutive_failures: 0, opened_at: null, next_probe_at: null },
      created_at: expect.any(String),
    })
    expect(body.items.length).toBeGreaterThan(1)
    expect(text).not.toContain('TRX_STATUS_DECLINED')
  })
})

describe('GET /api/audit-log', () => {
  it("shows changes by operators, the merchant's servers and the gateway itself, and none of other merchants", async () => {
    const owner = await app.newMerchant()
    const endpoint = (await owner.call('POST', '/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/hook' } }))
      .body
    const at = `/api/webhook-endpoints/${endpoint.id}`
    const { secret } = (await owner.call('POST', `${at}/rotate-secret`, { body: {} })).body
    await owner.call('PATCH', at, { body: { url: 'http://127.0.0.1:9/other', status: 'DISABLED' } })
    await owner.call('DELETE', at)
    const { body, text } = await owner.call('GET', '/api/audit-log?limit=100')
    const told = body.items.map(({ action, actor_kind }: { action: string; actor_kind: string }) => [
      action,
      actor_kind,
    ])
    expect(told).toEqual([
      ['webhook-endpoint.removed', 'merchant'],
      ['webhook-endpoint.changed', 'merchant'],
      ['webhook-endpoint.secret-rotated', 'merchant'],
      ['webhook-endpoint.created', 'merchant'],
      ['terminal.created', 'system'],
      ['merchant.created', 'system'],
    ])
    for (const untold of [secret, endpoint.secret, '/other', app.merchant.merchantId])
      expect(text).not.toContain(untold)
    const since = encodeURIComponent(body.items[3].created_at)
    const later = await owner.call('GET', `/api/audit-log?created_from=${since}&actor=${owner.clientId}`)
    expect(later.body.items).toHaveLength(4)
  })
})

it('methods that only simulators support are marked in the terminal, on its page and in the guide', async () => {
  const merchant = await app.newMerchant()
  const { simulated_only } = (await merchant.call('GET', `/api/terminals/${merchant.terminalId}`)).body
  const guide = readFileSync('docs/integrate/vouchers.md', 'utf8')
  const marked = [...guide.matchAll(/^\| `([\w-]+)` \| [^|]+ \(simulators only\) \|$/gm)].map(([, method]) => method)
  expect(simulated_only.toSorted()).toEqual(marked.toSorted())
  expect(simulated_only).toContain('voucher-redirect-sft')
  expect(simulated_only).not.toContain('voucher-redirect-ali')
  const owner = await newVisitor(app, 'owner', merchant.merchantId)
  const page = await owner.get(`/dashboard/terminals/${merchant.terminalId}`)
  expect(fieldOf(page, 'simulated-only').split(', ')).toHaveLength(marked.length)
  await app.database.sql`update terminals set payment_methods = '{card}' where terminal_id = ${merchant.terminalId}`
  expect((await merchant.call('GET', '/api/terminals')).body.items[0].simulated_only).toEqual([])
})

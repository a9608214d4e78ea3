import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLink } from '../payment-links/links.ts'
import { type AdminApp, INSTANT, refused, startAdminApp } from './admin-app.ts'

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp({ isOwn: true })
})
afterAll(() => app.close())

interface Entry {
  actor: string
  action: string
  subject: string
  changes: object
}

const SECRET_URL = 'https://8.8.8.8/hook/a-secret-in-the-path'

/** One of every change there is. @returns what was answered, in the same order */
async function changeEverything() {
  const { body: merchant } = await app.operator('POST', '/admin/merchants', { name: 'Audited', country: 'RO' })
  const path = `/admin/merchants/${merchant.merchant_id}`
  const { body: terminal } = await app.operator('POST', `${path}/terminals`, { name: 'Kiosk', currencies: ['EUR'] })
  const wanted = { provider: 'card-simulator', name: 'Spare', settings: { response_code: 'TRX_STATUS_FAILED' } }
  const { body: account } = await app.operator('POST', `${path}/provider-accounts`, wanted)
  const { body: webhook } = await app.operator('POST', `${path}/webhook-endpoints`, { url: SECRET_URL })
  await app.operator('PATCH', path, { tokenization_enabled: false })
  await app.operator('PATCH', `/admin/terminals/${terminal.terminal_id}`, { accepts_payments: false })
  const settings = { response_code: 'TRX_STATUS_DECLINED' }
  await app.operator('PATCH', `/admin/provider-accounts/${account.provider_account_id}`, { settings })
  const { body: rotated } = await app.operator('POST', `${path}/rotate-client-secret`)
  const { body: renewed } = await app.operator('POST', `${path}/rotate-encryption-key`)
  return { merchant, terminal, account, webhook, rotated, renewed }
}

it('every admin change is in the audit log with its actor, newest first, and no secret is', async () => {
  const { merchant, terminal, account, webhook, rotated } = await changeEverything()
  const { status, body, text } = await app.operator('GET', `/admin/audit-log?merchant_id=${merchant.merchant_id}`)
  expect(status).toBe(200)
  const told = body.items.map(({ actor, action, subject, changes }: Entry) => ({ actor, action, subject, changes }))
  const actor = app.operatorId
  expect(told.reverse()).toEqual([
    { actor, action: 'merchant.created', subject: merchant.merchant_id, changes: { name: 'Audited', country: 'RO' } },
    {
      actor,
      action: 'terminal.created',
      subject: terminal.terminal_id,
      changes: { name: 'Kiosk', currencies: ['EUR'] },
    },
    {
      actor,
      action: 'provider-account.created',
      subject: account.provider_account_id,
      changes: { provider: 'card-simulator', name: 'Spare' },
    },
    { actor, action: 'webhook-endpoint.created', subject: webhook.id, changes: { terminal_id: null } },
    { actor, action: 'merchant.changed', subject: merchant.merchant_id, changes: { tokenization_enabled: false } },
    { actor, action: 'terminal.changed', subject: terminal.terminal_id, changes: { accepts_payments: false } },
    {
      actor,
      action: 'provider-account.changed',
      subject: account.provider_account_id,
      changes: { settings: ['response_code'] },
    },
    { actor, action: 'merchant.client-secret-rotated', subject: rotated.client_id, changes: {} },
    {
      actor,
      action: 'merchant.encryption-key-rotated',
      subject: expect.stringMatching(/^key_/),
      changes: {},
    },
  ])
  for (const secret of [merchant.client_secret, rotated.client_secret, webhook.secret, SECRET_URL, 'TRX_STATUS']) {
    expect(text).not.toContain(secret)
  }
})

it('an entry has an id, its merchant and its time', async () => {
  const { body } = await app.operator('GET', '/admin/audit-log?limit=1')
  expect(body.items[0]).toMatchObject({
    id: expect.stringMatching(/^aud_/),
    merchant_id: expect.stringMatching(/^mer_/),
    created_at: expect.stringMatching(INSTANT),
  })
})

it('a change that is refused leaves no entry', async () => {
  const count = async () => (await app.database.sql`select from audit_log`).length
  const before = await count()
  expect(refused(await app.operator('POST', '/admin/merchants', { country: 'RO' }))).toEqual(['name'])
  expect((await app.operator('PATCH', '/admin/terminals/ter_unknown', {})).status).toBe(404)
  const path = `/admin/merchants/${app.merchant.merchantId}/webhook-endpoints`
  expect(refused(await app.operator('POST', path, { url: SECRET_URL, terminal_id: 'ter_unknown' }))).toEqual([
    'terminal_id',
  ])
  expect(await count()).toBe(before)
})

it('pages of it never overlap', async () => {
  const path = `/admin/audit-log?merchant_id=${app.merchant.merchantId}&limit=1`
  const first = (await app.operator('GET', path)).body
  const second = (await app.operator('GET', `${path}&cursor=${encodeURIComponent(first.next_cursor)}`)).body
  const actions = [first, second].flatMap(({ items }) => items.map(({ action }: Entry) => action))
  expect(actions).toEqual(['terminal.created', 'merchant.created'])
  expect(second.next_cursor).toBeNull()
})

it('every change that takes a time keeps it as that time, before and after', async () => {
  const merchant = await app.newMerchant()
  const [first, later] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const client = { name: 'Books', permissions: ['payments.read'], expires_at: first }
  const { client_id } = (await merchant.call('POST', '/api/clients', { body: client })).body
  await merchant.call('PATCH', `/api/clients/${client_id}`, { body: { expires_at: later } })
  const link = await createLink(merchant, { expires_at: first })
  await merchant.call('PATCH', `/api/payment-links/${link.id}`, { body: { expires_at: later } })
  const entry = { kind: 'email', value: 'ada@shop.example', expires_at: first }
  const { id } = (await merchant.call('POST', '/api/lists/block', { body: entry })).body
  const { items } = (await merchant.call('GET', '/api/audit-log')).body
  const changesOf = (action: string) => items.find((each: Entry) => each.action === action).changes
  expect(changesOf('client.created')).toMatchObject({ expires_at: first })
  const both = { before: { expires_at: first }, after: { expires_at: later } }
  expect(changesOf('client.changed')).toMatchObject(both)
  expect(changesOf('payment-link.changed')).toMatchObject(both)
  expect(changesOf('list.entries-added')).toEqual({ list: 'block', kinds: ['email'], expires_at: first, ids: [id] })
})

it('is append-only: the database itself refuses to change or delete an entry', async () => {
  const { sql } = app.database
  await expect(sql`update audit_log set actor = 'nobody'`).rejects.toThrow('written once')
  await expect(sql`delete from audit_log`).rejects.toThrow('written once')
})

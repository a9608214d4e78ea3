import { afterAll, beforeAll, expect, it } from 'vitest'
import { agree } from '../agreements/agreements.ts'
import { newClient } from '../identity/client-support.ts'
import { createLink } from '../payment-links/links.ts'
import { saveCard } from '../saved-cards/saved-card-support.ts'
import { type AdminApp, startAdminApp } from './admin-app.ts'

// A PATCH that changes nothing leaves no trace.

const KEY = 'a key that no one guesses'
const SIGNED = { provider: 'card-simulator', name: 'Signed', credentials: { webhook_secret: KEY } }

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp({ isOwn: true })
})
afterAll(() => app.close())

const ours = () => `/admin/merchants/${app.merchant.merchantId}`
const byMerchant = (method: string, path: string, body?: object) => app.merchant.call(method, path, { body })

async function newAccount(): Promise<string> {
  const { body } = await app.operator('POST', `${ours()}/provider-accounts`, SIGNED)
  return `/admin/provider-accounts/${body.provider_account_id}`
}

async function newEndpoint(): Promise<string> {
  const { body } = await byMerchant('POST', '/api/webhook-endpoints', { url: 'https://8.8.8.8/hook' })
  return `/api/webhook-endpoints/${body.id}`
}

interface Traces {
  readonly entries: number
  readonly events: number
  readonly version: bigint
}

async function countTraces(): Promise<Traces> {
  const [traces] = await app.database.sql<[Traces]>`
    select (select count(*)::int from audit_log) as entries, (select count(*)::int from events) as events,
      (select sum(config_version)::bigint from merchants) as version`
  return traces
}

/** Objects, their creation and a change. */
const CASES: readonly (readonly [string, () => Promise<string>, object])[] = [
  [
    'a merchant',
    async () => ours(),
    { country: 'RO', exchange_rates: { USD: '0.92' }, wallet_recipients: ['merchant:1'] },
  ],
  [
    'a terminal',
    async () => `/admin/terminals/${app.merchant.terminalId}`,
    { currencies: ['EUR'], card_testing_limit: { cards: 5, window_seconds: 60 }, exemptions: ['LOW_VALUE'] },
  ],
  [
    'the origins of a terminal',
    async () => `/api/terminals/${app.merchant.terminalId}`,
    { allowed_origins: ['https://shop.example'] },
  ],
  ['a provider account', newAccount, { name: 'Main', settings: { fee_fixed: 30 }, status: 'INACTIVE' }],
  ['a credential', newAccount, { credentials: { webhook_secret: `${KEY}, rotated` } }],
  ['a webhook endpoint', newEndpoint, { status: 'DISABLED', event_types: ['refund.failed'] }],
  ['the appearance', async () => '/api/appearance', { display_name: 'Larkspur', accent_color: '#7A1F5C' }],
  [
    'a client',
    async () => `/api/clients/${(await newClient(app.baseUrl, app.merchant)).clientId}`,
    { name: 'Books', permissions: ['payments.read'], expires_at: '2030-01-01T00:00:00.000Z' },
  ],
  [
    'a payment link',
    async () => `/api/payment-links/${(await createLink(app.merchant)).id}`,
    { max_payments: 3, description: 'Glazing workshop' },
  ],
  [
    'an agreement',
    async () => `/api/agreements/${(await agree(app.merchant)).agreement_id}`,
    { description: 'Weekly plan' },
  ],
  [
    'a stored card',
    async () => `/api/payment-methods/${await saveCard(app.merchant)}`,
    { holder_name: 'Ada Lovelace' },
  ],
]

it.each(CASES)('the same change of %s again has no audit entry and no event', async (_, create, change) => {
  const path = await create()
  const patch = (body: object) => (path.startsWith('/admin/') ? app.operator : byMerchant)('PATCH', path, body)
  const before = await countTraces()
  const first = await patch(change)
  const after = await countTraces()
  expect([first.status, after.entries]).toEqual([200, before.entries + 1])
  const { status, body } = await patch(change)
  expect([status, { ...body, updated_at: null }]).toEqual([200, { ...first.body, updated_at: null }])
  await patch({})
  expect(await countTraces()).toEqual(after)
})

it('of ten equal changes at the same time, one has an audit entry', async () => {
  const path = await newAccount()
  const before = await countTraces()
  const change = { credentials: { webhook_secret: `${KEY}, rotated` } }
  await Promise.all(Array.from({ length: 10 }, () => app.operator('PATCH', path, change)))
  expect((await countTraces()).entries).toBe(before.entries + 1)
})

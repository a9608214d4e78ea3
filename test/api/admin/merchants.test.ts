import { createPublicKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminApp, INSTANT, refused, startAdminApp } from './admin-app.ts'

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp({ isOwn: true })
})
afterAll(() => app.close())

const EVERYTHING = {
  name: 'Wren & Sons',
  country: 'SE',
  time_zone: 'Europe/Stockholm',
  tokenization_enabled: false,
  settlement_currency: 'SEK',
  exchange_rates: { EUR: '11.25', USD: '10.5' },
  external_client_ids: ['wren-web', 'wren-batch'],
  wallet_recipients: ['merchant:12345678901234567890', 'merchant:Wren'],
  personal_data_days: 365,
}

const NOTHING_SAID = {
  country: null,
  time_zone: 'UTC',
  tokenization_enabled: true,
  settlement_currency: null,
  exchange_rates: {},
  external_client_ids: [],
  wallet_recipients: [],
  personal_data_days: null,
}

/** Not the real providers, of which an account needs credentials. */
const SIMULATORS = [
  'alternative-simulator',
  'card-simulator',
  'payout-simulator',
  'voucher-simulator',
  'wallet-simulator',
]

describe('POST /admin/merchants', () => {
  it('answers 201 with every field, the credentials and an RSA 2048 public key', async () => {
    const { status, body } = await app.operator('POST', '/admin/merchants', EVERYTHING)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...EVERYTHING,
      merchant_id: expect.stringMatching(/^mer_\w+$/),
      status: 'ACTIVE',
      client_id: expect.stringMatching(/^\w{20}$/),
      client_secret: expect.stringMatching(/^\w{32}$/),
      client_key: expect.stringMatching(/^test_\w{32}$/),
      public_key: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/),
      created_at: expect.stringMatching(INSTANT),
    })
    expect(createPublicKey(body.public_key).asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 })
  })

  it('needs only a name', async () => {
    const { status, body } = await app.operator('POST', '/admin/merchants', { name: 'Plain' })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Plain', status: 'ACTIVE', ...NOTHING_SAID })
  })

  it('reports all errors together', async () => {
    const wrong = {
      country: 'XX',
      time_zone: '+02:00',
      tokenization_enabled: 'yes',
      settlement_currency: 'AAA',
      exchange_rates: { EUR: '1,5', USD: '0.0', euro: '1' },
      external_client_ids: [''],
      wallet_recipients: ['merchant:a', 'merchant:', 'gateway:tollgate', 'merchant:a-b', `merchant:${'a'.repeat(65)}`],
    }
    expect(refused(await app.operator('POST', '/admin/merchants', wrong))).toEqual([
      'country',
      'exchange_rates.EUR',
      'exchange_rates.USD',
      'exchange_rates.euro',
      'external_client_ids.0',
      'name',
      'settlement_currency',
      'time_zone',
      'tokenization_enabled',
      ...[1, 2, 3, 4].map((place) => `wallet_recipients.${place}`),
    ])
  })

  it('gives a new merchant one account on every simulator', async () => {
    const { body } = await app.operator('POST', '/admin/merchants', { name: 'Fresh' })
    const accounts = await app.operator('GET', `/admin/merchants/${body.merchant_id}/provider-accounts`)
    const providers = accounts.body.items.map(({ provider }: { provider: string }) => provider)
    expect(providers.sort()).toEqual(SIMULATORS)
  })

  it('repeats the first answer, secret included, for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const first = await app.operator('POST', '/admin/merchants', { name: 'Once' }, { headers })
    const again = await app.operator('POST', '/admin/merchants', { name: 'Once' }, { headers })
    expect(again).toMatchObject({ status: 201, text: first.text })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await app.operator('POST', '/admin/merchants', { name: 'Other' }, { headers })
    expect(refused(other)).toEqual(['Idempotency-Key'])
  })
})

describe.each([
  ['external_client_ids', ''],
  ['wallet_recipients', 'merchant:'],
])('%s', (field, prefix) => {
  const named = (ids: readonly string[]) => ({ [field]: ids.map((id) => prefix + id) })
  const create = (...ids: string[]) => app.operator('POST', '/admin/merchants', { name: 'Finch', ...named(ids) })

  it('speak for one merchant: listed for a second, they are refused by name, and nothing is stored', async () => {
    const { body: first } = await create('finchweb', 'finchapp')
    const before = (await app.operator('GET', '/admin/merchants')).body.items.length
    expect(refused(await create('robinweb', 'finchapp'))).toEqual([`${field}.1`])
    expect((await app.operator('GET', '/admin/merchants')).body.items.length).toBe(before)
    const { body: second } = await create('robinweb')
    const change = (id: string, ids: string[]) => app.operator('PATCH', `/admin/merchants/${id}`, named(ids))
    expect(refused(await change(second.merchant_id, ['finchweb']))).toEqual([`${field}.0`])
    expect((await change(first.merchant_id, ['finchapp'])).status).toBe(200)
    expect((await change(second.merchant_id, ['finchweb'])).body).toMatchObject(named(['finchweb']))
  })

  it('of two merchants that ask at the same time go to one', async () => {
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((own) => create('contested', own)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  })
})

describe('GET /admin/merchants', () => {
  it('shows a merchant as it was created, without the secret', async () => {
    const { body: created } = await app.operator('POST', '/admin/merchants', {
      ...EVERYTHING,
      external_client_ids: [],
      wallet_recipients: [],
    })
    const { client_secret, ...shown } = created
    const answer = await app.operator('GET', `/admin/merchants/${created.merchant_id}`)
    expect(answer).toMatchObject({ status: 200, body: shown })
    expect(answer.text).not.toContain(client_secret)
  })

  it('lists newest first, in pages that never overlap', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor ? `?limit=2&cursor=${encodeURIComponent(cursor)}` : '?limit=2'
      const { status, body } = await app.operator('GET', `/admin/merchants${query}`)
      expect(status).toBe(200)
      expect(body.items.length).toBeLessThanOrEqual(2)
      seen.push(...body.items.map(({ created_at }: { created_at: string }) => created_at))
      cursor = body.next_cursor
    }
    const [stored] = await app.database.sql<{ count: number }[]>`select count(*)::int from merchants`
    expect(seen).toHaveLength(stored!.count)
    expect(seen).toEqual([...seen].sort().reverse())
  })

  it('a bad limit or cursor is 422', async () => {
    expect(refused(await app.operator('GET', '/admin/merchants?limit=0'))).toEqual(['limit'])
    expect(refused(await app.operator('GET', '/admin/merchants?limit=101'))).toEqual(['limit'])
    expect(refused(await app.operator('GET', '/admin/merchants?cursor=junk'))).toEqual(['cursor'])
  })
})

describe('PATCH /admin/merchants/{id}', () => {
  it('changes what is said and leaves the rest', async () => {
    const { body: created } = await app.operator('POST', '/admin/merchants', {
      ...EVERYTHING,
      external_client_ids: [],
      wallet_recipients: [],
    })
    const path = `/admin/merchants/${created.merchant_id}`
    for (const [field, value] of Object.entries({ ...NOTHING_SAID, name: 'Wren', status: 'INACTIVE' })) {
      const before = (await app.operator('GET', path)).body
      const { status, body } = await app.operator('PATCH', path, { [field]: value })
      expect(status).toBe(200)
      expect(body).toEqual({ ...before, [field]: value })
      expect((await app.operator('GET', path)).body).toEqual(body)
    }
  })

  it('reports all errors together', async () => {
    const path = `/admin/merchants/${app.merchant.merchantId}`
    const wrong = { name: '', status: 'GONE', country: 'ro' }
    expect(refused(await app.operator('PATCH', path, wrong))).toEqual(['country', 'name', 'status'])
  })
})

it.each([
  ['GET', ''],
  ['PATCH', ''],
  ['POST', '/rotate-client-secret'],
  ['POST', '/rotate-encryption-key'],
  ['GET', '/terminals'],
  ['GET', '/provider-accounts'],
  ['GET', '/webhook-endpoints'],
])('%s /admin/merchants/{id}%s of an unknown merchant is 404', async (method, rest) => {
  const answer = await app.operator(method, `/admin/merchants/mer_unknown${rest}`, method === 'PATCH' ? {} : undefined)
  expect(answer).toMatchObject({ status: 404, body: { method, status: 404 } })
})

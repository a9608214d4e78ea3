import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdminApp, refused, startAdminApp } from './admin-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: a configuration is read field by field
type Any = any

const KEY = 'a key that nobody guesses'
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const REQUESTOR = {
  requestor_url: 'https://shop.example',
  merchant_name: 'Larkspur Coffee',
  merchant_category_code: '5814',
  merchant_country: 'RO',
  acquirer_bin: '438309',
  acquirer_merchant_id: '00002000000',
}

/** A configuration with everything set. */
function everything(name: string) {
  return {
    name,
    status: 'ACTIVE',
    country: 'RO',
    time_zone: 'Europe/Bucharest',
    tokenization_enabled: false,
    settlement_currency: 'EUR',
    exchange_rates: { USD: '0.92' },
    external_client_ids: [],
    wallet_recipients: [],
    personal_data_days: 400,
    appearance: { display_name: 'Larkspur', accent_color: '#7a1f5c', logo: PIXEL },
    provider_accounts: [
      {
        ...{
          provider: 'card-simulator',
          name: 'Signed',
          status: 'ACTIVE',
          settings: { response_code: 'TRX_STATUS_DECLINED' },
        },
        credentials: { webhook_secret: KEY },
      },
      { provider: 'card-simulator', name: 'Spare', status: 'INACTIVE', settings: {}, credentials: {} },
    ],
    terminals: [
      {
        ...{ name: 'Kiosk', status: 'INACTIVE', currencies: null, transaction_types: null, payment_methods: null },
        ...{ provider_accounts: null, allowed_origins: null, allow_unauthenticated: false, exemptions: [] },
        ...{ accepts_payments: false, card_testing_limit: null, receipts: 'off', three_ds: null },
      },
      {
        ...{ name: 'Web shop', status: 'ACTIVE', currencies: ['EUR', 'RON'], transaction_types: ['PURCHASE'] },
        ...{ payment_methods: null, provider_accounts: ['card-simulator/Signed', 'card-simulator/Spare'] },
        ...{ allowed_origins: ['https://shop.example'], allow_unauthenticated: true, exemptions: ['LOW_VALUE'] },
        ...{ accepts_payments: true, card_testing_limit: { cards: 5, window_seconds: 900 }, receipts: 'link' },
        three_ds: { ...REQUESTOR },
      },
    ],
    webhook_endpoints: [
      { url: 'https://8.8.8.8/hook', terminal: null, status: 'ACTIVE', event_types: ['transaction.processed'] },
      { url: 'https://8.8.8.8/hook', terminal: 'Web shop', status: 'DISABLED', event_types: ['refund.failed'] },
    ],
    rules: {
      risk: [
        {
          ...{ name: 'Large at the kiosk', status: 'ACTIVE' },
          when: [
            { field: 'amount', operator: 'gte', value: 50_000, currency: 'EUR' },
            { field: 'terminal', operator: 'in', value: ['Kiosk', 'Web shop'] },
          ],
          then: { action: 'REVIEW' },
        },
        { name: 'Last', status: 'OFF', when: [], then: { action: 'BLOCK' } },
      ],
      routing: [
        {
          ...{ name: 'Split', status: 'SHADOW', when: [] },
          then: {
            split: [
              { account: 'card-simulator/Signed', weight: 70 },
              { account: 'card-simulator/Spare', weight: 30 },
            ],
          },
        },
        { name: 'In order', status: 'ACTIVE', when: [], then: { accounts: ['card-simulator/Signed'] } },
      ],
    },
    lists: {
      block: [
        { kind: 'country', value: 'KP', reason: null, expires_at: null },
        { kind: 'customer_ip', value: '198.51.100.0/24', reason: 'proxies', expires_at: null },
      ],
      allow: [{ kind: 'bin', value: '411111', reason: null, expires_at: '2040-01-01T00:00:00.000Z' }],
    },
  }
}

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp()
})
afterAll(() => app.close())

let count = 0
let name: string
beforeEach(() => {
  name = `Configured ${++count}`
})

const post = (merchant: object, options: object = {}) =>
  app.operator('POST', '/admin/configuration', { merchant, ...options })

async function apply(merchant: object, options: object = {}): Promise<Any> {
  const { status, body } = await post(merchant, options)
  expect([status, body.errors]).toEqual([200, undefined])
  return body
}

async function shown(id: string): Promise<Any> {
  return (await app.operator('GET', `/admin/merchants/${id}/configuration`)).body
}

/** Without those of the worker, which erases old data on its own. */
async function auditEntries(id: string): Promise<Any[]> {
  const path = `/admin/audit-log?merchant_id=${id}&actor=${app.operatorId}&limit=100`
  return (await app.operator('GET', path)).body.items
}

const linesOf = ({ changes }: Any) => changes.map((one: Any) => `${one.change} ${one.kind} ${one.name}`)

describe('A configuration with everything set', () => {
  it('creates a merchant that shows the same, but for the values of credentials', async () => {
    const { merchant_id: id, changes, issued } = await apply(everything(name))
    const expected = everything(name) as Any
    expected.terminals[1].three_ds.networks = {}
    expected.provider_accounts[0].credentials.webhook_secret = null
    expect(await shown(id)).toEqual(expected)
    expect(JSON.stringify(await shown(id))).toBe(JSON.stringify(await shown(id)))
    expect(JSON.stringify([changes, await auditEntries(id)])).not.toContain(KEY)
    expect(issued).toEqual([
      { kind: 'merchant', name, client_id: expect.any(String), secret: expect.any(String) },
      { kind: 'webhook endpoint', name: 'https://8.8.8.8/hook', secret: expect.stringMatching(/^whsec_/) },
      { kind: 'webhook endpoint', name: 'https://8.8.8.8/hook of Web shop', secret: expect.stringMatching(/^whsec_/) },
    ])
  })

  it('writes an audit entry for each change, and none when it is applied again', async () => {
    const { merchant_id: id, changes } = await apply(everything(name))
    const entries = await auditEntries(id)
    expect(entries.length).toBe(changes.length)
    for (const again of [everything(name), await shown(id)]) {
      expect(await apply(again, { prune: true })).toMatchObject({ changes: [], issued: [] })
    }
    expect(await auditEntries(id)).toEqual(entries)
  })

  it('changes nothing in a dry run, which finds the same changes', async () => {
    const dry = await apply(everything(name), { dry_run: true })
    expect(dry).toMatchObject({ merchant_id: null, issued: [] })
    const { merchant_id: id, changes } = await apply(everything(name))
    expect(changes).toEqual(dry.changes)
    const before = await auditEntries(id)
    const changed = { ...everything(name), country: 'SE' }
    expect((await apply(changed, { dry_run: true })).changes).toEqual([
      { change: 'CHANGED', kind: 'merchant', name, fields: [{ name: 'country', before: 'RO', after: 'SE' }] },
    ])
    expect([await auditEntries(id), (await shown(id)).country]).toEqual([before, 'RO'])
  })

  it('is applied once by two at the same time', async () => {
    const answers = await Promise.all([post(everything(name)), post(everything(name))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ body }) => body.merchant_id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.changes.length > 0)).toHaveLength(1)
  })
})

it('the default limit of cards is not shown, because production has another one', async () => {
  const { merchant_id: id } = await apply({ name, terminals: [{ name: 'Till' }] })
  expect((await shown(id)).terminals[0]).not.toHaveProperty('card_testing_limit')
  await apply({ name, terminals: [{ name: 'Till', card_testing_limit: { cards: 5, window_seconds: 60 } }] })
  expect((await shown(id)).terminals[0]).toHaveProperty('card_testing_limit')
})

it('an account that came with the merchant is shown once it has a setting or a credential', async () => {
  const account = { provider: 'card-simulator', name: 'card-simulator' }
  const { merchant_id: id } = await apply({ name, provider_accounts: [account] })
  expect((await shown(id)).provider_accounts).toEqual([])
  await apply({ name, provider_accounts: [{ ...account, credentials: { webhook_secret: KEY } }] })
  expect((await shown(id)).provider_accounts).toMatchObject([{ ...account, credentials: { webhook_secret: null } }])
})

describe('A change of a configuration', () => {
  it('replaces a credential by name only, and leaves what is not named', async () => {
    const { merchant_id: id } = await apply(everything(name))
    const [account] = everything(name).provider_accounts
    const rotated = { ...account, credentials: { webhook_secret: `${KEY}, rotated` } }
    expect((await apply({ name, provider_accounts: [rotated] })).changes).toEqual([
      {
        ...{ change: 'CHANGED', kind: 'provider account', name: 'card-simulator/Signed' },
        fields: [{ name: 'credentials', before: [], after: ['webhook_secret'] }],
      },
    ])
    expect((await auditEntries(id))[0].changes).toEqual({ credentials: ['webhook_secret'] })
    expect((await shown(id)).terminals).toHaveLength(2)
  })

  it('removes endpoints, rules and entries and deactivates the rest with prune, but no simulator and no person', async () => {
    const { merchant_id: id, issued } = await apply(everything(name))
    await app.operator('POST', `/admin/merchants/${id}/provider-accounts`, {
      ...{ provider: 'adyen', name: 'Old', settings: { merchant_account: 'Old' } },
      credentials: { api_key: 'AQE-0123456789-0123456789', hmac_key: 'AB'.repeat(32) },
    })
    await app.database.sql`
      insert into list_entries (list_entry_id, merchant_id, list, kind, match, value, created_by, created_at)
      values (${`lst_${id}`}, ${id}, 'block', 'email', 'email digest', 'a***@shop.example', ${issued[0].client_id}, now())`
    const less = { name, provider_accounts: [], terminals: [], webhook_endpoints: [], rules: { risk: [], routing: [] } }
    expect(linesOf(await apply({ ...less, lists: { block: [], allow: [] } }))).toEqual([])
    expect(linesOf(await apply({ ...less, lists: { block: [] } }, { prune: true }))).toEqual([
      'CHANGED rules risk',
      'CHANGED rules routing',
      'REMOVED list entry block country KP',
      'REMOVED list entry block customer_ip 198.51.100.0/24',
      'REMOVED webhook endpoint https://8.8.8.8/hook',
      'REMOVED webhook endpoint https://8.8.8.8/hook of Web shop',
      'CHANGED terminal Web shop',
      'CHANGED provider account adyen/Old',
    ])
    const after = await shown(id)
    expect(after.terminals.map(({ status }: Any) => status)).toEqual(['INACTIVE', 'INACTIVE'])
    expect(after.provider_accounts.map((one: Any) => `${one.name} ${one.status}`)).toEqual([
      'Signed ACTIVE',
      'Spare INACTIVE',
      'Old INACTIVE',
    ])
    expect(after).toMatchObject({ webhook_endpoints: [], rules: { risk: [], routing: [] }, lists: { allow: [{}] } })
    const entries = await app.database.sql`select from list_entries where merchant_id = ${id} and kind = 'email'`
    expect(entries).toHaveLength(1)
  })

  it('leaves no active terminal without its account', async () => {
    const { merchant_id: id } = await apply({ name, terminals: [{ name: 'Web shop' }] })
    const settings = { merchant_account: 'Old' }
    const credentials = { api_key: 'AQE-0123456789-0123456789', hmac_key: 'AB'.repeat(32) }
    const account = { provider: 'adyen', name: 'Main', settings, credentials }
    await apply({
      name,
      provider_accounts: [account],
      terminals: [{ name: 'Web shop', provider_accounts: ['adyen/Main'] }],
    })
    const answer = await post({ name, provider_accounts: [] }, { prune: true })
    expect(refused(answer)).toEqual(['merchant.provider_accounts'])
    expect(answer.body.errors[0].message).toContain('Terminal Web shop uses adyen/Main')
    expect((await shown(id)).provider_accounts[0].status).toBe('ACTIVE')
  })
})

describe('A configuration that cannot be applied', () => {
  const cases: readonly (readonly [string, (all: Any) => void, string])[] = [
    ['has an unknown field', (all) => (all.terminals[1].curencies = []), 'merchant.terminals.1.curencies'],
    ['has a wrong value', (all) => (all.terminals[0].currencies = ['EURO']), 'merchant.terminals.0.currencies.0'],
    ['has one name twice', (all) => all.terminals.push(all.terminals[0]), 'merchant.terminals.2'],
    [
      'has one endpoint twice',
      (all) => all.webhook_endpoints.push(all.webhook_endpoints[1]),
      'merchant.webhook_endpoints.2',
    ],
    ['has one entry twice', (all) => all.lists.allow.push(all.lists.allow[0]), 'merchant.lists.allow.1'],
    [
      'names an account that does not exist',
      (all) => (all.terminals[1].provider_accounts[1] = 'adyen/Main'),
      'merchant.terminals.1.provider_accounts.1',
    ],
    [
      'names a terminal that does not exist',
      (all) => (all.webhook_endpoints[1].terminal = 'Till'),
      'merchant.webhook_endpoints.1.terminal',
    ],
    [
      'has a rule for an unknown terminal',
      (all) => (all.rules.risk[0].when[1].value[0] = 'Till'),
      'merchant.rules.risk',
    ],
    [
      'has a rule for an unknown account',
      (all) => (all.rules.routing[1].then.accounts[0] = 'x/y'),
      'merchant.rules.routing',
    ],
    ['has a rule without a status', (all) => delete all.rules.risk[1].status, 'merchant.rules.risk.rules[1].status'],
    ['has rules that are none', (all) => (all.rules.risk = 'none'), 'merchant.rules.risk.rules'],
    [
      'has an email in a list',
      (all) => all.lists.block.push({ kind: 'email', value: 'ana@shop.example' }),
      'merchant.lists.block.2.value',
    ],
    [
      'has a person that another gateway has hidden',
      (all) =>
        (all.rules.risk[1].when = [{ field: 'email', operator: 'eq', value: `a***@shop.example#${'x'.repeat(43)}` }]),
      'merchant.rules.risk',
    ],
    [
      'has an unknown provider',
      (all) => (all.provider_accounts[1].provider = 'adyeen'),
      'merchant.provider_accounts.1.provider',
    ],
    [
      'lacks a stored credential',
      (all) => (all.provider_accounts[1].credentials = { webhook_secret: null }),
      'merchant.provider_accounts.1.credentials.webhook_secret',
    ],
    [
      'has a webhook to a private address',
      (all) => (all.webhook_endpoints[0].url = 'ftp://x.example'),
      'merchant.webhook_endpoints.0.url',
    ],
  ]

  it.each(cases)('because it %s names the place and changes nothing', async (_, spoil, property) => {
    const all = everything(name)
    spoil(all)
    expect(refused(await post(all))).toEqual([property])
    const { body } = await app.operator('GET', '/admin/merchants?limit=1')
    expect(body.items[0].name).not.toBe(name)
  })

  it('because two of the merchant have one name says which', async () => {
    const { merchant_id: id } = await apply({ name, terminals: [{ name: 'Till' }] })
    await app.operator('POST', `/admin/merchants/${id}/terminals`, { name: 'Till' })
    const answers = [await app.operator('GET', `/admin/merchants/${id}/configuration`), await post({ name })]
    expect(answers.map(refused)).toEqual([['terminals'], ['merchant.terminals']])
    expect(answers[0]!.body.errors[0].message).toContain('name Till')
  })

  it('because two merchants have its name says so', async () => {
    for (const _ of [1, 2]) await app.operator('POST', '/admin/merchants', { name })
    expect(refused(await post({ name }))).toEqual(['merchant.name'])
  })

  it('because a merchant calls gets a 403', async () => {
    const { status } = await app.merchant.call('POST', '/admin/configuration', { body: { merchant: { name } } })
    expect(status).toBe(403)
  })
})

it('values of persons in rules are compared by their digest, and written once', async () => {
  const rule = { name: 'One', status: 'ACTIVE', then: { action: 'BLOCK' } }
  const when = [{ field: 'email', operator: 'eq', value: 'ana@shop.example' }]
  const wanted = { name, rules: { risk: [{ ...rule, when }] } }
  const { merchant_id: id } = await apply(wanted)
  const hidden = (await shown(id)).rules.risk[0].when[0].value
  expect(hidden).toMatch(/^a\*\*\*@shop\.example#/)
  expect((await apply(wanted)).changes).toEqual([])
  expect((await apply(await shown(id))).changes).toEqual([])
})

it('names differ in each character, and texts that the gateway adapts change nothing again', async () => {
  const names = ['Till', 'till', ' Till', 'T\u0456ll', 'caf\u00e9', 'cafe\u0301', 'a\n"b"', '__proto__', 'constructor']
  const wanted = {
    name,
    appearance: { display_name: ' 4111111111111111 ', accent_color: '#7A1F5C' },
    provider_accounts: [{ provider: 'card-simulator', name: '__proto__', settings: { terminal: 1.5 } }],
    terminals: names.map((one) => ({ name: one, provider_accounts: ['card-simulator/__proto__'] })),
    webhook_endpoints: [{ url: 'https://8.8.8.8/hook', event_types: ['refund.failed', 'refund.failed'] }],
    lists: { block: [{ kind: 'country', value: 'kp', reason: '', expires_at: '2040-01-01T00:00:00+02:00' }] },
  }
  const { merchant_id: id, changes } = await apply(wanted)
  expect(changes.filter(({ kind }: Any) => kind === 'terminal').map((one: Any) => one.name)).toEqual(names)
  expect((await apply(wanted)).changes).toEqual([])
  expect((await apply(await shown(id), { prune: true })).changes).toEqual([])
})

it('integers in settings are compared to the last digit', async () => {
  const account = (digits: string) => {
    const settings = { number: JSON.rawJSON(digits) }
    return { name, provider_accounts: [{ provider: 'card-simulator', name: 'Long', settings }] }
  }
  await apply(account('9007199254740992'))
  expect((await apply(account('9007199254740992'))).changes).toEqual([])
  expect(linesOf(await apply(account('9007199254740993')))).toEqual(['CHANGED provider account card-simulator/Long'])
})

it('a long list without a difference lets other requests through', { tags: ['full'], timeout: 120_000 }, async () => {
  const block = Array.from({ length: 1000 }, (_, index) => ({ kind: 'bin', value: String(100_000 + index) }))
  const { merchant_id: id } = await apply({ name, lists: { block } })
  let turns = 0
  let isComparing = true
  const comparing = apply(await shown(id)).finally(() => {
    isComparing = false
  })
  while (isComparing) {
    await nextTurn()
    turns += 1
  }
  expect((await comparing).changes).toEqual([])
  expect(turns).toBeGreaterThan(50)
})

it('a call makes at most 2,000 changes', { tags: ['full'], timeout: 60_000 }, async () => {
  const block = Array.from({ length: 2000 }, (_, index) => ({ kind: 'bin', value: String(100_000 + index) }))
  const answer = await post({ name, lists: { block } })
  expect([refused(answer), answer.body.errors[0].params]).toEqual([['merchant.lists.block.1999'], ['2000']])
  expect((await apply({ name, lists: { block: block.slice(1) } })).changes).toHaveLength(2000)
})

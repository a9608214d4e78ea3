import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueClient } from '#identity/issue-client.ts'
import { writeJson } from '../../../client/exact-json.ts'
import { type AdminApp, startAdminApp } from '../admin/admin-app.ts'
import { newClient } from '../identity/client-support.ts'
import { createSession } from '../sessions/browser.ts'
import { tollgate } from './tollgate.ts'

/** Each of these starts several processes; the others show how a command goes. */
const FULL = { tags: ['full'] }

const CREATE_LINK = ['payment-link', 'create', '--amount', '49.00', 'EUR', '--description', 'Workshop']

/** A PNG file of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

let app: AdminApp
let operator: Record<string, string>
let merchant: Record<string, string>
beforeAll(async () => {
  app = await startAdminApp()
  const { clientId, clientSecret } = await issueClient(app.gateway.sql, { merchantId: null, scopes: ['operator'] })
  operator = access(clientId, clientSecret.reveal())
  merchant = access(app.merchant.clientId, app.merchant.clientSecret)
})
afterAll(() => app.close())

function access(TOLLGATE_CLIENT_ID: string, TOLLGATE_CLIENT_SECRET: string) {
  return { TOLLGATE_URL: app.baseUrl, TOLLGATE_CLIENT_ID, TOLLGATE_CLIENT_SECRET }
}

async function jsonOf(env: Record<string, string>, ...args: string[]) {
  const { code, out, err } = await tollgate(env, ...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

describe('as an operator', () => {
  it('merchants are created, shown, changed, listed and given new credentials', { tags: ['full'] }, async () => {
    const args = ['--name', 'Wren', '--country', 'SE', '--settlement-currency', 'SEK', '--exchange-rates', 'EUR=11.2']
    const created = await jsonOf(operator, 'merchant', 'create', ...args)
    const id = created.merchant_id
    expect(created).toMatchObject({ name: 'Wren', exchange_rates: { EUR: '11.2' }, client_secret: expect.any(String) })
    const changed = await jsonOf(operator, 'merchant', 'update', id, '--country', 'none', '--tokenization', 'off')
    expect(changed).toMatchObject({ country: null, tokenization_enabled: false, name: 'Wren' })
    expect(await jsonOf(operator, 'merchant', 'show', id)).toEqual(changed)
    expect((await jsonOf(operator, 'merchant', 'list', '--limit', '1')).items[0].merchant_id).toBe(id)
    const { client_secret } = await jsonOf(operator, 'merchant', 'rotate-client-secret', id)
    expect(client_secret).not.toBe(created.client_secret)
    const { public_key } = await jsonOf(operator, 'merchant', 'rotate-encryption-key', id)
    expect((await jsonOf(operator, 'merchant', 'show', id)).public_key).toBe(public_key)
  })

  it('people are invited, and invitations withdrawn', FULL, async () => {
    const team = ['--merchant', app.merchant.merchantId]
    await jsonOf(operator, 'person', 'invite', '--email', 'ana@people.example', '--role', 'finance', ...team)
    const open = async () => (await jsonOf(operator, 'person', 'list', ...team)).invitations
    const [{ invitation_id: id }] = await open()
    expect(await tollgate(operator, 'person', 'withdraw', id)).toMatchObject({ code: 0, err: '' })
    expect(await open()).toEqual([])
  })

  it('wallet keys are created, imported from a file, listed and retired', FULL, async () => {
    const created = await jsonOf(operator, 'wallet-key', 'create')
    const path = join(await mkdtemp(join(tmpdir(), 'tollgate-key-')), 'wallet-key.pem')
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    await writeFile(path, privateKey.export({ type: 'sec1', format: 'pem' }))
    const imported = await jsonOf(operator, 'wallet-key', 'import', '--file', path)
    await rm(dirname(path), { recursive: true })
    expect((await jsonOf(operator, 'wallet-key', 'list', '--limit', '2')).items).toEqual([imported, created])
    const retired = await jsonOf(operator, 'wallet-key', 'retire', created.wallet_key_id)
    expect(retired).toEqual({ ...created, status: 'RETIRED' })
    expect(await jsonOf(operator, 'wallet-key', 'show', created.wallet_key_id)).toEqual(retired)
    const { code, err } = await tollgate(operator, 'wallet-key', 'import', '--file', path)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Cannot read the file') })
  })

  it('terminals, provider accounts and webhook endpoints of a merchant too', FULL, async () => {
    const of = ['--merchant', app.merchant.merchantId]
    const settings = '{"response_code":"TRX_STATUS_DECLINED"}'
    const wanted = ['--provider', 'card-simulator', '--name', 'No', '--settings', settings]
    const account = await jsonOf(operator, 'provider-account', 'create', ...of, ...wanted)
    expect(account.settings).toEqual(JSON.parse(settings))
    const renamed = ['--name', 'Never', '--revoke-previous', 'on']
    const updated = await jsonOf(operator, 'provider-account', 'update', account.provider_account_id, ...renamed)
    expect(updated).toMatchObject({ name: 'Never' })
    const routed = ['--provider-accounts', account.provider_account_id]
    const terminal = await jsonOf(operator, 'terminal', 'create', ...of, '--name', 'Kiosk', ...routed)
    expect(terminal.provider_accounts).toEqual([account.provider_account_id])
    const changed = await jsonOf(operator, 'terminal', 'update', terminal.terminal_id, '--provider-accounts', 'any')
    expect(changed.provider_accounts).toBeNull()
    expect((await jsonOf(operator, 'terminal', 'list', ...of)).items[0]).toEqual(changed)
    const webhook = await jsonOf(operator, 'webhook', 'create', ...of, '--url', 'https://8.8.8.8/hook')
    expect((await jsonOf(operator, 'webhook', 'list', ...of)).items.map(({ id }: { id: string }) => id)).toEqual([
      webhook.id,
    ])
    const [entry] = (await jsonOf(operator, 'audit-log', 'list', ...of)).items
    expect(entry).toMatchObject({ action: 'webhook-endpoint.created', subject: webhook.id })
  })

  it('the requestor data of a terminal is set as a whole, and removed', FULL, async () => {
    const of = ['--merchant', app.merchant.merchantId]
    const requestor = {
      requestor_url: 'https://shop.example',
      merchant_name: 'Larkspur Coffee',
      merchant_category_code: '5814',
      merchant_country: 'RO',
      acquirer_bin: '438309',
      acquirer_merchant_id: '00002000000',
      networks: { mastercard: { acquirer_bin: '545301', acquirer_merchant_id: 'LARKSPUR' } },
    }
    const set = ['--three-ds', JSON.stringify(requestor)]
    const { terminal_id: id, three_ds } = await jsonOf(operator, 'terminal', 'create', ...of, '--name', 'Web', ...set)
    expect(three_ds).toEqual(requestor)
    expect((await jsonOf(operator, 'terminal', 'show', id)).three_ds).toEqual(requestor)
    const wrong = await tollgate(
      operator,
      'terminal',
      'update',
      id,
      '--three-ds',
      '{"merchant_category_code":"coffee"}',
    )
    expect(wrong).toMatchObject({ code: 1, out: '' })
    expect(wrong.err).toMatch(/^three_ds\.acquirer_bin: /m)
    expect(wrong.err).toMatch(/^three_ds\.merchant_category_code: /m)
    expect((await tollgate(operator, 'terminal', 'update', id, '--three-ds', 'Larkspur')).code).toBe(2)
    expect((await jsonOf(operator, 'terminal', 'update', id, '--three-ds', 'none')).three_ds).toBeNull()
  })

  it('an answer for people is a table or a list of fields, and a secret comes with a warning', FULL, async () => {
    const list = await tollgate(operator, 'merchant', 'list')
    expect(list.out.split('\n')[0]).toMatch(/^merchant id +name +status +country +created at$/)
    const created = await tollgate(operator, 'merchant', 'create', '--name', 'Human')
    expect(created.out).toMatch(/^client secret +\w{32}$/m)
    expect(created.out).toContain('You will not see the client secret again')
  })
})

describe('as a merchant', () => {
  it('a client that may only manage links and agreements creates, disables and cancels them, and reads the URL first', async () => {
    const permissions = ['links.manage', 'agreements.manage']
    const client = await newClient(app.baseUrl, app.merchant, { permissions })
    const narrow = access(client.clientId, client.clientSecret)
    const terminal = ['--terminal', app.merchant.terminalId]
    const { out, err } = await tollgate(narrow, ...CREATE_LINK, ...terminal)
    expect([err, out.split('\n').length < 12]).toEqual(['', true])
    const [, id] = /^url +http\S+\/pay\/(lnk_\w+)\n/.exec(out)!
    const answers = await Promise.all([
      tollgate(narrow, 'payment-link', 'disable', id!),
      tollgate(narrow, 'agreement', 'cancel', 'agr_none'),
    ])
    expect(answers).toMatchObject([
      { code: 0, out: expect.stringMatching(/^status +DISABLED$/m) },
      { code: 1, err: expect.stringContaining('agreement') },
    ])
    expect(answers[1]!.err).not.toContain('agreements.read')
  })

  it('a link is created on the newest active terminal, however many newer ones are inactive', async () => {
    const other = await app.newMerchant()
    await app.database.sql`
      insert into terminals
      select (jsonb_populate_record(t, jsonb_build_object(
        'terminal_id', 'idle-' || n || right(t.terminal_id, 8), 'status', 'INACTIVE',
        'created_at', now() + n * interval '1 second'
      ))).* from terminals t, generate_series(1, 101) n where terminal_id = ${other.terminalId}`
    const link = await jsonOf(access(other.clientId, other.clientSecret), ...CREATE_LINK)
    expect(link).toMatchObject({ terminal_id: other.terminalId, amount: 4900, status: 'ACTIVE' })
  })

  it('the hosted page gets a name, a color and a logo, and loses them', FULL, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tollgate-logo-'))
    const logo = join(folder, 'logo.png')
    await writeFile(logo, Buffer.from(PIXEL, 'base64'))
    const set = await jsonOf(merchant, 'appearance', 'set', '--name', 'Wren', '--color', '#7a1f5c', '--logo', logo)
    expect(set).toMatchObject({
      display_name: 'Wren',
      accent_color: '#7a1f5c',
      logo_url: expect.stringMatching(/logos/),
    })
    expect(await jsonOf(merchant, 'appearance', 'show')).toEqual(set)
    const none = await jsonOf(merchant, 'appearance', 'set', '--name', 'none', '--color', 'none', '--logo', 'none')
    expect(none).toEqual({ display_name: null, accent_color: null, logo_url: null })
    const { code, err } = await tollgate(merchant, 'appearance', 'set', '--logo', join(folder, 'none.png'))
    expect([code, err]).toEqual([2, expect.stringContaining('PNG or JPEG file that can be read')])
    await rm(folder, { recursive: true })
  })

  it(
    'rules of a file are compared, tried, saved once, and refused when another version was saved meanwhile',
    FULL,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tollgate-rules-'))
      const file = join(folder, 'risk.json')
      const shown = await jsonOf(merchant, 'rules', 'show', 'risk')
      const when = [{ field: 'amount', operator: 'gte', value: 9007199254740993n, currency: 'EUR' }]
      const rules = [{ name: 'Very large', status: 'SHADOW', when, then: { action: 'REVIEW' } }]
      await writeFile(file, writeJson({ ...shown, rules }))
      expect((await tollgate(merchant, 'rules', 'diff', 'risk', file)).out).toBe('+ Very large\n')
      expect((await tollgate(merchant, 'rules', 'apply', 'risk', file)).out).toBe('Saved version 1.\n')
      expect((await tollgate(merchant, 'rules', 'diff', 'risk', file)).out).toBe('No difference.\n')
      const tried = await jsonOf(merchant, 'rules', 'test', 'risk', file)
      expect(tried).toMatchObject({ skipped: 0, rules: [{ name: 'Very large', matched: 0 }] })
      const { code, err } = await tollgate(merchant, 'rules', 'apply', 'risk', file)
      expect([code, err]).toEqual([1, expect.stringContaining('another version')])
      expect(await tollgate(merchant, 'rules', 'apply', 'risk', join(folder, 'none'))).toMatchObject({ code: 1 })
      await rm(folder, { recursive: true })
    },
  )

  it('transactions, events and the simulators’ charges are shown', FULL, async () => {
    const { id } = (await app.merchant.authorize({ reference: 'cli-1' })).body.result
    expect(await jsonOf(merchant, 'transaction', 'show', id)).toMatchObject({ id, status: 'APPROVED', amount: 1250 })
    expect((await jsonOf(merchant, 'transaction', 'list', '--reference', 'cli-1')).items).toHaveLength(1)
    const { items } = await jsonOf(merchant, 'event', 'list', '--transaction', id)
    expect(await jsonOf(merchant, 'event', 'show', items[0].id)).toMatchObject({ transaction_id: id })
    expect(await jsonOf(merchant, 'event', 'redeliver', items[0].id)).toMatchObject({ id: items[0].id })
    const charges = await jsonOf(merchant, 'simulator', 'charges', '--transaction', id)
    expect(charges.items).toMatchObject([{ state: 'CHARGED', amount: 1250 }])
    expect((await tollgate(merchant, 'transaction', 'show', id)).out).toMatch(/^amount +1250 \(€12\.50\)$/m)
  })

  it('an authorization is captured in part and refunded, and what cannot be done ends with 1', {
    tags: ['full'],
  }, async () => {
    const { id } = (await app.merchant.authorize({ transaction_type: 'AUTHORIZE' })).body.result
    const captured = await jsonOf(merchant, 'transaction', 'capture', id, '--amount', '5.00')
    expect(captured).toMatchObject({ status: 'APPROVED', transaction_type: 'CAPTURE', parent_id: id, amount: 500 })
    expect(await jsonOf(merchant, 'transaction', 'refund', id)).toMatchObject({ status: 'APPROVED', amount: 500 })
    expect(await jsonOf(merchant, 'transaction', 'capture', id)).toMatchObject({ status: 'APPROVED', amount: 750 })
    const unclear = await tollgate(merchant, 'transaction', 'refund', id, '--amount', '1.000')
    expect(unclear).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/write 1\.00 or 1000\.00\.\n$/) })
    const refused = await tollgate(merchant, 'transaction', 'void', id)
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining('refund it instead') })
    const done = await tollgate(merchant, 'transaction', 'capture', id)
    expect(done).toEqual({ code: 1, out: '', err: 'Nothing is left to capture.\n' })
    const unknown = await tollgate(merchant, 'transaction', 'refund', 'trx_no')
    expect(unknown).toEqual({ code: 1, out: '', err: 'No such transaction.\n' })
  })

  it('a payment link is created, listed, shown, disabled and drawn', FULL, async () => {
    const name = ['--description', 'Workshop']
    const link = await jsonOf(merchant, 'payment-link', 'create', '--amount', '49.00', 'EUR', ...name)
    expect(link).toMatchObject({ amount: 4900, currency: 'EUR', description: 'Workshop', status: 'ACTIVE' })
    const { items } = await jsonOf(merchant, 'payment-link', 'list', '--find', link.id)
    expect(items).toMatchObject([{ id: link.id }])
    expect(await jsonOf(merchant, 'payment-link', 'disable', link.id)).toMatchObject({ status: 'DISABLED' })
    expect(await jsonOf(merchant, 'payment-link', 'show', link.id)).toMatchObject({ status: 'DISABLED' })
    expect((await tollgate(merchant, 'payment-link', 'qr', link.id)).out).toMatch(/^<svg /)
  })

  it('a session is listed, changed and canceled, and what is left of an authorization is voided', FULL, async () => {
    const { id } = (await createSession(app.merchant, { reference: 'cli-session' })).body
    const { items } = await jsonOf(merchant, 'session', 'list', '--reference', 'cli-session')
    expect(items).toMatchObject([{ id, status: 'CREATED' }])
    const changed = await jsonOf(merchant, 'session', 'update', id, '--metadata', '{"cart":"7"}')
    expect(changed).toMatchObject({ id, metadata: { cart: '7' } })
    expect(await jsonOf(merchant, 'session', 'cancel', id)).toMatchObject({ id, status: 'CANCELED' })
    expect(await jsonOf(merchant, 'session', 'show', id)).toMatchObject({ status: 'CANCELED' })
    const hold = (await app.merchant.authorize({ transaction_type: 'AUTHORIZE' })).body.result
    await jsonOf(merchant, 'transaction', 'capture', hold.id, '--amount', '5,00')
    const released = await jsonOf(merchant, 'transaction', 'void', hold.id, '--follow-up-reference', 'v1')
    expect(released).toMatchObject({ status: 'APPROVED', amount: 750, follow_up_reference: 'v1' })
    const list = await jsonOf(merchant, 'transaction', 'list', '--follow-up-reference', 'v1')
    expect(list.items).toMatchObject([{ id: released.id }])
  })

  it('webhook endpoints are registered, changed, given a new secret and deleted', FULL, async () => {
    const created = await jsonOf(merchant, 'webhook', 'create', '--url', 'https://8.8.8.8/mine')
    const changed = await jsonOf(merchant, 'webhook', 'update', created.id, '--status', 'DISABLED')
    expect(changed.status).toBe('DISABLED')
    expect((await jsonOf(merchant, 'webhook', 'rotate-secret', created.id)).secret).not.toBe(created.secret)
    expect(await tollgate(merchant, 'webhook', 'delete', created.id)).toEqual({ code: 0, out: 'Done.\n', err: '' })
    expect(await tollgate(merchant, 'webhook', 'delete', created.id)).toMatchObject({ code: 1, out: '' })
  })
})

describe('exit code 1 and one clear line for each thing that is wrong', () => {
  it('a 422 names every property', async () => {
    const { code, out, err } = await tollgate(
      operator,
      'merchant',
      'create',
      '--name',
      'X',
      '--country',
      'XX',
      ...['--settlement-currency', 'AAA'],
    )
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(
      err
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['country', 'settlement_currency'])
  })

  it.each<[string, () => Record<string, string>, string[], RegExp]>([
    ['an unknown transaction', () => merchant, ['transaction', 'show', 'trx_no'], /^No such transaction\.\n$/],
    ['an unknown merchant', () => operator, ['merchant', 'show', 'mer_no'], /^No such merchant\.\n$/],
    ['a token of the wrong kind', () => merchant, ['merchant', 'list'], /^The gateway answered 403: .*operator.*\n$/],
    ['a wrong secret', () => ({ ...operator, TOLLGATE_CLIENT_SECRET: 'no' }), ['merchant', 'list'], /^.* 401: .*\n$/],
    ['a missing secret', () => ({ TOLLGATE_URL: app.baseUrl }), ['merchant', 'list'], /^TOLLGATE_CLIENT_ID and .*\n$/],
    [
      'a strange address',
      () => ({ ...operator, TOLLGATE_URL: 'x' }),
      ['merchant', 'list'],
      /^TOLLGATE_URL must be .*\n$/,
    ],
    [
      'a silent address',
      () => ({ ...operator, TOLLGATE_URL: 'http://127.0.0.1:1' }),
      ['merchant', 'list'],
      /^No answer from http:\/\/127\.0\.0\.1:1\..*\n$/,
    ],
    ['no merchant named', () => operator, ['terminal', 'list'], /^Add --merchant <merchant_id>\.\n$/],
    ['no access at all', () => ({}), ['merchant', 'list'], /^Set TOLLGATE_URL, .*\n$/],
  ])('%s', FULL, async (_what, env, args, line) => {
    const { code, out, err } = await tollgate(env(), ...args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(line)
  })
})

it.each([
  [[]],
  [['merchant']],
  [['nonsense']],
  [['merchant', 'create']],
  [['merchant', 'show']],
  [['merchant', 'list', '--limit', '0']],
  [['merchant', 'list', '--nonsense']],
])('%j is not understood: exit code 2', FULL, async (args) => {
  expect(await tollgate({}, ...args)).toMatchObject({ code: 2, out: '' })
})

it('webhook create --help: exit code 0', async () => {
  const { code, out, err } = await tollgate({}, 'webhook', 'create', '--help')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^Usage: tollgate /)
})

it.each([[['--help']], [['merchant', '--help']]])('%j: exit code 0', FULL, async (args) => {
  expect(await tollgate({}, ...args)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Usage: tollgate /),
    err: '',
  })
})

describe('with DATA_DIR/demo.json', () => {
  let DATA_DIR: string
  beforeAll(async () => {
    DATA_DIR = await mkdtemp(join(tmpdir(), 'tollgate-cli-'))
    const login = (of: Record<string, string>) => ({
      client_id: of.TOLLGATE_CLIENT_ID,
      client_secret: of.TOLLGATE_CLIENT_SECRET,
    })
    const demo = {
      base_url: app.baseUrl,
      auth_url: app.baseUrl,
      realm: 'uat',
      operator: login(operator),
      merchant: { ...login(merchant), merchant_id: app.merchant.merchantId },
    }
    await writeFile(join(DATA_DIR, 'demo.json'), JSON.stringify(demo))
  })
  afterAll(() => rm(DATA_DIR, { recursive: true }))

  it('admin commands go as its operator, the others as its merchant, whose terminals are meant', async () => {
    expect((await jsonOf({ DATA_DIR }, 'merchant', 'list')).items).not.toEqual([])
    const { items } = await jsonOf({ DATA_DIR }, 'terminal', 'list')
    expect(items.map((item: { terminal_id: string }) => item.terminal_id)).toContain(app.merchant.terminalId)
    expect(await jsonOf({ DATA_DIR }, 'transaction', 'list')).toHaveProperty('items')
  })

  it('an audit log without a merchant lists the changes of all', async () => {
    await app.newMerchant()
    const { items } = await jsonOf({ DATA_DIR }, 'audit-log', 'list')
    expect(new Set(items.map((item: { merchant_id: string }) => item.merchant_id)).size).toBeGreaterThan(1)
  })

  it('its credentials are not sent to another address', async () => {
    const { code, err } = await tollgate({ DATA_DIR, TOLLGATE_URL: 'http://127.0.0.1:1' }, 'merchant', 'list')
    expect({ code, err }).toEqual({ code: 1, err: 'TOLLGATE_CLIENT_ID and TOLLGATE_CLIENT_SECRET must be set too.\n' })
  })

  it('production knows no demo', async () => {
    expect(await tollgate({ DATA_DIR, REALM: 'production' }, 'merchant', 'list')).toMatchObject({ code: 1, out: '' })
  })
})

// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '#store/schema/create-database.ts'
import { openStandIns, type StandIns } from '#test/internet/stand-ins.ts'
import { freePort } from '#test/ports.ts'
import { openStripeSandbox, type StripeSandbox, WEBHOOK_SECRET } from '#test/stripe-sandbox/index.ts'
import { connectMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { openThreeDsSandbox, type ThreeDsSandbox } from '#test/three-ds-sandbox/index.ts'
import { CARDS } from '#test/three-ds-sandbox/test-cases.ts'
import { tollgate } from '../api/cli/tollgate.ts'
import { done } from '../api/manage/follow-ups.ts'
import { requestAuthentication } from '../api/three-ds/shopper.ts'

// docs/operate/go-live.md, step by step, in the production realm: the providers' own hosts lead to sandboxes on this
// machine, by https under a private authority.

const LIVE_KEY = 'rk_live_51LarkspurCoffeeLimited'

let stripe: StripeSandbox
let threeDs: ThreeDsSandbox
let internet: StandIns
let gateway: ChildProcess
let settings: Record<string, string>
let directory: string
let database: string
let port: number

/** Values that later steps take from earlier ones. */
const known: Record<string, string> = {}
let merchant: TestMerchant

beforeAll(async () => {
  stripe = await openStripeSandbox(LIVE_KEY)
  threeDs = await openThreeDsSandbox()
  port = await freePort()
  internet = await openStandIns({
    'api.stripe.com': { port: Number(new URL(stripe.origin).port) },
    'service.3dsecure.io': { port: Number(new URL(threeDs.origin).port), ca: threeDs.ca },
    'pay.example.com': { port },
  })
  directory = await mkdtemp(join(tmpdir(), 'tollgate-go-live-'))
  database = `go_live_${randomBytes(6).toString('hex')}`
  const server = serverUrl()
  await createDatabase(server, database)
  settings = {
    REALM: 'production',
    DATABASE_URL: Object.assign(new URL(server), { pathname: `/${database}` }).href,
    MASTER_KEY: randomBytes(32).toString('base64'),
    BASE_URL: 'https://pay.example.com',
    TRUSTED_PROXIES: '127.0.0.1',
    PORT: String(port),
    WORKERS: '1',
    LOG_LEVEL: 'warn',
    DATA_DIR: directory,
    THREE_DS_SERVER: '3dsecure-io',
    THREE_DS_API_KEY: threeDs.apiKey,
    ...internet.env,
  }
}, 60_000)

afterAll(async () => {
  if (gateway) {
    gateway.kill('SIGTERM')
    await once(gateway, 'exit')
  }
  await Promise.all([internet.close(), stripe.close(), threeDs.close(), rm(directory, { recursive: true })])
  await dropDatabase(serverUrl(), database)
})

function serverUrl(): string {
  return Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href
}

async function command(...args: string[]) {
  const access: Record<string, string> = known.clientId
    ? {
        TOLLGATE_URL: `http://127.0.0.1:${port}`,
        TOLLGATE_CLIENT_ID: known.clientId,
        TOLLGATE_CLIENT_SECRET: known.clientSecret!,
      }
    : {}
  const { code, out, err } = await tollgate({ ...settings, ...access }, ...args, '--json')
  return { code, err, answer: out === '' ? undefined : JSON.parse(out) }
}

async function succeeding(...args: string[]) {
  const { code, answer, err } = await command(...args)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return answer
}

test('the tables are made, and the first operator', { timeout: 60_000 }, async () => {
  const { applied } = await succeeding('migrate')
  expect(applied).toContain('0109-baseline.sql')
  const operator = await succeeding('operator', 'create')
  known.clientId = operator.client_id
  known.clientSecret = operator.client_secret
})

test('the gateway starts in production', { timeout: 60_000 }, async () => {
  gateway = spawn('node', ['src/main.ts'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = Promise.withResolvers<void>()
  gateway.stdout!.on('data', (text: Buffer) => {
    if (text.includes('Tollgate is ready')) ready.resolve()
  })
  gateway.once('exit', (code) => ready.reject(new Error(`The gateway ended with ${code}.`)))
  await ready.promise
})

test('a merchant, its terminal and its account with the provider', { timeout: 60_000 }, async () => {
  const created = await succeeding('merchant', 'create', '--name', 'Larkspur Coffee', '--country', 'RO')
  const requestor = {
    requestor_url: 'https://shop.example',
    merchant_name: 'Larkspur Coffee',
    merchant_category_code: '5814',
    merchant_country: 'RO',
    acquirer_bin: '438309',
    acquirer_merchant_id: '00002000000',
  }
  const to = ['--merchant', created.merchant_id]
  const { terminal_id: terminalId } = await succeeding(
    'terminal',
    'create',
    ...to,
    '--name',
    'Web shop',
    '--currencies',
    'EUR',
    '--three-ds',
    JSON.stringify(requestor),
  )
  const file = join(directory, 'stripe.json')
  await writeFile(file, JSON.stringify({ secret_key: LIVE_KEY, webhook_secret: WEBHOOK_SECRET }))
  const account = await succeeding(
    'provider-account',
    'create',
    ...to,
    '--provider',
    'stripe',
    '--name',
    'Stripe',
    '--credentials-file',
    file,
  )
  known.account = account.provider_account_id
  expect(JSON.stringify(account)).not.toContain(LIVE_KEY)
  merchant = await connectMerchant(`http://127.0.0.1:${port}`, {
    merchantId: created.merchant_id,
    terminalId,
    publicKey: created.public_key,
    clientId: created.client_id,
    clientSecret: created.client_secret,
    realm: 'production',
  })
})

test('a test key is refused here, and a live one is what the account has', { timeout: 60_000 }, async () => {
  const file = join(directory, 'test-key.json')
  await writeFile(file, JSON.stringify({ secret_key: 'sk_test_51LarkspurCoffee' }))
  const { code, err } = await command('provider-account', 'update', known.account!, '--credentials-file', file)
  expect(code).toBe(1)
  expect(err).toContain('credentials.secret_key')
  expect(err).not.toContain('sk_test_51LarkspurCoffee')
})

test('the account is checked, and the doctor finds only that this database is one for tests', {
  timeout: 60_000,
}, async () => {
  expect(await succeeding('provider-account', 'check', known.account!)).toMatchObject({ ok: true, problems: [] })
  const { answer } = await command('doctor')
  const wrong = answer.items.filter(({ ok }: { ok: boolean }) => !ok)
  expect(new Set(wrong.map(({ check }: { check: string }) => check))).toEqual(new Set(['database', 'database role']))
})

test('the smallest payment is authenticated and charged, once, and given back', { timeout: 60_000 }, async () => {
  const order = { amount: 50, currency: 'EUR', metadata: {}, customer_ip: '192.0.2.1' }
  const { body } = await merchant.authorize(order, { number: CARDS.frictionlessY })
  const { result } = (await requestAuthentication(merchant, body.action)).body
  expect(result).toMatchObject({ status: 'APPROVED', processing_result: { payment_provider_id: 'stripe' } })
  await done(merchant, result, 'REFUND')
  const [intent] = [...stripe.book.intents.values()]
  expect(intent).toMatchObject({ amount: 50, timesCharged: 1, charge: { captured: 50, refunded: 50 } })
  expect(stripe.complaints).toEqual([])
})

test('the requests of the guide are taken as they stand there', { timeout: 60_000 }, async () => {
  const guide = await readFile(new URL('../../docs/operate/go-live.md', import.meta.url), 'utf8')
  const [session, refund] = [...guide.matchAll(/-d '(\{"terminal_id".*\})'/g)].map(([, json]) => ({
    ...JSON.parse(json!),
    terminal_id: merchant.terminalId,
  }))
  const opened = await merchant.call('POST', '/api/sessions', { body: session })
  expect(opened.body).toMatchObject({ status: 'CREATED', amount: 50n })
  // It is unpaid, so that nothing can be refunded; the request itself is right.
  const given = await merchant.call('POST', '/api/transactions/manage', { body: refund })
  expect(given.body).toMatchObject({ status: 'INVALID', errors: [{ property: 'reference' }] })
})

test('the provider’s notices arrive at the address that was registered', { timeout: 60_000 }, async () => {
  const address = `http://127.0.0.1:${port}/provider-notices/stripe/${known.account}`
  expect(new Set(await stripe.events.deliver(address))).toEqual(new Set([204]))
  expect(new Set(await stripe.events.deliver(address, { forged: true }))).toEqual(new Set([401]))
})

test('the ledger is true', { timeout: 60_000 }, async () => {
  expect(await succeeding('ledger', 'verify')).toMatchObject({ proven: true, discrepancies: [] })
})

import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { encryptField } from '#test/card-encryption.ts'
import { eventually } from '#test/eventually.ts'
import { connectMerchant, fetchToken, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { newVault } from '#test/vault.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import type { Vault } from '#vault/vault.ts'
import { startLocalDatabase } from '../../src/supervisor/local-database.ts'
import { CHALLENGE } from '../api/sessions/bank.ts'
import { openBrowser, TYPED_CARD } from '../api/sessions/browser.ts'
import { type Action, choose, complete, load, postForm, requestAuthentication } from '../api/three-ds/shopper.ts'
import { type HardyGateway, openHardyGateway } from './hardy-gateway.ts'
import { plantedNumbers, spellings } from './planted-cards.ts'

// Known cards go through every kind of flow; then everything the gateway wrote down or said is searched for them.

const CVV = '937'
const AUTHORIZE = '/api/transactions/authorize'
const masterKey = randomBytes(32)
const numbers = plantedNumbers(24)

let gateway: HardyGateway
let receiver: WebhookReceiver
let merchant: TestMerchant
let sql: Database
/** Every answer and page the flows below got. */
const answers: string[] = []
/** A payment_data that somebody kept, and what opened it while its transaction was under way. */
let kept: { action: Action; binding: Binding; sealedKey: Uint8Array }
type Binding = Parameters<Vault['openPaymentData']>[1]

beforeAll(async () => {
  receiver = await openWebhookReceiver()
  gateway = await openHardyGateway({
    WORKERS: '1',
    LOG_LEVEL: 'trace',
    MASTER_KEY: masterKey.toString('base64'),
    CHALLENGE_TTL_SECONDS: '4',
    PROVIDER_TIMEOUT_SECONDS: '1',
  })
  const { merchant: demo } = await gateway.demo()
  merchant = await connectMerchant(gateway.baseUrl, {
    merchantId: demo.merchant_id,
    terminalId: demo.terminal_id,
    publicKey: demo.public_key,
    clientId: demo.client_id,
    clientSecret: demo.client_secret,
    clientKey: demo.client_key,
  })
  sql = openDatabase((await startLocalDatabase(gateway.dataDir)).url, 'test', 2)
  await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
  await pay()
  await everythingEnds()
}, 90_000)

afterAll(async () => {
  await sql?.end()
  await gateway?.close()
  await receiver?.close()
}, 60_000)

async function pay(): Promise<void> {
  const cards = numbers.values()
  const card = () => ({ number: cards.next().value!, cvv: CVV })
  const order = async (metadata: object, changes = {}) => {
    const { text, body } = await merchant.authorize({ metadata: { ...NOT_ENROLLED, ...metadata }, ...changes }, card())
    answers.push(text)
    return body
  }
  const challenged = async () => {
    const { action } = await order({ simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' })
    const { text, body } = await requestAuthentication(merchant, action)
    answers.push(text)
    return body.action as Action
  }
  await order({})
  await order({}, { transaction_type: 'AUTHORIZE' })
  await order({ response_code: 'TRX_STATUS_DECLINED' })
  await order({ response_code: 'RISK_FAILED_FRAUD' })
  await order({
    simulate_redirect: 'https://bank.example',
    simulate_final_response_code: 'TRX_STATUS_APPROVED',
    simulate_final_after_seconds: 1,
  })
  await order({ simulate_fault: 'timeout_after_charge' })
  await order({ simulate_fault: 'garbage_answer' })
  await order({ response_code: 'NONSENSE' })
  await order({}, { terminal_id: 'ter_unknown' })
  await order({}, { currency: 'XX' })
  await order({}, { options: { three_ds: { notification_url: 'http://x' } } })

  kept = await keep(await challenged())
  answers.push((await complete(merchant, kept.action)).text)
  answers.push((await complete(merchant, kept.action, 'N')).text)
  const declined = await challenged()
  answers.push((await complete(merchant, declined, 'N')).text)
  const fullPage = await challenged()
  const { url, fields } = await choose(fullPage, 'Y')
  const back = await postForm(url, fields, 'document')
  answers.push(await (await load(new URL(back.headers.get('location')!, url).href, 'document')).text())
  await challenged()
  await malformed(card().number)
  await typeIntoOurPages(() => card().number)
}

/** Cards typed into the card's frame and the hosted page: right, wrong, and up to a challenge. */
async function typeIntoOurPages(number: () => string): Promise<void> {
  const expiry = { expiry_month: '12', expiry_year: String(new Date().getUTCFullYear() + 1) }
  const typed = () => ({ ...TYPED_CARD, ...expiry, number: number(), cvc: CVV })
  const frame = await openBrowser(gateway.baseUrl, merchant)
  answers.push((await frame.pay({ ...typed(), cvc: `${CVV}${CVV}` })).text, (await frame.pay(typed())).text)
  const challenged = await openBrowser(gateway.baseUrl, merchant, { metadata: CHALLENGE })
  answers.push((await challenged.pay(typed())).text)
  const { id } = await openBrowser(gateway.baseUrl, merchant)
  for (const cvc of ['1', CVV]) {
    const form = { method: 'card', number: number(), expiry: `12/${expiry.expiry_year.slice(-2)}`, cvc }
    answers.push(await (await postForm(`${gateway.baseUrl}/hosted-payment-page/${id}/pay`, form)).text())
  }
}

/** Mistakes merchants make with a clear card number. */
async function malformed(number: string): Promise<void> {
  const order = merchant.order() as { payment_method: { data: object } }
  const clear = { ...order.payment_method.data, encrypted_card_number: number, encrypted_cvv: CVV }
  const spaced = number.replace(/(\d{4})(?=\d)/g, '$1 ')
  const twice = encryptField(merchant.publicKey, `${number} ${CVV}`)
  const send = async (body: unknown, headers: Record<string, string> = {}) =>
    answers.push((await merchant.call('POST', AUTHORIZE, { body, headers })).text.replaceAll(number, ''))
  await send({ ...order, payment_method: { type: 'card', data: clear } })
  await send({ ...order, payment_method: { type: 'card', data: { ...clear, encrypted_card_number: spaced } } })
  await send({
    ...order,
    payment_method: { type: 'card', data: { ...order.payment_method.data, encrypted_cvv: twice } },
  })
  await send({ ...order, card_number: number, cvv: CVV, payment_method: { type: number, data: {} } })
  await send(`{"card":"${number}"`)
  await send(`card=${number}&cvv=${CVV}`, { 'content-type': 'application/x-www-form-urlencoded' })
  await send({ ...order, payment_method: { type: 'card', data: clear } }, { 'idempotency-key': 'malformed' })
  for (const path of [
    `/api/transactions/${number}/status`,
    `/api/transactions?reference=${spaced}`,
    `/cards/${number}`,
  ])
    answers.push((await merchant.call('GET', path)).text)
  await postForm(`${gateway.baseUrl}/three-ds/${number}/challenge-notification-url`, { cres: number })
  await fetch(`${gateway.baseUrl}/api/transactions`, { headers: { authorization: `Bearer ${number}` } })
  await fetchToken(gateway.baseUrl, number, CVV)
}

/** Keeps a payment_data as somebody might who sees it pass, and shows that it can be opened as long as its key is there. */
async function keep(action: Action): Promise<typeof kept> {
  const [row] = await sql<[{ sealed_key: Uint8Array }]>`
    select sealed_key from authentication_secrets where transaction_id = ${action.transaction_id}`
  const binding = {
    transactionId: action.transaction_id,
    merchantId: merchant.merchantId,
    terminalId: merchant.terminalId,
    amount: 1250n,
    currency: 'EUR',
    threeDsServerTransId: action.session_id,
    step: 'CHALLENGE',
    round: 1,
  } as const
  const vault = newVault(new Secret(masterKey))
  const card = vault.openPaymentData(row.sealed_key, binding, action.payment_data)
  expect(numbers).toContain(card.number.reveal())
  return { action, binding, sealedKey: row.sealed_key }
}

async function everythingEnds(): Promise<void> {
  await eventually('every transaction to end', 40, async () => {
    const [{ pending }] = await sql<[{ pending: number }]>`
      select count(*)::int as pending from transactions where status = 'PENDING'`
    return pending === 0
  })
  await eventually('every webhook', 10, async () => {
    const [{ due }] = await sql<[{ due: number }]>`
      select count(*)::int as due from deliveries where status = 'PENDING'`
    return due === 0
  })
}

/** Every row of every table, as JSON text; bytes as hexadecimal digits. */
async function dump(): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'simulator') and table_type = 'BASE TABLE'`
  const rows = []
  for (const { name } of tables) rows.push(...(await sql.unsafe(`select to_jsonb(one)::text as text from ${name} one`)))
  return rows.map(({ text }) => text as string)
}

async function writeAheadLog(): Promise<Buffer> {
  await sql`checkpoint`
  const directory = join(gateway.dataDir, 'postgres/data/pg_wal')
  const files = (await readdir(directory, { withFileTypes: true })).filter((entry) => entry.isFile())
  return Buffer.concat(await Promise.all(files.map(({ name }) => readFile(join(directory, name)))))
}

function spellingsIn(text: string | Buffer): string[] {
  const found = Object.entries(spellings()).filter(([, spelling]) =>
    typeof text === 'string' ? text.includes(spelling) : text.includes(Buffer.from(spelling, 'latin1')),
  )
  return found.map(([name]) => name)
}

/** Every string that stands alone in JSON: a security code has too few digits to be looked for among others. */
function stringsIn(json: string): string[] {
  return [...json.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text!)
}

it('a card number would be found in every spelling', () => {
  const number = numbers[7]!
  const hidden = [
    number,
    number.replace(/(\d{4})(?=\d)/g, '$1 '),
    number.replace(/(\d{4})(?=\d)/g, '$1-'),
    [...number].map((digit) => `%3${digit}`).join(''),
    Buffer.from(number).toString('hex'),
    Buffer.from(number, 'utf16le').toString('latin1'),
    ...['{', '{"', '{"a'].map((before) => btoa(before + number)),
  ]
  expect(spellingsIn(hidden.join('\n'))).toEqual(Object.keys(spellings()))
})

describe('no card number, in any spelling, and no security code', () => {
  it('in what the processes and the database log, at its most talkative', async () => {
    const said = gateway.output() + (await readFile(join(gateway.dataDir, 'postgres/server.log'), 'utf8'))
    expect(said.length).toBeGreaterThan(5000)
    expect(spellingsIn(said)).toEqual([])
    expect(stringsIn(said)).not.toContain(CVV)
  })

  it('in any table', async () => {
    const rows = await dump()
    expect(rows.length).toBeGreaterThan(60)
    expect(spellingsIn(rows.join('\n'))).toEqual([])
    expect(rows.flatMap(stringsIn)).not.toContain(CVV)
  })

  it('in the write-ahead log', async () => {
    const log = await writeAheadLog()
    expect(log.includes(merchant.terminalId)).toBe(true)
    expect(spellingsIn(log)).toEqual([])
  })

  it('in any webhook', () => {
    const bodies = receiver.received.map(({ body }) => body)
    expect(bodies.length).toBeGreaterThan(8)
    expect(spellingsIn(bodies.join('\n'))).toEqual([])
    expect(bodies.flatMap(stringsIn)).not.toContain(CVV)
  })

  it('in any answer or page', () => {
    expect(answers.length).toBeGreaterThan(25)
    expect(spellingsIn(answers.join('\n'))).toEqual([])
    expect(answers.flatMap(stringsIn)).not.toContain(CVV)
  })

  it('in the figures', async () => {
    const figures = await (await fetch(`${gateway.baseUrl}/metrics`)).text()
    expect(figures.length).toBeGreaterThan(500)
    expect(spellingsIn(figures)).toEqual([])
  })
})

describe('after the final status a kept payment_data', () => {
  it('has no key any more: the table of secrets is empty', async () => {
    expect(await sql`select * from authentication_secrets`).toEqual([])
  })

  it('cannot be opened with a dump and the MASTER_KEY: its key stands in no table and not in the write-ahead log', async () => {
    const sealed = Buffer.from(kept.sealedKey)
    expect((await dump()).filter((row) => row.includes(sealed.toString('hex')))).toEqual([])
    expect((await writeAheadLog()).includes(sealed)).toBe(false)
  })

  it('cannot be opened with the key of another transaction either', () => {
    const vault = newVault(new Secret(masterKey))
    const { binding, action } = kept
    expect(() => vault.openPaymentData(vault.newPaymentDataKey(), binding, action.payment_data)).toThrow()
  })
})

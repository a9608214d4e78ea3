// @module-tag full
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/time-zone.ts'
import { TYPE_NAMES } from '#domain/transaction-type.ts'
import { eventually } from '#test/eventually.ts'
import { awayFromMidnight } from '#test/midnight.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { followUp, type LedgerApp, pay, payByBank, payOut, startLedgerApp } from '../api/ledger/ledger-app.ts'
import { chanceOf } from '../simulation/campaign/chance.ts'

// Records of every kind over 500 days, then the books of random periods, judged by the programs that read them.

const ORDERS = 150
const LANES = 4
const DAYS = 500
const PERIODS = 20
const CURRENCIES = ['EUR', 'USD', 'JPY', 'KWD', 'CLF'] as const
const MOST = 9_223_372_036_854_775_807n
const REFERENCES = [
  'plain',
  'a, b: c',
  '"quoted"',
  'tab\tand\nline\r\nend',
  '; note',
  ' blanks ',
  '\\n',
  '[2026-01-01]',
]

const seed = process.env.PROPERTY_SEED ?? String(Date.now())
const chance = chanceOf(seed)

const JUDGES = [
  ['bean-check', ['--version'], 'beancount', (file: string) => [file]],
  ['hledger', ['--version'], 'hledger', (file: string) => ['check', '-f', file]],
] as const
const isThere = (program: string, args: readonly string[]) => spawnSync(program, args).status === 0

let app: LedgerApp
let folder: string
let today: string
let merchants: readonly TestMerchant[]
beforeAll(async () => {
  app = await startLedgerApp()
  await awayFromMidnight(120)
  folder = await mkdtemp(join(tmpdir(), 'tollgate-books-'))
  const terms = [{}, { fee_basis_points: 290, fee_fixed: 30 }, { fee_fixed: 1, dispute_fee: 1500 }]
  merchants = await Promise.all(terms.map((each) => app.merchantWith(each)))
  const orders = Array.from({ length: ORDERS }, (_, number) => number).values()
  const lane = async () => {
    for (const number of orders) await trade(number)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await waitForReports()
  await settle()
  await spread()
  today = new Date().toISOString().slice(0, 10)
}, 600_000)
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
})

const TRADES = [sale, refunded, voided, captured, released, disputed, paidOut, paidByBank] as const

/** Makes an order. The first ones are of each kind, both ways, so that no seed lacks a kind of record. */
async function trade(number: number): Promise<void> {
  const order = chance.branch(String(number))
  const isFirst = number < 2 * TRADES.length
  const kind = isFirst ? TRADES[number % TRADES.length]! : order.pick(TRADES)
  const isOtherWay = isFirst ? number < TRADES.length : order.happens(0.4)
  const [merchant, currency] = [order.pick(merchants), order.pick(CURRENCIES)]
  const amount = order.happens(0.05) ? MOST : BigInt(order.integer(2, 1_000_000))
  const reference = `${number} ${order.pick(REFERENCES)}`
  await kind(merchant, { currency, amount, reference }, isOtherWay)
}

interface Order {
  readonly [field: string]: unknown
  readonly currency: string
  readonly amount: bigint
}

const RETURNED = { metadata: { simulate_fault: 'taken_back' } }

async function sale(merchant: TestMerchant, order: Order) {
  await pay(merchant, order)
}

async function refunded(merchant: TestMerchant, order: Order, isReturned: boolean) {
  const payment = await pay(merchant, order)
  await followUp(merchant, payment, {
    transaction_type: 'REFUND',
    amount: order.amount / 2n,
    ...(isReturned && RETURNED),
  })
}

async function voided(merchant: TestMerchant, order: Order) {
  await followUp(merchant, await pay(merchant, order), { transaction_type: 'VOID' })
}

async function captured(merchant: TestMerchant, order: Order, isFinal: boolean) {
  const held = await pay(merchant, { ...order, transaction_type: 'AUTHORIZE' })
  const capture = { transaction_type: 'CAPTURE', amount: order.amount / 2n }
  await followUp(merchant, held, isFinal ? { ...capture, final_capture: true } : capture)
}

async function released(merchant: TestMerchant, order: Order, isExpired: boolean) {
  const held = await pay(merchant, { ...order, transaction_type: 'AUTHORIZE' })
  if (!isExpired) await followUp(merchant, held, { transaction_type: 'VOID' })
}

async function disputed(merchant: TestMerchant, order: Order, isWon: boolean) {
  const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED', simulate_dispute: 'chargeback' }
  const { id } = await pay(merchant, { ...order, metadata })
  const dispute = await eventually('a dispute', 30, async () => {
    const { body } = await merchant.call('GET', `/api/disputes?transaction_id=${id}`)
    return body.items[0]
  })
  if (isWon) await merchant.call('POST', `/api/simulators/disputes/${dispute.id}/move`, { body: { to: 'WON' } })
}

async function paidOut(merchant: TestMerchant, { reference, amount }: Order, isReturned: boolean) {
  const metadata = { response_code: 'TRX_STATUS_APPROVED', ...(isReturned && RETURNED.metadata) }
  await payOut(merchant, { reference, amount, metadata })
}

async function paidByBank(merchant: TestMerchant, { reference, amount }: Order) {
  await payByBank(merchant, { reference, amount })
}

/** Lets some authorizations expire, and waits for records that providers report later. */
async function waitForReports(): Promise<void> {
  for (const merchant of merchants)
    await merchant.call('POST', '/api/test-clock', { body: { advance_seconds: 8 * 86_400 } })
  await eventually('records of every kind', 60, async () => (await outstanding()) === '').catch(async (cause) => {
    throw new Error(`Seed ${seed}: ${await outstanding()}.`, { cause })
  })
}

async function outstanding(): Promise<string> {
  const { sql } = app.database
  const kinds = await sql`select distinct transaction_type as kind from transactions where status = 'APPROVED'`
  const missing = TYPE_NAMES.filter((type) => kinds.every(({ kind }) => kind !== type)).map((type) => `no ${type}`)
  const pending = await sql`select transaction_type || ' ' || id as name from transactions where status = 'PENDING'`
  return [...missing, ...pending.map(({ name }) => `pending ${name}`)].join(', ')
}

/** Imports the simulators' files of today, whose batches are paid out. */
async function settle(): Promise<void> {
  const accounts = await app.database.sql<
    { id: string }[]
  >`select distinct provider_account_id as id from ledger_entries`
  const date = new Date().toISOString().slice(0, 10)
  for (const { id } of accounts) {
    const file = await app.operator('GET', `/admin/simulators/settlement-file?provider_account_id=${id}&date=${date}`)
    const headers = { 'content-type': 'text/csv' }
    const path = `/admin/provider-accounts/${id}/settlements?format=generic`
    expect((await app.operator('POST', path, { body: file.text, headers })).status).toBe(202)
  }
  await eventually('a posting to the bank', 60, async () => {
    const rows = await app.database.sql`select distinct provider_account_id from bank_entries where debit = 'bank'`
    return rows.length > 1
  })
}

/** Moves entries into the past, since none can be made there. */
async function spread(): Promise<void> {
  await app.database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      update ledger_entries set posted_at = posted_at - make_interval(
        days => mod(abs(hashtext(transaction_id)), ${DAYS}), secs => mod(abs(hashtext(reverse(transaction_id))), 86400))`
    await sql`
      update bank_entries set posted_at = posted_at - make_interval(days => mod(abs(hashtext(settlement_id)), ${DAYS}))`
  })
}

async function books(format: string, from: string, to: string, filter = ''): Promise<string> {
  const path = `/admin/ledger/export?from=${from}&to=${to}&format=${format}${filter}`
  const { status, text } = await app.operator('GET', path)
  expect(status).toBe(200)
  return text
}

async function randomPeriods() {
  const accounts = await app.database.sql<{ id: string }[]>`
    select distinct provider_account_id as id from ledger_entries order by 1`
  const filters = [
    '',
    ...merchants.map(({ merchantId }) => `&merchant_id=${merchantId}`),
    ...accounts.map(({ id }) => `&provider_account_id=${id}`),
  ]
  return Array.from({ length: PERIODS }, () => {
    const from = addDays(today, -chance.integer(0, DAYS + 10))
    const latest = addDays(from, chance.pick([0, 6, 30, 365]))
    return { from, to: latest < today ? latest : today, filter: chance.pick(filters) }
  })
}

async function judge(program: string, args: readonly string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { env })
    return { code: 0, said: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}

describe.each(JUDGES)('%s', (program, version, format, argsOf) => {
  it('accepts the books of any period, merchant and account', { timeout: 300_000 }, async ({ skip }) => {
    if (!isThere(program, version)) skip(`There is no ${program} here; .ci/install brings it.`)
    for (const period of await randomPeriods()) {
      const file = join(folder, `books.${format}`)
      await writeFile(file, await books(format, period.from, period.to, period.filter))
      expect({ seed, ...period, ...(await judge(program, argsOf(file))) }).toEqual({
        seed,
        ...period,
        code: 0,
        said: '',
      })
    }
  })

  it('rejects them if an entry is missing', async ({ skip }) => {
    if (!isThere(program, version)) skip(`There is no ${program} here; .ci/install brings it.`)
    const text = await books(format, addDays(today, -365), today)
    const parts = text.split('\n\n')
    const entry = parts.findLastIndex((part) => part.includes('PURCHASE'))
    const file = join(folder, `less.${format}`)
    await writeFile(file, parts.toSpliced(entry, 1).join('\n\n'))
    expect((await judge(program, argsOf(file))).code).toBe(1)
  })
})

it('the commands of ledger.md run', async ({ skip }) => {
  if (!isThere('bean-check', ['--version'])) skip('There is no bean-check here; .ci/install brings it.')
  const [, section] = readFileSync('docs/operate/ledger.md', 'utf8').split('## Export the ledger')
  const [, commands] = /^```sh\n([\s\S]*?)^```$/m.exec(section!)!
  const script = commands!.replace('npm run -s tollgate --', `node ${resolve('src/cli/index.ts')}`)
  const env = { PATH: process.env.PATH, DATA_DIR: '/nonexistent', ...app.operatorEnv }
  const { stdout, stderr } = await promisify(execFile)('sh', ['-euc', script], { cwd: folder, env })
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' })
})

it('all formats of a period are the same bytes each time', async () => {
  for (const format of ['beancount', 'hledger', 'csv']) {
    const [from, to] = [addDays(today, -365), addDays(today, -1)]
    expect(await books(format, from, to)).toBe(await books(format, from, to))
  }
})

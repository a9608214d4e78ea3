// @module-tag full

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { STATUSES } from '#domain/status.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { newTrader } from '#test/ledger.ts'
import { toClientConfig } from '../address/client-config.ts'
import { readDatabaseAddress } from '../address/database-address.ts'
import { ask } from '../connection/ask.ts'
import type { Sql } from '../connection/database.ts'
import { COLUMN_TYPES } from '../connection/parameters.ts'
import { openReadPool } from '../connection/read-pool.ts'
import { createSql } from '../connection/sql.ts'
import { listBalances } from '../ledger/balances.ts'
import { listPastPayments } from '../rules/past-payments.ts'
import { indexPayments } from '../search/payment-search.ts'
import { rangesOf } from './transaction-filter.ts'
import { countTransactions, listTransactions, type TransactionFilter } from './transaction-lists.ts'

/** So many payments in a year, and no list of fifty may look at more than a small part of them. */
const PAYMENTS = 40_000
const MOST_ROWS = 2000
/** To know whether a range of amounts is narrow, some of it are counted. */
const MOST_ROWS_OF_RANGE = 8000

const DAY_MS = 86_400_000
const NEVER = new Date(Date.now() - 800 * DAY_MS)

/** For each filter what hardly any payment of the history has, or none. */
const RARE: Readonly<Record<keyof TransactionFilter, readonly TransactionFilter[]>> = {
  id: [{ id: 'trx_none' }],
  terminalId: [{ terminalId: 'ter_none' }],
  // Of a client that is limited to terminals, which usually have payments.
  terminalIds: [{ terminalIds: ['ter_shop', 'ter_none'] }],
  reference: [{ reference: 'none' }],
  orderId: [{ orderId: 'none' }],
  parentId: [{ parentId: 'trx_none' }],
  disputeId: [{ parentId: 'trx_none', disputeId: 'dsp_none' }],
  agreementId: [{ agreementId: 'agr_none' }],
  followUpReference: [{ followUpReference: 'none' }],
  paymentLinkId: [{ paymentLinkId: 'none' }],
  status: STATUSES.map((status) => ({ status })),
  transactionType: [{ transactionType: 'REFUND' }, { transactionType: 'PURCHASE' }],
  createdFrom: [{ createdFrom: new Date() }],
  createdTo: [{ createdTo: NEVER }],
  lastFour: [{ lastFour: '9999' }, { lastFour: '4242', status: 'CANCELED' }],
  email: [{ email: 'nobody@shop.example' }],
  customerId: [{ customerId: 'cus_none' }],
  plainReference: [{ plainReference: 'Nóne' }],
  referencePrefix: [{ referencePrefix: 'none' }, { referencePrefix: 'Order-' }, { referencePrefix: 'order-4711' }],
  customerName: [{ customerName: 'none' }, { customerName: 'Ada' }, { customerName: 'Ádá’' }],
  amountFrom: [{ amountFrom: 1_000_000n }, { amountFrom: 1n }],
  amountTo: [{ amountTo: 99n }, { amountTo: 1_000_000n }],
  amounts: [{ amounts: [{ amount: 99n, currencies: ['EUR'] }] }],
  currency: [{ currency: 'KWD' }, { currency: 'EUR' }],
  paymentMethod: [{ paymentMethod: 'UPI' }, { paymentMethod: 'card' }],
  brand: [{ brand: 'amex' }, { brand: 'visa' }],
  providerAccountId: [{ providerAccountId: 'acc_none' }, { providerAccountId: 'acc_1', currency: 'KWD' }],
  processingCode: [{ processingCode: '1004' }, { processingCode: '0000' }],
  cardHash: [{ cardHash: 'none' }, { cardHash: 'hash1', status: 'CANCELED' }],
  captureByBefore: [{ captureByBefore: new Date() }],
  review: [{ review: 'OPEN' }],
  refunded: [{ refunded: true }, { refunded: true, terminalId: 'ter_shop' }],
  counted: [{ counted: true }],
  originals: [{ originals: true }, { originals: true, status: 'CANCELED' }, { originals: true, currency: 'KWD' }],
  after: [{ after: { createdAt: new Date(Date.now() - 180 * DAY_MS), id: 'trx_' } }],
  before: [{ before: { createdAt: new Date(Date.now() - 180 * DAY_MS), id: 'trx_' } }],
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

let database: FreshDatabase
let merchantId: string
let explained: Sql
let session: pg.Client
let plans: Plan[] = []

beforeAll(async () => {
  database = await freshDatabase()
  merchantId = (await newTrader(database.sql)).merchantId
  await fill()
  const step = { windowSeconds: 400 * 86_400, lookBackSeconds: 60, isThorough: true }
  await indexPayments(database.sql, step)
  await database.sql`vacuum analyze`
  explained = await openExplained()
})
afterAll(async () => {
  await session?.end()
  await database.drop()
})

/** Approved but for one in a hundred, and the last of them ten minutes ago. */
async function fill(): Promise<void> {
  await database.sql`
    with number as (
      select i, 'trx_' || lpad(i::text, 24, '0') as id, i % 100 = 7 as declined,
        now() - interval '10 minutes' - interval '365 days' * (1 - i::float8 / ${PAYMENTS}::float8) as at
      from generate_series(1, ${PAYMENTS}::int) as i
    ), recorded as (
      insert into transactions (merchant_id, id, terminal_id, order_id, reference, transaction_type, currency, amount,
        normalized_amount, captured_amount, status, processing_code, customer, payment_method, processing_result,
        initiated_by, systan, fee_amount, finished_at, created_at, updated_at)
      select ${merchantId}, id, 'ter_shop', 'ord_' || i, 'order-' || i, 'PURCHASE', 'EUR', 100 + i % 9000, 100 + i % 9000,
        case when declined then 0 else 100 + i % 9000 end, case when declined then 'DECLINED' else 'APPROVED' end,
        case when declined then '1000' else '0000' end,
        jsonb_build_object('id', 'cus_' || i % 500, 'email', 'ada' || i % 500 || '@shop.example', 'firstName', 'Ada'),
        jsonb_build_object('type', 'card', 'masked', '400000******4242', 'brand', 'visa', 'hash', 'hash1'),
        '{"paymentProviderAccountId": "acc_1"}', 'MERCHANT', 100000, 0, at + interval '1 second', at, at from number
    )
    insert into ledger_entries (merchant_id, transaction_id, line, debit, credit, amount, currency, provider_account_id,
      posted_at)
    select ${merchantId}, id, 1, 'provider-clearing', 'merchant-payable', 100, 'EUR', 'acc_1', at from number`
  // The days before are closed.
  await database.sql`update gathering_marks set reached = date_trunc('day', now(), 'UTC') where name = 'ledger'`
}

/** Opens a pool with the settings of the one for lists; the server returns the plan of every statement. */
async function openExplained(): Promise<Sql> {
  const reads = openReadPool({ url: database.url, replicaUrl: undefined, name: 'settings', answered: () => undefined })
  const settings = await reads.read(
    (sql) => sql<{ name: string; setting: string }[]>`
      select name, setting from pg_settings where source = 'client' and name like 'enable%'`,
  )
  await reads.end()
  const address = readDatabaseAddress(database.superuserUrl)
  session = new pg.Client({ ...toClientConfig(address, 'explained', {}), types: COLUMN_TYPES })
  await session.connect()
  session.on('notice', ({ message = '' }) => {
    const [, text] = /plan:\n(\{[\s\S]*\})/.exec(message) ?? []
    if (text) plans.push(JSON.parse(text).Plan)
  })
  const sql = createSql(
    (query) => ask(session, query, false),
    () => Promise.reject(new Error('Plans are explained, not copied.')),
  )
  await sql`load 'auto_explain'`
  const telling = { log_min_duration: '0', log_analyze: 'on', log_format: 'json', log_level: 'notice' }
  const all = [
    ...settings.map(({ name, setting }) => [name, setting]),
    ...Object.entries(telling).map(([name, value]) => [`auto_explain.${name}`, value]),
  ]
  for (const [name, value] of all) await sql`select set_config(${name!}, ${value!}, false)`
  return sql
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** The tables that were read from end to end, and how many rows of tables were looked at. */
async function costOf(ask: (sql: Sql) => Promise<unknown>): Promise<{ walked: string[]; rows: number }> {
  plans = []
  await ask(explained)
  const nodes = plans.flatMap(nodesOf)
  const scans = nodes.filter((node) => node['Relation Name'] !== undefined)
  expect(scans.length).toBeGreaterThan(0)
  const lookedAt = (node: Plan) =>
    node['Actual Loops'] *
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0))
  return {
    walked: scans.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']!),
    rows: Math.round(scans.reduce((sum, node) => sum + lookedAt(node), 0)),
  }
}

const CASES = Object.values(RARE).flatMap((filters) => filters.map((filter) => [shown(filter), filter] as const))

function shown(filter: TransactionFilter): string {
  return JSON.stringify(filter, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

it.each(CASES)('a list by %s looks at a few rows', async (_, filter) => {
  const { walked, rows } = await costOf((sql) => listTransactions(sql, merchantId, filter, 51))
  expect(walked).toEqual([])
  const isRange = Object.values(rangesOf(filter)).some((bound) => bound !== undefined)
  expect(rows).toBeLessThan(isRange ? MOST_ROWS_OF_RANGE : MOST_ROWS)
})

it('and a list that is counted as well', async () => {
  const { walked, rows } = await costOf((sql) => countTransactions(sql, merchantId, { status: 'CANCELED' }, 10_001))
  expect(walked).toEqual([])
  expect(rows).toBeLessThan(MOST_ROWS)
})

it('a wide range of amounts leaves out nothing and repeats nothing', async () => {
  await database.sql`
    update payment_search set counted = false, status = 'PENDING', processing_code = null, card_hash = null
    where id > ${`trx_${String(PAYMENTS - 20).padStart(24, '0')}`}`
  const list = (filter: TransactionFilter) => listTransactions(database.sql, merchantId, filter, 50)
  const ids = async (filter: TransactionFilter) => (await list(filter)).map(({ id }) => id)
  const newest = await ids({ status: 'APPROVED' })
  expect(newest).toHaveLength(50)
  expect(await ids({ status: 'APPROVED', amountFrom: 1n })).toEqual(newest)
  expect(await ids({ status: 'APPROVED', cardHash: 'hash1' })).toEqual(newest)
})

it('a page of payments that rules are tried on as well', async () => {
  const period = { from: NEVER, to: new Date(), after: undefined }
  const { walked, rows } = await costOf((sql) => listPastPayments(sql, merchantId, period, 500))
  expect(walked).toEqual([])
  expect(rows).toBeLessThan(MOST_ROWS)
})

it('balances look at what the last day holds', async () => {
  const { walked, rows } = await costOf((sql) => listBalances(sql, merchantId, 86_400))
  expect(walked).toEqual([])
  expect(rows).toBeLessThan(MOST_ROWS)
})

it('the list of payments as well, below a night of captures', async () => {
  await database.sql`
    with changed as (
      update payment_search set transaction_type = 'CAPTURE'
      where id > ${`trx_${String(PAYMENTS - 15_000).padStart(24, '0')}`} returning id
    )
    update transactions set transaction_type = 'CAPTURE' where id in (select id from changed)`
  await database.sql`vacuum analyze`
  const { walked, rows } = await costOf((sql) => listTransactions(sql, merchantId, { originals: true }, 51))
  expect(walked).toEqual([])
  expect(rows).toBeLessThan(MOST_ROWS)
})

it('a list that walks is seen to', async () => {
  const { rows } = await costOf(
    (sql) => sql`
    select id from transactions where merchant_id = ${merchantId} and description = 'none' order by created_at limit 50`,
  )
  expect(rows).toBeGreaterThan(PAYMENTS - 1)
})

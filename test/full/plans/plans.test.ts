// @module-tag full
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#store/connection/database.ts'
import { startLocalDatabase } from '../../../src/supervisor/local-database.ts'
import { chanceOf } from '../../simulation/campaign/chance.ts'
import { serve } from '../../simulation/campaign/serve.ts'
import { type ExplainedGateway, openExplainedGateway } from './explained-gateway.ts'
import { importFiles } from './import-files.ts'
import { costliestPlans, type Explained } from './plan-log.ts'
import { readings } from './readable.ts'

// Fifty thousand payments of three merchants, then everything that is read, payments of every kind, and the worker: the
// plan of every statement that the gateway's processes send.

const ORDERS_SECONDS = 20
const LANES = 6
const READERS = 4
const PATIENCE_MS = 60_000
/** Of tables; a page has at most a hundred, and an answer adds what belongs to each. */
const MOST_ROWS = 3000

/** Tables of configuration, of sign-ins, and of rows that are deleted within minutes. */
const SMALL = new Set([
  ...['merchants', 'clients', 'webhook_endpoints', 'provider_credentials', 'provider_circuits'],
  ...['encryption_keys', 'signing_keys', 'wallet_keys', 'data_keys', 'vault_keys', 'totp_secrets'],
  ...['invitations', 'dashboard_sessions', 'authentication_secrets', 'forgotten_secrets', 'tried_cards', 'rule_sets'],
  ...['acquirer_requests', 'database_realm', 'last_backup', 'page_check', 'payment_zones', 'migrations'],
  ...['merchant_moves', 'merchant_hash_keys'],
])

/** Statements that look at more than others, by something that only they say, and how much that may be. */
const MEANT: readonly { readonly says: string; readonly tables: readonly string[]; readonly rows: number }[] = [
  // An operator who replaces the master key asks what is still under the one before; answers are kept for a day.
  { says: 'from idempotency_keys where substring(sealed_answer', tables: ['idempotency_keys'], rows: Infinity },
  { says: 'from mails where substring(sealed_link', tables: ['mails'], rows: Infinity },
  // Counts end at ten thousand matches; by some filters they also read the latest payments that do not match.
  { says: ') as found', tables: [], rows: 12_000 },
  // Opening balances are the sums of all entries before.
  { says: 'select leg.account, leg.owner, entry.currency, sum(', tables: ['ledger_entries'], rows: Infinity },
  // Missing records are looked for among twenty thousand at a time, so that a page comes soon.
  { says: 'with looked_at as (', tables: [], rows: 21_000 },
  // The file of a simulator, in uat, is of all its charges of a day.
  { says: 'with moved as ( select case own.operation', tables: [], rows: Infinity },
  // An archive takes five thousand at a time.
  { says: 'with old as ( select oldest', tables: [], rows: 10_000 },
  // An export takes a thousand at a time, and where few are left it may sort them all; of a range of amounts some are
  // counted, to know whether it is narrow.
  { says: ') as parts order by', tables: [], rows: 10_000 },
]

/** Answered with 4xx for this payment: it is a purchase, there is no such token, or the query needs more. */
const NOT_THERE = new Set([
  '/admin/ledger/export&provider_account_id',
  '/admin/merchants/:id/provider-exchanges',
  '/admin/transactions',
  '/api/payment-methods/:token',
  '/dashboard/customers/:id/cards/:token',
  '/dashboard/transactions/:id/capture',
])

let app: ExplainedGateway
let statements: readonly Explained[]
let answers: readonly { readonly what: string; readonly address: string; readonly status: number }[]

beforeAll(async () => {
  app = await openExplainedGateway()
  const { gateway, merchants, admin } = app
  const closing = new AbortController()
  const orders = serve(LANES, merchants, chanceOf('orders'), closing.signal)
  await sleep(ORDERS_SECONDS * 1000)
  await admin('POST', '/admin/keys/rotate')
  closing.abort()
  for (const { client } of Object.values(merchants)) client.giveUpAt(Date.now() + PATIENCE_MS)
  await orders
  await importFiles(await gateway.demo(), app.sql)
  answers = await readAll()
  await walk()
  await gateway.stop()
  statements = await costliestPlans(app.logFile)
}, 900_000)
afterAll(() => app?.close())

async function readAll() {
  const left = (await readings(await app.gateway.demo(), app.sql)).values()
  const all: { what: string; address: string; status: number }[] = []
  const reader = async () => {
    for (const { what, address, ask } of left) all.push({ what, address, status: await ask() })
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return all
}

/** A statement of the kind that must not be. */
async function walk(): Promise<void> {
  const { url } = await startLocalDatabase(app.gateway.dataDir)
  const sql = openDatabase(url, 'walker', 1)
  await sql`select id from transactions where description = 'walked'`
  await sql.end()
}

const isWalk = ({ text }: Explained) => text.includes("description = 'walked'")
const meant = ({ text }: Explained) => MEANT.find(({ says }) => text.includes(says))

function walkedTables(statement: Explained): readonly string[] {
  return statement.walked.filter((table) => !SMALL.has(table) && !meant(statement)?.tables.includes(table))
}

it('reads no table from end to end that grows', () => {
  const found = statements.filter((statement) => !isWalk(statement) && walkedTables(statement).length > 0)
  expect(found).toEqual([])
})

it('looks at a small part of a long history', () => {
  const found = statements.filter(
    (statement) => !isWalk(statement) && statement.rows > (meant(statement)?.rows ?? MOST_ROWS),
  )
  expect(found).toEqual([])
})

it('sees a statement that walks', () => {
  const [found] = statements.filter(isWalk)
  expect(walkedTables(found!)).toEqual(['transactions'])
  expect(found!.rows).toBeGreaterThan(MOST_ROWS)
})

it('sees everything that is read, by each filter, and payments of every kind', () => {
  const read = new Set(answers.filter(({ status }) => status < 400).map(({ what }) => what))
  expect(answers.filter(({ what }) => !read.has(what) && !NOT_THERE.has(what))).toEqual([])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(statements.length).toBeGreaterThan(250)
})

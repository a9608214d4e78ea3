// @module-tag full
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { eventually } from '#test/eventually.ts'
import { openRestartableGateway, type RestartableGateway } from '#test/restartable-gateway.ts'
import { challengeFlow } from '../../../bench/challenge-flow.ts'
import { encryptCards, inTurn, openMerchant } from '../../../bench/merchant.ts'
import { pay, saveCard } from '../../../bench/payments.ts'
import { startLocalDatabase } from '../../../src/supervisor/local-database.ts'
import { tellPlans } from './explained-gateway.ts'
import { costliestPlans, type Explained } from './plan-log.ts'

// A gateway's first minutes, before autovacuum has been there: plans are made when the server knows nothing of tables
// that are still empty, and are kept. A statement that then reads all payments of a merchant makes each payment dearer
// than the one before.

const PAYMENTS = 120
const LANES = 3
const GROWN_PAGES = 256
/** That a statement of a payment may look at, with the two others that may share it. */
const MOST_ROWS = 60
/** The worker's: the last minute's events, expired secrets, the server's own list of tables, and old requests by BRIN. */
const WORKERS_OWN = ['with seen as', 'forgotten_secrets', 'from pg_class', 'delete from request_log']

let gateway: RestartableGateway
let sql: Database
let statements: readonly Explained[]

beforeAll(async () => {
  gateway = await openRestartableGateway({ WORKERS: '1', LOG_LEVEL: 'fatal' })
  await gateway.stop()
  const { superuserUrl } = await startLocalDatabase(gateway.dataDir)
  sql = openDatabase(superuserUrl, 'test', 1)
  await sql`alter system set autovacuum = off`
  await sql`select pg_reload_conf()`
  await tellPlans(sql)
  await gateway.start()
  const logFile = join(gateway.dataDir, 'postgres', 'server.log')
  await eventually('statistics of a table that is no longer small', 120, growUp)
  await truncate(logFile)
  await payMany()
  await sql.end()
  await gateway.stop()
  statements = await costliestPlans(logFile)
}, 300_000)
afterAll(() => gateway?.close())

async function payMany(): Promise<void> {
  const demo = await gateway.demo()
  const merchant = openMerchant(demo, LANES)
  const nextCard = encryptCards(demo, LANES)
  const nextSaved = inTurn([await saveCard(merchant, nextCard())])
  let left = PAYMENTS
  const lane = async () => {
    while (left-- > 0) {
      await challengeFlow(merchant, nextCard())
      await pay(merchant, nextSaved())
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await merchant.close()
}

/** @returns whether the server knows that there are more payments than it would rather look at than for one by its key */
async function growUp(): Promise<boolean> {
  await payMany()
  const [{ pages }] = await sql<[{ pages: number }]>`
    select relpages as pages from pg_class where oid = 'transactions'::regclass`
  return pages >= GROWN_PAGES
}

it('no statement of a payment looks at the payments before it', () => {
  const isWorkers = (text: string) => WORKERS_OWN.some((part) => text.includes(part))
  const found = statements.filter(({ text, rows }) => rows > MOST_ROWS && !isWorkers(text))
  expect(found).toEqual([])
})

it('sees the statements of a payment with a challenge', () => {
  const paths = ['with decided as', 'with claimed as', 'with moved as', 'with ended as']
  expect(paths.filter((path) => !statements.some(({ text }) => text.includes(path)))).toEqual([])
})

// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checksOf, proveLedger } from '#flows/ledger/verify.ts'
import type { Sql } from '#store/connection/database.ts'
import { findChangedContents, findProofDays } from '#store/ledger/ledger-seals.ts'
import { countVerified } from '#store/ledger/ledger-verification.ts'
import { ofDays } from '#store/ledger/proof-scope.ts'
import { readByKey } from '#store/ledger/snapshot.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { fill } from '../../../bench/fill/index.ts'

// What the nightly verification reads of a year of payments (docs/operate/ledger.md#verify-the-ledger).

const PAYMENTS = 60_000
const OF_A_DAY = Math.ceil(PAYMENTS / 365)
/** By one check, which may find each row from several sides. */
const MOST_ROWS = 10 * OF_A_DAY

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway()
  const { merchantId, terminalId } = app.merchant
  await app.stopWorker()
  await fill(app.database.superuserUrl, [{ merchantId, terminalId, transactions: PAYMENTS }], () => undefined)
  const { discrepancies } = await proveLedger(app.gateway, new AbortController().signal)
  expect(discrepancies).toEqual([])
}, 300_000)
afterAll(() => app.close())

it('no check of a day reads more than that day', async () => {
  const night = Math.floor(Date.now() / 86_400_000)
  const { sealed, proved } = await findProofDays(app.database.sql, [night])
  expect(sealed.length).toBeGreaterThanOrEqual(12)
  expect(proved!.length).toBe(sealed.length + 2)
  for (const day of [proved![0]!, sealed[0]!, sealed[6]!, proved!.at(-1)!]) {
    const scoped = checksOf(true)
      .filter(([check]) => check !== 'clearing-differs-from-simulator')
      .map(([check, find]) => [check, (sql: Sql) => find(sql, ofDays(sql, day))] as const)
    const readers: readonly (readonly [string, (sql: Sql) => Promise<unknown>])[] = [
      ...scoped,
      ['count', (sql) => countVerified(sql, ofDays(sql, day))],
      ['sealed-day-differs-from-entries', (sql) => findChangedContents(sql, day)],
    ]
    for (const [check, read] of readers) {
      const { rows, walks } = await readRows(read)
      expect({ check, walks }).toEqual({ check, walks: 0 })
      expect(rows, check).toBeLessThan(MOST_ROWS)
    }
  }
})

/** Rows that are read of the tables that grow with payments, and how many of these are read from end to end. */
function readRows(read: (sql: Sql) => Promise<unknown>) {
  return app.database.sql.begin(async (sql) => {
    await sql`set local enable_hashjoin = on`
    await readByKey(sql)
    const before = await counted(sql)
    await read(sql)
    const after = await counted(sql)
    return { rows: after.rows - before.rows, walks: after.walks - before.walks }
  })
}

async function counted(sql: Sql): Promise<{ readonly rows: number; readonly walks: number }> {
  const [row] = await sql<[{ rows: number; walks: number }]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows, sum(seq_scan)::float8 as walks
    from pg_stat_xact_user_tables
    where relname in ('transactions', 'ledger_entries', 'attempts', 'charges', 'ledger_days', 'ledger_seals')`
  return row
}

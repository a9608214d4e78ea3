import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { statementsUnderWay } from '../connection/reconnecting-pool.ts'
import { readDatabaseMetrics, readSearchLag } from './figures.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

it('says how far the search is behind', async () => {
  const { sql } = database
  expect(await readSearchLag(sql)).toBe(0)
  await sql`update gathering_marks set reached = now() - interval '10 minutes' where name = 'payments'`
  expect(await readSearchLag(sql)).toBeGreaterThanOrEqual(600)
  expect((await readDatabaseMetrics(sql)).searchLagSeconds).toBeGreaterThanOrEqual(600)
})

it('says how old the newest proof of the ledger is that ended, and what it found', async () => {
  const { sql } = database
  await sql`update migrations set applied_at = now() - interval '9 days'`
  const never = await readDatabaseMetrics(sql)
  expect([Math.floor(never.ledgerProofAgeSeconds / 86_400), never.ledgerDiscrepancies]).toEqual([9, 0])
  await sql`
    insert into ledger_proofs (proof_id, began_at, ended_at, transactions, discrepancies) values
      ('old', now() - interval '4 days', now() - interval '4 days', 1, 0),
      ('newer', now() - interval '2 days', now() - interval '2 days', 1, 3),
      ('died', now() - interval '1 day', null, null, null)`
  const { ledgerProofAgeSeconds, ledgerDiscrepancies } = await readDatabaseMetrics(sql)
  expect([Math.floor(ledgerProofAgeSeconds / 86_400), ledgerDiscrepancies]).toEqual([2, 3])
})

it('counts connections, and the statements that somebody waits for until they are answered', async () => {
  const { sql } = database
  const asked = Array.from({ length: 300 }, () => sql`select 1`.then(() => undefined))
  expect(statementsUnderWay()).toBeGreaterThanOrEqual(300)
  await Promise.all([...asked, sql.begin((own) => own`select 1`)])
  expect(statementsUnderWay()).toBeLessThan(300)
  const { connections, connectionsActive } = await readDatabaseMetrics(sql)
  expect(connectionsActive).toBeGreaterThanOrEqual(1)
  expect(connections).toBeGreaterThanOrEqual(connectionsActive)
})

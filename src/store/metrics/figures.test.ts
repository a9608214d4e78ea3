import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { recordBackup } from '../backup/last-backup.ts'
import { statementsInProgress } from '../connection/database.ts'
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

it('counts connections, and the statements that are waited for until they are answered', async () => {
  const { sql } = database
  const asked = Array.from({ length: 300 }, () => sql`select 1`.then(() => undefined))
  expect(statementsInProgress()).toBeGreaterThanOrEqual(300)
  await Promise.all([...asked, sql.begin((own) => own`select 1`)])
  expect(statementsInProgress()).toBeLessThan(300)
  const { connections, connectionsActive } = await readDatabaseMetrics(sql)
  expect(connectionsActive).toBeGreaterThanOrEqual(1)
  expect(connections).toBeGreaterThanOrEqual(connectionsActive)
})

it('says how many connections the server, the database and the role still accept', async () => {
  const { sql, superuserUrl } = database
  const name = new URL(superuserUrl).pathname.slice(1)
  const { connectionsFree } = await readDatabaseMetrics(sql)
  expect(connectionsFree).toBeGreaterThan(1)
  await sql`alter database ${sql(name)} connection limit 30`
  expect((await readDatabaseMetrics(sql)).connectionsFree).toBeLessThan(30)
  await sql`alter database ${sql(name)} connection limit -1`
})

it('says how old the last backup is, and without one how old the gateway', async () => {
  const { sql } = database
  await sql`update migrations set applied_at = now() - interval '9 days'`
  expect(Math.floor((await readDatabaseMetrics(sql)).backupAgeSeconds / 86_400)).toBe(9)
  await recordBackup(sql, new Date(Date.now() - 2 * 86_400_000))
  await recordBackup(sql, new Date(Date.now() - 3600_000))
  expect(Math.floor((await readDatabaseMetrics(sql)).backupAgeSeconds / 3600)).toBe(1)
})

it('says for how long a deleted security code is on the disk', async () => {
  const { sql } = database
  await sql`delete from forgotten_secrets`
  expect((await readDatabaseMetrics(sql)).secretsOverdueSeconds).toBe(0)
  await sql`insert into forgotten_secrets values (now() - interval '5 minutes'), (now())`
  expect((await readDatabaseMetrics(sql)).secretsOverdueSeconds).toBeGreaterThanOrEqual(300)
})

it('says by how much the clocks differ, in both directions', async () => {
  const { sql } = database
  expect((await readDatabaseMetrics(sql)).clockSkewSeconds).toBe(0)
  for (const ms of [-60_000, 60_000]) {
    const real = Date.now
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + ms)
    expect((await readDatabaseMetrics(sql)).clockSkewSeconds).toBeCloseTo(60, -1)
    clock.mockRestore()
  }
})

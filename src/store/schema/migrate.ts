import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Sql } from '../connection/sql.ts'
import { type AppliedMigration, isReplaced, isSame, type Migration, readMigrations } from './migration-files.ts'
import { checkServerVersion } from './server-version.ts'

/** Tells our advisory lock from others in the same database. */
const LOCK = 8_655_428

/**
 * A change of a table waits for every statement on it, and every later statement waits for the change. So it gives up
 * early and comes again, instead of stopping all payments behind one long report.
 */
const LOCK_PATIENCE = '2s'
const PAUSE_MS = 500
const MAX_TRIES = 60
/** SQLSTATE lock_not_available and deadlock_detected: nothing happened, and it may go well the next time. */
const WAS_LOCKED: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/**
 * Brings the schema up to date: applies the files of `migrations/` that have not been, in order, each in a SQL
 * transaction of its own. A baseline is only recorded if the database has all migrations that it replaces. Processes that
 * migrate at the same time wait for each other.
 * @param directory ends with a slash; that of this release if omitted
 * @returns the names of those recorded now
 * @throws if the server is too old, a file was edited after it had been applied, or the database has only some of the
 *   migrations that a baseline replaces; nothing later is applied then
 */
export async function migrate(sql: Database, directory?: URL): Promise<string[]> {
  await checkServerVersion(sql)
  const applied: string[] = []
  for (const migration of await readMigrations(directory)) {
    if (await despiteLocks(migration, () => sql.begin((connection) => applyOnce(connection, migration)))) {
      applied.push(migration.name)
    }
  }
  return applied
}

/**
 * Makes the schema that these migrations made elsewhere, in one SQL transaction. A baseline stands for those it replaces.
 * @throws if this release has not the content of one, or needs more of those that a baseline replaces
 */
export async function applyMigrations(sql: Sql, wanted: readonly AppliedMigration[]): Promise<void> {
  const known = await readMigrations()
  const all = known.flatMap((migration) => [migration, ...migration.replaces])
  const missing = wanted.find((one) => !all.some((own) => isSame(own, one)))
  if (missing)
    throw new Error(`This release has no ${missing.name} of the content that it needs. Take a newer release.`)
  for (const migration of known) {
    const isWanted = wanted.some(({ name }) => name === migration.name) || isReplaced(migration, wanted)
    if (isWanted) await applyOnce(sql, migration)
  }
}

async function despiteLocks<T>({ name }: Migration, apply: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await apply()
    } catch (error) {
      if (!WAS_LOCKED.has((error as { code?: unknown }).code)) throw error
      if (tries === MAX_TRIES) throw new Error(`${name} got no lock: some other session holds a table; end it.`)
    }
    await sleep(PAUSE_MS)
  }
}

/** Must run in a SQL transaction: the lock is held to its end. @returns whether the migration was recorded now */
async function applyOnce(sql: Sql, migration: Migration): Promise<boolean> {
  await sql`set local statement_timeout = 0`
  await sql`select pg_advisory_xact_lock(${LOCK})`
  await sql`select set_config('lock_timeout', ${LOCK_PATIENCE}, true)`
  await createRecord(sql)
  const applied = await sql<AppliedMigration[]>`select name, checksum from migrations`
  const earlier = applied.find(({ name }) => name === migration.name)
  if (earlier === undefined) {
    if (!isReplaced(migration, applied)) await sql.unsafe(migration.text)
    await record(sql, [migration, ...migration.replaces])
  } else if (!isSame(earlier, migration)) {
    throw new Error(
      `${migration.name} was edited after this database had applied it. Undo the edit and add a new migration.`,
    )
  }
  return earlier === undefined
}

/** Includes those that a baseline replaces, so the previous release finds nothing to apply. */
async function record(sql: Sql, applied: readonly AppliedMigration[]): Promise<void> {
  const rows = applied.map(({ name, checksum }) => ({ name, checksum }))
  await sql`
    insert into migrations (name, checksum)
    select name, checksum from json_to_recordset(${JSON.stringify(rows)}::json) as applied (name text, checksum text)
    on conflict (name) do nothing`
}

/** Where it exists, nothing is asked that only the owner may do: the gateway may start as a role that changes no table. */
async function createRecord(sql: Sql): Promise<void> {
  const [record] = await sql<{ exists: boolean }[]>`select to_regclass('migrations') is not null as exists`
  if (record!.exists) return
  await sql`
    create table migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`
}

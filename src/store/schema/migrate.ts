import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Sql } from '../connection/sql.ts'
import { type AppliedMigration, isReplaced, isSame, type Migration, readMigrations } from './migration-files.ts'
import { checkServerVersion } from './server-version.ts'

/** Distinguishes our advisory lock from others in the database. */
const LOCK = 8_655_428

/** Waiting to change a table blocks payments behind one long report, so it stops early and retries. */
const LOCK_PATIENCE = '2s'
const PAUSE_MS = 500
const MAX_TRIES = 60
/** lock_not_available and deadlock_detected: nothing happened, a retry may succeed. */
const WAS_LOCKED: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/**
 * Applies new files of `migrations/` in order, each in its SQL transaction. A baseline is only recorded if the database
 * has all that it replaces. Concurrent calls wait.
 * @param directory ends with a slash; that of this release if omitted
 * @returns the names of those recorded now
 * @throws if the server is too old, an applied file was edited, or only some migrations that a baseline replaces are
 *   applied
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

/** Applies another database's migrations in one SQL transaction. @throws if this release has not the same */
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

/** Requires a SQL transaction, which holds the lock. @returns whether the migration was recorded now */
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

/** If it exists, runs nothing that requires ownership: the gateway's role may lack it. */
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

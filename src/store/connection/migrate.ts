import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkServerVersion } from './server-version.ts'
import type { Database, Sql } from './sql.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
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

interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/**
 * Brings the schema up to date: applies the files of `migrations/` that have not been, in order, each in a SQL
 * transaction of its own. Processes that migrate at the same time wait for each other.
 * @param directory ends with a slash
 * @returns the names of those applied now
 * @throws when the server is too old, or a file was edited after it had been applied; nothing later is applied then
 */
export async function migrate(sql: Database, directory: URL = MIGRATIONS): Promise<string[]> {
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
 * Makes the schema that these files made elsewhere, in one SQL transaction.
 * @param wanted by name and the SHA-256 of their content
 * @throws when one is not among those of this release, or is another
 */
export async function applyMigrations(
  sql: Sql,
  wanted: readonly Pick<Migration, 'name' | 'checksum'>[],
): Promise<void> {
  const known = await readMigrations(MIGRATIONS)
  const missing = wanted.find(
    ({ name, checksum }) => !known.some((own) => own.name === name && own.checksum === checksum),
  )
  if (missing)
    throw new Error(`This release has no ${missing.name} of the content that it needs. Take a newer release.`)
  const names = new Set(wanted.map(({ name }) => name))
  for (const migration of known) if (names.has(migration.name)) await applyOnce(sql, migration)
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
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

/** Must run in a SQL transaction: the lock is held to its end. */
async function applyOnce(sql: Sql, { name, text, checksum }: Migration): Promise<boolean> {
  await sql`set local statement_timeout = 0`
  await sql`select pg_advisory_xact_lock(${LOCK})`
  await sql`select set_config('lock_timeout', ${LOCK_PATIENCE}, true)`
  await createRecord(sql)
  const [earlier] = await sql<{ checksum: string }[]>`select checksum from migrations where name = ${name}`
  if (earlier === undefined) {
    await sql.unsafe(text)
    await sql`insert into migrations (name, checksum) values (${name}, ${checksum})`
  } else if (earlier.checksum !== checksum) {
    throw new Error(`${name} was edited after this database had applied it. Undo the edit and add a new migration.`)
  }
  return earlier === undefined
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

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database, Sql } from './database.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
/** Tells our advisory lock from others in the same database. */
const LOCK = 8_655_428

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
 * @throws when a file was edited after it had been applied; nothing later is applied then
 */
export async function migrate(sql: Database, directory: URL = MIGRATIONS): Promise<string[]> {
  const applied: string[] = []
  for (const migration of await readMigrations(directory)) {
    if (await sql.begin((connection) => applyOnce(connection, migration))) applied.push(migration.name)
  }
  return applied
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

/** Must run in a SQL transaction: the lock is held to its end. */
async function applyOnce(sql: Sql, { name, text, checksum }: Migration): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${LOCK})`
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

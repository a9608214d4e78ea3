import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

/** Every row of every table, as JSON text; bytes as hexadecimal digits. */
export async function dumpOf({ sql }: Stage): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'simulator') and table_type = 'BASE TABLE'`
  const rows = []
  for (const { name } of tables) rows.push(...(await sql.unsafe(`select to_jsonb(one)::text as text from ${name} one`)))
  return rows.map(({ text }) => text as string)
}

/** Logs of the processes and the database server. */
export async function logOf({ gateway }: Stage): Promise<string> {
  return gateway.output() + (await readFile(join(gateway.dataDir, 'postgres/server.log'), 'utf8'))
}

/** The write-ahead log as it lies on the disk. */
export async function writeAheadLogOf({ sql, gateway }: Stage): Promise<Buffer[]> {
  await sql`checkpoint`
  return filesIn(join(gateway.dataDir, 'postgres/data/pg_wal'))
}

/** The database's files as they lie on the disk, with what was deleted from tables and not yet overwritten. */
export async function dataFilesOf({ sql, gateway }: Stage): Promise<Buffer[]> {
  await sql`checkpoint`
  const [{ oid }] = await sql<[{ oid: number }]>`select oid::int from pg_database where datname = current_database()`
  return filesIn(join(gateway.dataDir, 'postgres/data/base', String(oid)))
}

/** Every file of a server that was stopped, which has written everything to them. */
export async function filesOf({ gateway }: Pick<Stage, 'gateway'>): Promise<Buffer[]> {
  const entries = await readdir(join(gateway.dataDir, 'postgres/data'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
}

async function filesIn(directory: string): Promise<Buffer[]> {
  const files = (await readdir(directory, { withFileTypes: true })).filter((entry) => entry.isFile())
  return Promise.all(files.map(({ name }) => readFile(join(directory, name))))
}

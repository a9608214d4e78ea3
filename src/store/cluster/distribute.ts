import { readFile } from 'node:fs/promises'
import type { Database, Sql } from '../connection/database.ts'

const STATEMENTS = new URL('distribute.sql', import.meta.url)

/** How a database is distributed. */
export interface Distribution {
  /** Those that have shards. */
  readonly servers: readonly string[]
  readonly shards: number
  readonly tables: readonly string[]
  /** Whether it was done now. */
  readonly done: boolean
}

/**
 * Distributes the rows of merchants over the servers that Citus knows, all in one SQL transaction. Harmless where it was
 * done before; then it prepares servers that were added since.
 * @param sql the owner of the tables
 * @throws where Citus is not installed, or knows no server
 */
export async function distribute(sql: Database): Promise<Distribution> {
  const [{ citus }] = await sql<[{ citus: boolean }]>`
    select exists (select from pg_extension where extname = 'citus') as citus`
  if (!citus) throw new Error('Citus is not installed in this database: create extension citus.')
  const servers = await serversOf(sql)
  if (servers.length === 0) throw new Error('Citus knows no server that takes shards: select citus_add_node(…).')
  const before = await tablesOf(sql)
  await prepareServers(sql)
  if (before.length === 0) await distributeTables(sql)
  const tables = before.length === 0 ? await tablesOf(sql) : before
  return { servers, shards: await countShards(sql), tables, done: before.length === 0 }
}

async function serversOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ server: string }[]>`
    select nodename || ':' || nodeport as server from pg_dist_node
    where shouldhaveshards and isactive and noderole = 'primary' order by groupid`
  return rows.map(({ server }) => server)
}

async function tablesOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' order by 1`
  return rows.map(({ name }) => name)
}

async function countShards(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::integer as count from pg_dist_shard where logicalrelid = 'transactions'::regclass`
  return count
}

/** Each server notes for itself that bytes of secrets are left in its files (migrations/0016-erase-secrets.sql). */
const OF_EACH_SERVER = [
  'create unlogged table if not exists forgotten_secrets (forgotten_at timestamptz not null default clock_timestamp())',
  'grant select on forgotten_secrets to public',
]

async function prepareServers(sql: Sql): Promise<void> {
  for (const statement of OF_EACH_SERVER) {
    const answers = await sql<{ success: boolean; result: string }[]>`
      select success, result from run_command_on_workers(${statement})`
    const failed = answers.find(({ success }) => !success)
    if (failed) throw new Error(failed.result)
  }
}

async function distributeTables(sql: Database): Promise<void> {
  const text = await readFile(STATEMENTS, 'utf8')
  await sql.begin(async (transaction) => {
    await transaction`set local statement_timeout = 0`
    for (const statement of text.split('\n\n')) await transaction.unsafe(statement)
  })
}

import { inject } from 'vitest'
import { withConnection } from '#store/connection/database.ts'
import type { FreshDatabase } from '#test/database.ts'

/** A server's address, with the database of a test. */
export function inDatabase(url: string, { superuserUrl }: FreshDatabase): string {
  return Object.assign(new URL(url), { pathname: new URL(superuserUrl).pathname }).href
}

/** PostgreSQL ends every session and recovers when one of its processes was killed. */
export async function killServer(url: string, database: FreshDatabase): Promise<void> {
  await withConnection(inDatabase(url, database), 'test', async (sql) => {
    const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
    process.kill(pid, 'SIGKILL')
    await sql`select 1`.catch(() => undefined)
  })
}

/** The server that has a merchant. */
export async function serverOf({ sql }: FreshDatabase, merchantId: string): Promise<string> {
  const [{ port }] = await sql<[{ port: number }]>`
    select nodeport as port from pg_dist_placement join pg_dist_node using (groupid)
    where shardid = get_shard_id_for_distribution_column('transactions', ${merchantId}::text)`
  return inject('workerUrls').find((url) => new URL(url).port === String(port))!
}

/** Does something while a server takes nobody in for this database but superusers. */
export async function whileAway(url: string, database: FreshDatabase, act: () => Promise<void>): Promise<void> {
  const name = new URL(database.superuserUrl).pathname.slice(1)
  const other = Object.assign(new URL(url), { pathname: '/postgres' }).href
  await withConnection(other, 'test', async (sql) => {
    await sql`alter database ${sql(name)} connection limit 0`
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
    await act().finally(() => sql`alter database ${sql(name)} connection limit -1`)
  })
}

/** Does something while a merchant's payments wait at the server that has them. */
export async function whileHanging(
  database: FreshDatabase,
  merchantId: string,
  act: () => Promise<void>,
): Promise<void> {
  const url = inDatabase(await serverOf(database, merchantId), database)
  const [{ shard }] = await database.sql<[{ shard: bigint }]>`
    select get_shard_id_for_distribution_column('transactions', ${merchantId}::text) as shard`
  await withConnection(url, 'test', (sql) =>
    sql.begin(async (holding) => {
      await holding`set local citus.enable_manual_changes_to_shards = on`
      await holding.unsafe(`lock table transactions_${shard} in access exclusive mode`)
      await act()
    }),
  )
}

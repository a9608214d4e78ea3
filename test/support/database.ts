import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { joinCluster, leaveCluster } from '../../src/store/cluster/cluster.ts'
import { createDatabase, dropDatabase } from '../../src/store/connection/create-database.ts'
import { type Database, openDatabase, withConnection } from '../../src/store/connection/database.ts'

/** A migrated, empty database of its own. */
export interface FreshDatabase {
  /** The superuser's. */
  readonly sql: Database
  /** For a gateway's pools and processes. */
  readonly url: string
  readonly superuserUrl: string
  /** Closes `sql` and removes the database, whoever else is still connected. */
  drop(): Promise<void>
}

/** Copies the migrated template. Worth one for each test that would see its neighbours, else one for a file. */
export async function freshDatabase(connections = 4): Promise<FreshDatabase> {
  const templateUrl = new URL(inject('templateUrl'))
  const serverUrls = [templateUrl.href, ...inject('workerUrls')].map(
    (url) => Object.assign(new URL(url), { pathname: '/postgres' }).href,
  )
  const name = `test_${randomBytes(6).toString('hex')}`
  await Promise.all(serverUrls.map((url) => createDatabase(url, name, templateUrl.pathname.slice(1))))
  const superuserUrl = Object.assign(new URL(templateUrl), { pathname: `/${name}` }).href
  const sql = openDatabase(superuserUrl, 'test', connections)
  await joinCluster(sql, superuserUrl, 'test', connections)
  return {
    sql,
    superuserUrl,
    url: Object.assign(new URL(inject('gatewayUrl')), { pathname: `/${name}` }).href,
    async drop() {
      await Promise.all([leaveCluster(sql), sql.end()])
      await Promise.all(serverUrls.map((url) => close(url, name)))
      await Promise.all(serverUrls.map((url) => dropDatabase(url, name)))
    },
  }
}

const PATIENCE_MS = 10_000

/** Ends its sessions and lets nobody in any more: Citus' own connect from server to server, and would wait for what leaves. */
function close(serverUrl: string, name: string): Promise<void> {
  return withConnection(serverUrl, 'setup', async (sql) => {
    await sql`alter database ${sql(name)} allow_connections false`
    await sql`select pg_terminate_backend(pid, ${PATIENCE_MS}) from pg_stat_activity where datname = ${name}`
  })
}

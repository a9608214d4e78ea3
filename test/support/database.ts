import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase, withConnection } from '../../src/store/connection/database.ts'
import { dropDatabase } from '../../src/store/schema/create-database.ts'

/** A migrated, empty database of its own. */
export interface FreshDatabase {
  /** The superuser's. */
  readonly sql: Database
  /** For a gateway's pools and processes. */
  readonly url: string
  readonly superuserUrl: string
  /** Closes `sql` and removes the database, even with other connections to it. */
  drop(): Promise<void>
}

/** Copies the migrated template. Worth one for each test that would see its neighbors, else one for a file. */
export async function freshDatabase(connections = 4): Promise<FreshDatabase> {
  const templateUrl = new URL(inject('templateUrl'))
  const serverUrl = Object.assign(new URL(templateUrl), { pathname: '/postgres' }).href
  const name = `test_${randomBytes(6).toString('hex')}`
  // Half the work of copying by the log.
  const copy = `create database ${name} template ${templateUrl.pathname.slice(1)} strategy file_copy`
  await withConnection(serverUrl, 'setup', (server) => server.unsafe(copy))
  const superuserUrl = Object.assign(new URL(templateUrl), { pathname: `/${name}` }).href
  const sql = openDatabase(superuserUrl, 'test', connections)
  return {
    sql,
    superuserUrl,
    url: Object.assign(new URL(inject('gatewayUrl')), { pathname: `/${name}` }).href,
    async drop() {
      await sql.end()
      await dropDatabase(serverUrl, name)
    },
  }
}

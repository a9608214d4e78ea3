import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startLocalDatabase } from '#app/supervisor/local-database.ts'
import { withConnection } from '#store/connection/database.ts'
import { createDatabase } from '#store/schema/create-database.ts'
import { migrate } from '#store/schema/migrate.ts'
import { GATEWAY, grantToGateway, OWNER, provisionRoles } from '#store/schema/roles.ts'
import { newDataDirectory } from './data-directory.ts'
import { findInstallation, initialize, openServer, type PostgresServer, serverDirectory } from './postgres-server.ts'

/** Nothing here has to outlive the tests, and many gateways share it. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 600 }

/** A PostgreSQL for a run of tests, with a migrated database. */
export interface ThrowAwayDatabase {
  /** As the gateway's processes are. */
  readonly url: string
  readonly superuserUrl: string
  /** Ends the server and removes its directory. */
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL of its own in a temporary directory: as the gateway would, or the one of the system that
 * `TEST_POSTGRES_BIN` names.
 */
export async function startThrowAwayDatabase(): Promise<ThrowAwayDatabase> {
  const directory = await newDataDirectory('tollgate-test-')
  const start = process.env.TEST_POSTGRES_BIN ? startSystemServer : startOwnServer
  const { stop, ...urls } = await start(directory)
  return {
    ...urls,
    async stop() {
      await stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function startOwnServer(directory: string): Promise<ThrowAwayDatabase> {
  const { url, superuserUrl, migrate, stop } = await startLocalDatabase(directory, SETTINGS)
  await migrate()
  return { url, superuserUrl, stop }
}

const NAME = 'tollgate'
const PASSWORDS = { [OWNER]: 'owner', [GATEWAY]: 'gateway' }

async function startSystemServer(directory: string): Promise<ThrowAwayDatabase> {
  const installation = await findInstallation()
  const server = await openServer(await serverDirectory(join(directory, 'data'), installation), installation)
  await initialize(server.directory, installation)
  await server.start({ ...SETTINGS, jit: 'off', random_page_cost: 1.1 })
  return { ...(await createGatewayDatabase(server)), stop: server.stop }
}

/** Creates a migrated database with the roles that the gateway's own server has. */
export async function createGatewayDatabase(server: PostgresServer): Promise<Omit<ThrowAwayDatabase, 'stop'>> {
  const superuserUrl = server.urlOf(NAME)
  const urlOf = (username: keyof typeof PASSWORDS) =>
    Object.assign(new URL(superuserUrl), { username, password: PASSWORDS[username] }).href
  await createDatabase(server.urlOf('postgres'), NAME)
  await withConnection(superuserUrl, 'setup', (sql) => provisionRoles(sql, PASSWORDS))
  await withConnection(urlOf(OWNER), 'migrations', async (sql) => {
    await migrate(sql)
    await grantToGateway(sql)
  })
  return { url: urlOf(GATEWAY), superuserUrl }
}

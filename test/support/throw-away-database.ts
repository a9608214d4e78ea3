import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalDatabase } from '../../src/supervisor/local-database.ts'

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

/** Starts a PostgreSQL of its own in a temporary directory. */
export async function startThrowAwayDatabase(): Promise<ThrowAwayDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'tollgate-test-'))
  await chmod(directory, 0o755)
  const server = await startLocalDatabase(directory, SETTINGS)
  await server.migrate()
  return {
    url: server.url,
    superuserUrl: server.superuserUrl,
    async stop() {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

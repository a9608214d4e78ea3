import type { Config } from '#app/config.ts'
import { openVault } from '#app/open-vault.ts'
import { openDatabase } from '#store/connection/database.ts'
import { migrate } from '#store/connection/migrate.ts'
import { type LocalDatabase, startLocalDatabase } from './local-database.ts'

/** Sessions for every API process, the worker, commands and psql. */
const SESSIONS_PER_WORKER = 16
const OTHER_SESSIONS = 100

/** The operator's own database, or else a local one; migrated, and checked to be sealed under this master key. */
export async function openMigratedDatabase(config: Config): Promise<LocalDatabase> {
  const database = config.databaseUrl === undefined ? await startLocal(config) : external(config.databaseUrl)
  try {
    await bringUpToDate(database.url, config)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

function startLocal({ dataDir, workers }: Config): Promise<LocalDatabase> {
  return startLocalDatabase(dataDir, { max_connections: OTHER_SESSIONS + SESSIONS_PER_WORKER * workers })
}

/** The operator starts and stops it. */
function external(url: string): LocalDatabase {
  return { url, ensureRunning: async () => false, stop: async () => undefined }
}

async function bringUpToDate(url: string, config: Config): Promise<void> {
  const sql = openDatabase(url, 'migrations', 1)
  try {
    await migrate(sql).catch(rethrow)
    await openVault(sql, config)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function rethrow(cause: unknown): never {
  throw new Error(`The database cannot be used: ${messageOf(cause)}`, { cause })
}

/** A host with several addresses fails with one error for each and no message of its own. */
function messageOf(error: unknown): string {
  const { message, errors = [] } = error as Error & { errors?: Error[] }
  return message || errors.map((each) => each.message).join(', ')
}

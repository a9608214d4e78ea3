import type { Config } from '#app/config.ts'
import { checkGroup, openGroup } from '#app/open-group.ts'
import { checkRealm, openRealm } from '#app/open-realm.ts'
import { openVault } from '#app/open-vault.ts'
import { isPooled } from '#store/address/database-address.ts'
import { withConnection } from '#store/connection/database.ts'
import { checkPooledSession } from '#store/connection/session-settings.ts'
import { migrate } from '#store/schema/migrate.ts'
import { eraseSecrets } from './erase-secrets.ts'
import { type GatewayDatabase, type LocalDatabase, startLocalDatabase } from './local-database.ts'

/** Sessions for every API process, the worker, commands and psql. */
const SESSIONS_PER_WORKER = 18
const OTHER_SESSIONS = 100

const INSUFFICIENT_PRIVILEGE = '42501'
const MIGRATE_AS_OWNER =
  'Where it has to be migrated, run "npm run tollgate -- migrate" with the DATABASE_URL of its owner.'

/** Opens and migrates the operator's database or a local one. Checks its master key, realm and merchant group. */
export async function openMigratedDatabase(config: Config): Promise<GatewayDatabase> {
  const database =
    config.databaseUrl === undefined ? await startLocal(config) : external(config.databaseUrl, config.merchantGroup)
  try {
    // Before a migration, the gateway's role cannot read a restored database.
    await withConnection(database.ownerUrl, 'setup', (sql) => checkRealm(sql, config.realm)).catch(rethrow)
    await database.migrate().catch(rethrow)
    if (isPooled(database.url)) await withConnection(database.url, 'setup', checkPooledSession).catch(rethrow)
    await withConnection(database.url, 'migrations', async (sql) => {
      await checkGroup(sql, config.merchantGroup)
      await openVault(sql, config)
      await openRealm(sql, config.realm)
      await openGroup(sql, config.merchantGroup)
    })
    await eraseSecrets(database.url)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

function startLocal({ dataDir, workers }: Config): Promise<LocalDatabase> {
  return startLocalDatabase(dataDir, { max_connections: OTHER_SESSIONS + SESSIONS_PER_WORKER * workers })
}

/** Database that the operator runs, granting rights to the role in its URL. */
function external(url: string, group: string | undefined): GatewayDatabase {
  return {
    url,
    ownerUrl: url,
    migrate: () =>
      withConnection(url, 'migrations', async (sql) => {
        // Before any change: another group means a wrong URL.
        await checkGroup(sql, group)
        return migrate(sql)
      }),
    ensureRunning: async () => false,
    stop: async () => undefined,
  }
}

function rethrow(cause: unknown): never {
  throw new Error(`The database cannot be used: ${messageOf(cause)}`, { cause })
}

function messageOf(error: unknown): string {
  const { message, code, errors = [] } = error as Error & { code?: string; errors?: Error[] }
  if (code === INSUFFICIENT_PRIVILEGE) return `${message}. ${MIGRATE_AS_OWNER}`
  // A host with several addresses fails with one error for each and no message of its own.
  return message || errors.map((each) => each.message).join(', ')
}

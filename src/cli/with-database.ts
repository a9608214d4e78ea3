import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSetting } from '#app/config/read-setting.ts'
import type { Setting } from '#app/config/setting.ts'
import { SETTINGS } from '#app/config/settings.ts'
import { blankRealm, checkRealm, openRealm } from '#app/open-realm.ts'
import { type LocalDatabase, startLocalDatabase } from '#app/supervisor/local-database.ts'
import { findPostmaster } from '#app/supervisor/postmaster.ts'
import { type Database, withConnection } from '#store/connection/database.ts'
import { migrate } from '#store/schema/migrate.ts'
import { Failure } from './command.ts'
import { thenOrOnSignal } from './on-signal.ts'

/** PostgreSQL's codes for a table that is not there, and for one that the role may not use. */
const UNDEFINED_TABLE = '42P01'
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Uses `DATABASE_URL`, or in uat `DATA_DIR`, started if needed (docs/reference/running.md#the-command).
 * @throws Failure
 */
export function withDatabase<T>(act: (database: Database) => Promise<T>): Promise<T> {
  return withUrl((url) => withConnection(url, 'command', act))
}

/** Migrates the schema and records the realm. @returns names of the migrations that were applied */
export function migrateDatabase(): Promise<string[]> {
  return withUrl(async (url, local) => {
    const applied = await (local?.migrate() ?? withConnection(url, 'command', migrate))
    await withConnection(url, 'command', (sql) => openRealm(sql, settingOf(SETTINGS.realm)!))
    return applied
  })
}

export function dataDirectory(): string {
  return settingOf(SETTINGS.dataDir)!
}

/** A setting as the gateway itself would read it. @throws Failure for a value of another kind */
export function settingOf<T>(setting: Setting<T>): T | undefined {
  try {
    return readSetting(setting, process.env)
  } catch (error) {
    throw new Failure((error as Error).message, { cause: error })
  }
}

type UrlAct<T> = (url: string, local?: LocalDatabase) => Promise<T>

/** Passes the address while the database runs. @throws Failure that says what to do */
export async function withUrl<T>(act: UrlAct<T>): Promise<T> {
  const [url, realm] = [settingOf(SETTINGS.databaseUrl), settingOf(SETTINGS.realm)!]
  for (const mistake of blankRealm(process.env.REALM, url)) throw new Failure(mistake)
  const actInRealm: UrlAct<T> = async (url, local) => {
    await withConnection(local?.ownerUrl ?? url, 'command', (sql) => checkRealm(sql, realm))
    return act(url, local)
  }
  if (url !== undefined) return advised(actInRealm(url))
  if (realm === 'production') throw new Failure('DATABASE_URL must be set in production.')
  return withLocalDatabase(resolve(dataDirectory()), actInRealm)
}

async function withLocalDatabase<T>(dataDir: string, act: UrlAct<T>): Promise<T> {
  const wasRunning = await isRunning(join(dataDir, 'postgres'))
  const local = await startLocalDatabase(dataDir)
  return thenOrOnSignal(
    () => advised(act(local.url, local)),
    async () => {
      if (!wasRunning) await local.stop()
    },
  )
}

async function isRunning(home: string): Promise<boolean> {
  return existsSync(home) && (await findPostmaster(join(realpathSync(home), 'data'))) !== undefined
}

function advised<T>(done: Promise<T>): Promise<T> {
  return done.catch((error) => {
    if (error instanceof Failure) throw error
    throw new Failure(adviceOn(error), { cause: error })
  })
}

/** Error codes of a full disk; such errors contain no path. */
const DISK_REFUSALS: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'])

type Trouble = NodeJS.ErrnoException & { readonly errors?: readonly Error[] }

/** A host with several addresses fails with one error for each and no message of its own. */
function adviceOn({ code, message, path, errors = [] }: Trouble): string {
  if (path !== undefined) return `${path} cannot be used (${code}). Choose a path in a writable directory.`
  if (DISK_REFUSALS.has(code)) return `Cannot write the file: ${message}`
  if (code === UNDEFINED_TABLE) return 'The database has no schema yet; run "npm run tollgate -- migrate" first.'
  if (code === INSUFFICIENT_PRIVILEGE)
    return `${message}. Run "npm run tollgate -- migrate" first, as the database's owner.`
  return `The database cannot be used: ${message || errors.map((each) => each.message).join(', ')}`
}

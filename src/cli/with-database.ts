import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SETTINGS, type Setting } from '#app/config/settings.ts'
import { startLocalDatabase } from '#app/supervisor/local-database.ts'
import { findPostmaster } from '#app/supervisor/postmaster.ts'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { Failure } from './command.ts'

/** PostgreSQL's code for a table that is not there. */
const UNDEFINED_TABLE = '42P01'

/**
 * Does something with the gateway's database, whether or not the gateway runs: `DATABASE_URL`, or in uat the one under
 * `DATA_DIR`, which is started meanwhile if it does not run (docs/reference/running.md#the-command).
 * @throws Failure that says what to do
 */
export async function withDatabase<T>(act: (database: Database) => Promise<T>): Promise<T> {
  const url = settingOf(SETTINGS.databaseUrl)
  if (url !== undefined) return connected(url, act)
  if (settingOf(SETTINGS.realm) === 'production') throw new Failure('DATABASE_URL must be set in production.')
  return withLocalDatabase(resolve(dataDirectory()), act)
}

/** Where the local database and `demo.json` are. */
export function dataDirectory(): string {
  return settingOf(SETTINGS.dataDir)!
}

/** A setting as the gateway itself would read it. @throws Failure for a value of another kind */
export function settingOf<T>({ name, kind, fallback }: Setting<T>): T | undefined {
  const text = process.env[name]?.trim() || fallback
  if (text === undefined) return undefined
  const value = kind.parse(text)
  if (value === undefined) throw new Failure(`${name} must be ${kind.expects}.`)
  return value
}

async function withLocalDatabase<T>(dataDir: string, act: (database: Database) => Promise<T>): Promise<T> {
  const wasRunning = await isRunning(join(dataDir, 'postgres'))
  const local = await startLocalDatabase(dataDir)
  try {
    return await connected(local.url, act)
  } finally {
    if (!wasRunning) await local.stop()
  }
}

async function isRunning(home: string): Promise<boolean> {
  return existsSync(home) && (await findPostmaster(join(realpathSync(home), 'data'))) !== undefined
}

async function connected<T>(url: string, act: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url, 'command', 1)
  try {
    return await act(database)
  } catch (error) {
    throw new Failure(adviceOn(error as Error & { code?: string; errors?: Error[] }), { cause: error })
  } finally {
    await database.end({ timeout: 1 })
  }
}

/** A host with several addresses fails with one error for each and no message of its own. */
function adviceOn({ code, message, errors = [] }: Error & { code?: string; errors?: Error[] }): string {
  if (code === UNDEFINED_TABLE) return 'The database is not set up yet: run "npm run tollgate -- migrate" first.'
  return `The database cannot be used: ${message || errors.map((each) => each.message).join(', ')}`
}

import type { Database } from './sql.ts'

/** Number of rows that exceed a query's minimal memory, so that the server writes 75 kB to its disk. */
const SPILLED_ROWS = 5000

/**
 * Checks that the database responds and accepts writes, which a demoted server does not. Stores nothing.
 * @param writes true to test its disk too, 30 times as expensive
 * @throws an error that `isUnavailableError`
 */
export async function checkWritable(sql: Database, writes: boolean): Promise<void> {
  await Promise.all([
    sql`delete from idempotency_keys where false`,
    writes &&
      sql`select count(*) from generate_series(1, ${SPILLED_ROWS} + length(set_config('work_mem', '64kB', true)))`,
  ])
}

/**
 * Codes of driver (`driver-errors.ts`), socket and server without a connection to send on. 53300: too many; 57P03:
 * starting or stopping.
 */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'CONNECT_TIMEOUT',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  '53300',
  '57P03',
])

/** The connection was lost: the statement may have run. */
const CONNECTION_LOST: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNABORTED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
])

/** 08: connection; 25P03, 25P04, 57P05: session timed out; 57P01, 57P02: server stops or crashed. */
const SERVER_AWAY = /^(08...|25P0[34]|57P0[125])$/

/**
 * Errors until an operator repairs the server; the statement did not run. 28: sign-in rejected; 3D000, 57P04: no
 * database; 53: disk or memory; 54000: no transaction IDs; 42501: privilege; 55000: no sessions; 58: disk; F0000:
 * configuration; XX001, XX002: damaged data.
 */
const SERVER_FAILS = /^(28...|3D000|42501|53...|54000|55000|57P04|58...|F0000|XX00[12])$/

/**
 * Errors that another session may avoid; the statement did not run. 25006: read-only; 0A000: plan outdated; 26000:
 * prepared statement unknown.
 */
const SESSION_UNFIT: ReadonlySet<string> = new Set(['25006', '0A000', '26000'])

/** The statement had no effect. 57014: time limit; 55P03: lock timeout; 40001, 40P01: conflict. */
const GAVE_UP: ReadonlySet<string> = new Set(['57014', '55P03', '40001', '40P01'])

/** True if an error says that the database cannot be reached just now, rather than that it refused something. */
export function isUnreachableError(error: unknown): boolean {
  const code = codeOf(error)
  return NOT_CONNECTED.has(code) || CONNECTION_LOST.has(code) || SERVER_AWAY.test(code)
}

/** True if a new session may succeed. */
export function isUnusableSessionError(error: unknown): boolean {
  return SESSION_UNFIT.has(codeOf(error))
}

export function isUnavailableError(error: unknown): boolean {
  const code = codeOf(error)
  return isUnreachableError(error) || isUnusableSessionError(error) || SERVER_FAILS.test(code) || GAVE_UP.has(code)
}

const databaseErrors = new WeakSet<object>()

/** Remembers that an error comes from a database: codes of sockets are also those of other servers. */
export function noteDatabaseError(error: unknown): void {
  if (error instanceof Error) databaseErrors.add(error)
}

/** 25006 takes no writes, 28 login refused, 3D000 and 57P04 gone, 53 a resource is missing, 55000 accepts no sessions. */
const SERVES_NOTHING = /^(25006|28...|3D000|53...|55000|57P04)$/

/** True if the database can serve no statement at all now. */
export function isOutageError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error && databaseErrors.has(error))) return false
  return isUnreachableError(error) || SERVES_NOTHING.test(codeOf(error))
}

/** 40001: a standby canceled the statement to replay. */
const REPLAY_CAME_FIRST = '40001'

/** True if an error of a standby says that its primary could answer instead. A statement that took too long would again. */
export function canRetryOnPrimary(error: unknown): boolean {
  return isUnreachableError(error) || isUnusableSessionError(error) || codeOf(error) === REPLAY_CAME_FIRST
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

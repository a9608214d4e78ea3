import type { Database } from './sql.ts'

/** Number of rows that exceed a query's minimal memory, so that the server writes 75 kB to its disk. */
const SPILLED_ROWS = 5000

/**
 * Makes sure that the database answers and takes writes: a server that was demoted to a standby answers, too. Stores nothing.
 * @param writes true to make sure that its disk has room, which costs 30 times as much
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
 * Error codes of the driver (`driver-errors.ts`), of the socket and of the server that mean: there was no connection to
 * send anything on. 53300 too many connections, 57P03 the server starts or stops.
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

/** Those that mean: the connection was lost. What was sent on it may have been done. */
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

/**
 * SQLSTATE 08 connection exception, 25P03 and 25P04 the session was ended because it waited or worked for too long, 57P01
 * and 57P02 the server stops or was crashed, 57P05 the session was idle for too long.
 */
const SERVER_AWAY = /^(08...|25P0[34]|57P0[125])$/

/**
 * Errors that last until an operator repairs the server: 28 the login is refused, 3D000 or 57P04 there is no
 * such database, 53 disk full, out of memory or another resource, 54000 no transaction ids are left, 42501 the role lacks a
 * privilege, 55000 it accepts no sessions, 58 the disk fails, F0000 an error in its configuration, XX001 and XX002 data on the disk is damaged.
 * The statement did not run.
 */
const SERVER_FAILS = /^(28...|3D000|42501|53...|54000|55000|57P04|58...|F0000|XX00[12])$/

/**
 * What a session cannot do and another one may: 25006 the server takes no writes, 0A000 the plan of a prepared
 * statement no longer fits the schema, 26000 the session does not know a prepared statement. The statement did not run.
 */
const SESSION_UNFIT: ReadonlySet<string> = new Set(['25006', '0A000', '26000'])

/**
 * 57014 the statement exceeded its time limit, 55P03 a lock was not granted in time, 40001 and 40P01 it conflicted with
 * another one. The statement had no effect.
 */
const GAVE_UP: ReadonlySet<string> = new Set(['57014', '55P03', '40001', '40P01'])

/** True if an error says that the database cannot be reached just now, rather than that it refused something. */
export function isUnreachableError(error: unknown): boolean {
  const code = codeOf(error)
  return NOT_CONNECTED.has(code) || CONNECTION_LOST.has(code) || SERVER_AWAY.test(code)
}

/** True if an error says that a new session should be opened, because this one cannot do what it is asked. */
export function isUnusableSessionError(error: unknown): boolean {
  return SESSION_UNFIT.has(codeOf(error))
}

/** True if an error means that the database cannot serve now, for any of these reasons. */
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

/** True if an error comes from a database that cannot serve any statement now, rather than one table or statement. */
export function isOutageError(error: unknown): error is NodeJS.ErrnoException {
  if (!(error instanceof Error && databaseErrors.has(error))) return false
  return isUnreachableError(error) || SERVES_NOTHING.test(codeOf(error))
}

/** 40001 a standby gave a statement up because it was in the way of what it had to replay. */
const REPLAY_CAME_FIRST = '40001'

/** True if an error of a standby says that its primary could answer instead. A statement that took too long would again. */
export function canRetryOnPrimary(error: unknown): boolean {
  return isUnreachableError(error) || isUnusableSessionError(error) || codeOf(error) === REPLAY_CAME_FIRST
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : ''
}

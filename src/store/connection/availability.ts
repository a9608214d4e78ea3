import type { Database } from './database.ts'

/** Whether the database answers. */
export async function ping(sql: Database): Promise<void> {
  await sql`select 1`
}

/** Error codes of postgres.js and of the socket that mean: no connection, nothing was decided. */
const CONNECTION_ERRORS: ReadonlySet<string> = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** SQLSTATE 08 connection exception, 53300 too many connections, 57P0x the server stops, starts or was crashed. */
const SERVER_AWAY = /^(08...|53300|57P0[1-3])$/

/** Whether an error says that the database cannot be reached just now, rather than that it refused something. */
export function meansUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && (CONNECTION_ERRORS.has(code) || SERVER_AWAY.test(code))
}

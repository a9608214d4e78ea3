import type { Sql } from '../connection/sql.ts'

/** The oldest major version of PostgreSQL that every statement here runs on. */
const OLDEST = 15

/** @throws a line that names the server's version and what is needed, where the server is too old */
export async function checkServerVersion(sql: Sql): Promise<void> {
  const [row] = await sql<[{ version: string }]>`select current_setting('server_version') as version`
  requireSupported(row.version)
}

/** @param version as the server prints it: `15.20 (Debian 15.20-1)`, `18beta1` */
export function requireSupported(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST) return
  throw new Error(`the server is PostgreSQL ${version}; ${OLDEST} is the oldest that works.`)
}

import type { Sql } from '../connection/database.ts'

/** Keeps which group of merchants lives in this database, unless that was said before. */
export async function insertGroup(sql: Sql, name: string): Promise<void> {
  await sql`insert into merchant_group (name) values (${name}) on conflict (is_only) do nothing`
}

/** @returns undefined where there is one group alone */
export async function findGroup(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`select name from merchant_group where is_only`
  return row?.name
}

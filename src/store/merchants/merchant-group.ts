import type { Sql } from '../connection/database.ts'

/** Keeps which group of merchants lives in this database, unless that was said before. */
export async function insertGroup(sql: Sql, name: string): Promise<void> {
  await sql`insert into merchant_group (name) values (${name}) on conflict (is_only) do nothing`
}

/** @returns undefined where there is one group alone, and in a database that has to be migrated first */
export async function findGroup(sql: Sql): Promise<string | undefined> {
  const [table] = await sql<[{ exists: boolean }]>`select to_regclass('merchant_group') is not null as exists`
  if (!table.exists) return undefined
  const [row] = await sql<{ name: string }[]>`select name from merchant_group where is_only`
  return row?.name
}

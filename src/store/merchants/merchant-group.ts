import type { Sql } from '../connection/database.ts'

/** Stores the group of merchants in this database, unless there is one. */
export async function insertGroup(sql: Sql, name: string): Promise<void> {
  await sql`insert into merchant_group (name) values (${name}) on conflict (is_only) do nothing`
}

/** @returns undefined with one group only, and in a database that needs migrations first */
export async function findGroup(sql: Sql): Promise<string | undefined> {
  const [table] = await sql<[{ exists: boolean }]>`select to_regclass('merchant_group') is not null as exists`
  if (!table.exists) return undefined
  const [row] = await sql<{ name: string }[]>`select name from merchant_group where is_only`
  return row?.name
}

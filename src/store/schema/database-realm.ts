import type { Sql } from '../connection/sql.ts'

/** Realm of a gateway and of its database (docs/reference/running.md#the-realm-of-a-database). */
export type DatabaseRealm = 'uat' | 'production'

/** Finds the realm, of earlier releases by client keys. @returns undefined without merchants or migrations */
export async function findRealm(sql: Sql): Promise<DatabaseRealm | undefined> {
  const [tables] = await sql<[{ record: boolean; merchants: boolean }]>`
    select to_regclass('database_realm') is not null as record, to_regclass('merchants') is not null as merchants`
  const [recorded] = tables.record
    ? await sql<{ realm: DatabaseRealm }[]>`select realm from database_realm where is_only`
    : []
  if (recorded || !tables.merchants) return recorded?.realm
  const [shown] = await sql<[{ realm: DatabaseRealm | null }]>`
    select case when bool_or(starts_with(client_key, 'live_')) then 'production'
      when bool_or(starts_with(client_key, 'test_')) then 'uat' end as realm
    from merchants`
  return shown.realm ?? undefined
}

export async function insertRealm(sql: Sql, realm: DatabaseRealm): Promise<void> {
  await sql`insert into database_realm (realm) values (${realm}) on conflict (is_only) do nothing`
}

/** True in SQL if the database belongs to production, where nothing of the demo may sign in. */
export function isProduction(sql: Sql) {
  return sql`exists (select from database_realm where realm = 'production')`
}

import type { Sql } from '#store/connection/database.ts'
import { type DatabaseRealm, findRealm, insertRealm } from '#store/schema/database-realm.ts'

/** Records the realm of a migrated database permanently. @throws as `checkRealm` */
export async function openRealm(sql: Sql, realm: DatabaseRealm): Promise<void> {
  await checkRealm(sql, realm)
  await insertRealm(sql, realm)
  // One of two concurrent first starts records its realm.
  await checkRealm(sql, realm)
}

/** @throws with an instruction if the database belongs to another realm */
export async function checkRealm(sql: Sql, realm: DatabaseRealm): Promise<void> {
  const recorded = (await findRealm(sql)) ?? realm
  if (recorded === realm) return
  throw new Error(
    `REALM is ${realm}, but this database belongs to ${recorded}. ` +
      `Set REALM=${recorded}, or the DATABASE_URL of a database of ${realm}.`,
  )
}

/** An empty REALM is an unset variable of a script more often than a choice of UAT. @returns errors, a line each */
export function blankRealm(realm: string | undefined, databaseUrl: string | undefined): readonly string[] {
  if (databaseUrl === undefined || realm === undefined || realm.trim() !== '') return []
  return ['REALM must not be blank beside DATABASE_URL; set it to the realm of the database, uat or production.']
}

import { setGroup } from '#domain/group.ts'
import type { Sql } from '#store/connection/database.ts'
import { findGroup, insertGroup } from '#store/merchants/merchant-group.ts'

/**
 * Sets the merchant group of new IDs. The first name is permanent, so the vault is opened before: it proves that this
 * is the right database.
 * @throws with an instruction if the database has another group
 */
export async function openGroup(sql: Sql, named: string | undefined): Promise<void> {
  if (named !== undefined) await insertGroup(sql, named)
  setGroup(await checkGroup(sql, named))
}

/** @returns the group of the database; undefined if none was ever named. @throws as `openGroup` */
export async function checkGroup(sql: Sql, named: string | undefined): Promise<string | undefined> {
  const group = await findGroup(sql)
  if (named === undefined || group === undefined || named === group) return group
  throw new Error(
    `MERCHANT_GROUP is ${named}, but in this database lives the group ${group}. ` +
      `Start with the DATABASE_URL of ${named}, or with MERCHANT_GROUP=${group}.`,
  )
}

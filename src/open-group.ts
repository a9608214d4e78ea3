import { setGroup } from '#domain/group.ts'
import type { Sql } from '#store/connection/database.ts'
import { findGroup, insertGroup } from '#store/merchants/merchant-group.ts'

/**
 * Makes every identifier of this process say the group of merchants that lives in the database. Whoever names one first
 * names it permanently, so the vault is opened before: it tells whether this is the right database. Whoever names none takes
 * what is there.
 * @throws with a line that says what to do where another group lives there
 */
export async function openGroup(sql: Sql, named: string | undefined): Promise<void> {
  if (named !== undefined) await insertGroup(sql, named)
  setGroup(await checkGroup(sql, named))
}

/** @returns the group that lives in the database; undefined where none was ever named. @throws as `openGroup` */
export async function checkGroup(sql: Sql, named: string | undefined): Promise<string | undefined> {
  const group = await findGroup(sql)
  if (named === undefined || group === undefined || named === group) return group
  throw new Error(
    `MERCHANT_GROUP is ${named}, but in this database lives the group ${group}. ` +
      `Start with the DATABASE_URL of ${named}, or with MERCHANT_GROUP=${group}.`,
  )
}

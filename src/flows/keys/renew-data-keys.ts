import { insertFirstDataKey, retireDataKeys } from '#store/keys/data-keys.ts'
import type { Gateway } from '../gateway.ts'

const BATCH = 100

/** Replaces older data keys and retires them in the same commit. @returns true if there may be more */
export async function renewDataKeys({ sql, vault }: Gateway, madeBefore: Date): Promise<boolean> {
  const renewed = await sql.begin(async (connection) => {
    const merchantIds = await retireDataKeys(connection, madeBefore, BATCH)
    for (const merchantId of merchantIds) await insertFirstDataKey(connection, vault.newDataKey(merchantId))
    return merchantIds
  })
  return renewed.length > 0
}

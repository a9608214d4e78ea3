import type { Sql } from '#store/connection/database.ts'
import { findVaultKey, insertVaultKey } from '#store/keys/vault-keys.ts'
import { SealError } from '#vault/aead.ts'
import { createVault, type MasterKeys, sealNewHashKey } from '#vault/index.ts'
import type { Vault } from '#vault/vault.ts'

export const OTHER_MASTER_KEY =
  'MASTER_KEY is not the key of this database. Start with its key, or set that key as MASTER_KEY_PREVIOUS.'

/** The one row that all processes share. */
const HASH_KEY = 'hashes'

/** Opens a database's vault; its hash key verifies the master key. @throws with an instruction for a wrong key */
export async function openVault(sql: Sql, masterKeys: MasterKeys): Promise<Vault> {
  const sealedHashKey = (await findVaultKey(sql, HASH_KEY)) ?? (await createHashKey(sql, masterKeys))
  try {
    return createVault(masterKeys, sealedHashKey)
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause
    throw new Error(OTHER_MASTER_KEY, { cause })
  }
}

/** Several processes may run this concurrently; the first row wins and all of them read it. */
async function createHashKey(sql: Sql, masterKeys: MasterKeys): Promise<Uint8Array> {
  await insertVaultKey(sql, HASH_KEY, sealNewHashKey(masterKeys))
  return (await findVaultKey(sql, HASH_KEY))!
}

import type { Sql } from '#store/connection/database.ts'
import { findVaultKeys, insertVaultKeys } from '#store/keys/vault-keys.ts'
import { SealError } from '#vault/aead.ts'
import { type HeldKeys, masterKeysOf } from '#vault/held-keys.ts'
import { createVault, sealNewHashKeys } from '#vault/index.ts'
import type { SealedHashKeys } from '#vault/keyed-hashes.ts'
import type { Vault } from '#vault/vault.ts'

export const OTHER_MASTER_KEY =
  'MASTER_KEY is not the key of this database. Start with its key, or set that key as MASTER_KEY_PREVIOUS.'
const OTHER_SECRETS_KEY =
  'SECRETS_KEY is not of this database. Set what "tollgate keys derive" prints where the API runs.'

/** Opens a database's vault; its hash keys verify the held ones. @throws with an instruction for a wrong key */
export async function openVault(sql: Sql, held: HeldKeys): Promise<Vault> {
  const sealed = (await findVaultKeys(sql)) ?? (await createHashKeys(sql, held))
  try {
    return createVault(held, sealed)
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause
    throw new Error(held.masterKey ? OTHER_MASTER_KEY : OTHER_SECRETS_KEY, { cause })
  }
}

/** Several processes may run this concurrently; the first one wins and all of them read its keys. */
async function createHashKeys(sql: Sql, held: HeldKeys): Promise<SealedHashKeys> {
  await insertVaultKeys(sql, sealNewHashKeys(masterKeysOf(held)))
  return (await findVaultKeys(sql))!
}

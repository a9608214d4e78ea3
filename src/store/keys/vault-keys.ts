import type { Sql } from '../connection/database.ts'

/** Sealed keys that all processes share; a database of an earlier release has no key of digests. */
export interface StoredVaultKeys {
  readonly sealedKey: Uint8Array
  readonly sealedDigestKey: Uint8Array | null
}

const HASHES = 'hashes'
/** Name of the row that a database of an earlier release lacks. */
export const DIGESTS = 'digests'

/** Stores both keys unless another process was first; then its keys are used. */
export async function insertVaultKeys(sql: Sql, { sealedKey, sealedDigestKey }: StoredVaultKeys): Promise<void> {
  await sql`
    with first as (
      insert into vault_keys (name, sealed_key) values (${HASHES}, ${sealedKey})
      on conflict (name) do nothing returning name
    )
    insert into vault_keys (name, sealed_key) select ${DIGESTS}, ${sealedDigestKey} from first`
}

export async function findVaultKeys(sql: Sql): Promise<StoredVaultKeys | undefined> {
  const rows = await sql<{ name: string; sealedKey: Uint8Array }[]>`
    select name, sealed_key as "sealedKey" from vault_keys where name in (${HASHES}, ${DIGESTS})`
  const keyOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.sealedKey
  const sealedKey = keyOf(HASHES)
  return sealedKey && { sealedKey, sealedDigestKey: keyOf(DIGESTS) ?? null }
}

import type { Sql } from '../connection/database.ts'

/** Stores a sealed key unless another process was first; then its key is used. */
export async function insertVaultKey(sql: Sql, name: string, sealedKey: Uint8Array): Promise<void> {
  await sql`
    insert into vault_keys (name, sealed_key) values (${name}, ${sealedKey})
    on conflict (name) do nothing`
}

export async function findVaultKey(sql: Sql, name: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<{ sealedKey: Uint8Array }[]>`
    select sealed_key as "sealedKey" from vault_keys where name = ${name}`
  return row?.sealedKey
}

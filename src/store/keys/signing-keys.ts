import type { Sql } from '../connection/database.ts'

/** Stores a sealed JWK unless another process was first; then its JWK is used. */
export async function insertSigningKey(sql: Sql, keyId: string, sealedJwk: Uint8Array): Promise<void> {
  await sql`
    insert into signing_keys (key_id, sealed_jwk) values (${keyId}, ${sealedJwk})
    on conflict (key_id) do nothing`
}

export async function findSigningKey(sql: Sql, keyId: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<{ sealedJwk: Uint8Array }[]>`
    select sealed_jwk as "sealedJwk" from signing_keys where key_id = ${keyId}`
  return row?.sealedJwk
}

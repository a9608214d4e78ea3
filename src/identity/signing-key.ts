import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { Secret } from '#domain/secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { findSigningKey, insertSigningKey } from '#store/keys/signing-keys.ts'
import type { Vault } from '#vault/vault.ts'

export interface SigningKey {
  readonly privateJwk: Secret<JWK>
  readonly publicJwk: JWK
}

/** The one row that all processes share. */
const KEY_ID = 'access-tokens'

export const contextOfSigningKey = (keyId: string) => `signing_keys/${keyId}`

/** Loads the key, created by the first process. @throws if it was sealed under another master key */
export async function loadSigningKey(sql: Sql, vault: Pick<Vault, 'seal' | 'open'>): Promise<SigningKey> {
  const sealed = (await findSigningKey(sql, KEY_ID)) ?? (await createSigningKey(sql, vault))
  const jwk = JSON.parse(Buffer.from(vault.open(sealed, contextOfSigningKey(KEY_ID))).toString()) as JWK
  const { kty, n, e, kid, alg, use } = jwk
  return { privateJwk: new Secret(jwk), publicJwk: { kty, n, e, kid, alg, use } as JWK }
}

/** Two processes may run this; the first row wins and both read it. */
async function createSigningKey(sql: Sql, vault: Pick<Vault, 'seal'>): Promise<Uint8Array> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const jwk = await exportJWK(privateKey)
  const kid = await calculateJwkThumbprint(jwk)
  const text = JSON.stringify({ ...jwk, kid, alg: 'RS256', use: 'sig' })
  await insertSigningKey(sql, KEY_ID, vault.seal(Buffer.from(text), contextOfSigningKey(KEY_ID)))
  return (await findSigningKey(sql, KEY_ID))!
}

import { createHash } from 'node:crypto'
import { newClientId, randomText } from '#domain/ids.ts'
import { notFound } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import type { Sql } from '#store/connection/database.ts'
import { insertClient, replaceClientSecret } from '#store/merchants/clients.ts'

/** Credentials for the token endpoint. The secret is shown once; only its hash is stored. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: Secret<string>
}

/** Access of a token: the merchant API or the admin API (docs/reference/identity.md#scopes). */
export type Scope = 'merchant' | 'operator'

interface ClientOwner {
  readonly merchantId: string | null
  readonly scopes: readonly Scope[]
  /** True for a client in `demo.json`, which production refuses. */
  readonly isDemo?: boolean
}

/** Creates a client for a merchant, or for an operator if `merchantId` is null (docs/reference/admin.md#merchants). */
export async function issueClient(sql: Sql, { isDemo = false, ...owner }: ClientOwner): Promise<ClientCredentials> {
  const clientId = newClientId()
  const clientSecret = newSecret()
  await insertClient(sql, { ...owner, isDemo, clientId, secretHash: hashSecret(clientSecret.reveal()) })
  return { clientId, clientSecret }
}

/** The previous secret works for `overlapSeconds`, its tokens for 300 s. @throws RequestError `not-found` for other owners */
export async function rotateClientSecret(
  sql: Sql,
  clientId: string,
  merchantId: string | null,
  overlapSeconds = 0,
): Promise<ClientCredentials> {
  const clientSecret = newSecret()
  const hash = hashSecret(clientSecret.reveal())
  const replaced = await replaceClientSecret(sql, clientId, merchantId, hash, overlapSeconds)
  if (!replaced) throw notFound('client')
  return { clientId, clientSecret }
}

/** A plain SHA-256 protects a secret of 190 random bits (OWASP ASVS 6.5.2). */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** 190 random bits. */
export function newSecret(): Secret<string> {
  return new Secret(randomText(32))
}

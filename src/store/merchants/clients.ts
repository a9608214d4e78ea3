import type { Sql } from '../connection/database.ts'

/** An OAuth client. A null `merchantId` is an operator's. */
export interface Client {
  readonly clientId: string
  readonly merchantId: string | null
  /** SHA-256 of the secret. */
  readonly secretHash: Uint8Array
  readonly scopes: readonly string[]
}

export async function insertClient(sql: Sql, client: Client): Promise<void> {
  await sql`
    insert into clients (client_id, merchant_id, secret_hash, scopes)
    values (${client.clientId}, ${client.merchantId}, ${client.secretHash}, ${[...client.scopes]})`
}

export async function findClient(sql: Sql, clientId: string): Promise<Client | undefined> {
  const [client] = await sql<Client[]>`
    select client_id as "clientId", merchant_id as "merchantId", secret_hash as "secretHash", scopes
    from clients where client_id = ${clientId}`
  return client
}

/** The client ids of one merchant, oldest first; with null those of the operators. */
export async function listClientIds(sql: Sql, merchantId: string | null): Promise<string[]> {
  const rows = await sql<{ clientId: string }[]>`
    select client_id as "clientId" from clients
    where merchant_id is not distinct from ${merchantId} order by created_at, client_id`
  return rows.map((row) => row.clientId)
}

/** The oldest client of a merchant, and since when its secret is what it is. */
export async function findFirstClient(
  sql: Sql,
  merchantId: string,
): Promise<{ readonly clientId: string; readonly secretSince: Date } | undefined> {
  const [row] = await sql<{ clientId: string; secretSince: Date }[]>`
    select client_id as "clientId", updated_at as "secretSince" from clients
    where merchant_id = ${merchantId} order by created_at, client_id limit 1`
  return row
}

/** @returns whether this owner has such a client */
export async function replaceClientSecret(
  sql: Sql,
  clientId: string,
  merchantId: string | null,
  secretHash: Uint8Array,
): Promise<boolean> {
  const { count } = await sql`
    update clients set secret_hash = ${secretHash}, updated_at = now()
    where client_id = ${clientId} and merchant_id is not distinct from ${merchantId}`
  return count === 1
}

/** The merchants that a foreign identity provider's client id stands for: one, unless it was given out twice. */
export async function findMerchantIdsOfExternalClient(sql: Sql, externalClientId: string): Promise<string[]> {
  const rows = await sql<{ merchantId: string }[]>`
    select merchant_id as "merchantId" from merchants
    where external_client_ids @> array[${externalClientId}]::text[] limit 2`
  return rows.map((row) => row.merchantId)
}

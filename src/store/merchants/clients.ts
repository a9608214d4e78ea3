import type { Sql } from '../connection/database.ts'
import { isProduction } from '../schema/database-realm.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'
import { merchantTime } from './test-clock.ts'

/** Limits of a narrow client. A null list is no limit. */
export interface ClientLimits {
  readonly permissions: readonly string[]
  readonly terminalIds: readonly string[] | null
  /** Addresses and networks in CIDR notation. */
  readonly allowedAddresses: readonly string[] | null
  readonly expiresAt: Date | null
}

export interface Client {
  readonly clientId: string
  /** Null for an operator's. */
  readonly merchantId: string | null
  readonly scopes: readonly string[]
  /** Null for an operator's, and for the client that came with its merchant. */
  readonly limits: ClientLimits | null
  readonly isUsable: boolean
  /** Latest disabling; tokens from before are refused. Null if it never was. */
  readonly disabledAt: Date | null
  readonly lastUsedAt: Date | null
  readonly lastUsedAddress: string | null
}

/** A client with the SHA-256 of its secret, and of the previous one while that works too. */
export interface ClientWithSecrets extends Client {
  readonly secretHashes: readonly Uint8Array[]
}

interface ClientRow extends Omit<Client, 'limits'>, Omit<ClientLimits, 'permissions'> {
  readonly permissions: readonly string[] | null
}

const CLIENT = record<Omit<ClientRow, 'isUsable'>>()(
  `clientId, merchantId, scopes, permissions, terminalIds, allowedAddresses, expiresAt, disabledAt, lastUsedAt,
  lastUsedAddress`,
)

function columns(sql: Sql) {
  return sql`${CLIENT.select(sql, 'clients')}, ${isUsable(sql)} as "isUsable"`
}

/** Creates a client without limits: the first one of a merchant, or an operator's. */
export async function insertClient(
  sql: Sql,
  client: Pick<Client, 'clientId' | 'merchantId' | 'scopes'> & {
    readonly secretHash: Uint8Array
    readonly isDemo: boolean
  },
): Promise<void> {
  await sql`
    insert into clients (client_id, merchant_id, secret_hash, scopes, is_demo)
    values (${client.clientId}, ${client.merchantId}, ${client.secretHash}, ${client.scopes}, ${client.isDemo})`
}

export async function findClientWithSecrets(sql: Sql, clientId: string): Promise<ClientWithSecrets | undefined> {
  const now = merchantTime(sql, 'clients.merchant_id')
  const [row] = await sql<(ClientRow & { readonly secretHash: Uint8Array; readonly previous: Uint8Array | null })[]>`
    select ${columns(sql)}, secret_hash as "secretHash",
      case when previous_secret_until > ${now} then previous_secret_hash end as previous
    from clients where client_id = ${clientId}`
  if (!row) return undefined
  const { secretHash, previous, ...client } = row
  return { ...withLimits(client), secretHashes: previous ? [secretHash, previous] : [secretHash] }
}

export async function findClient(sql: Sql, clientId: string): Promise<Client | undefined> {
  const [row] = await sql<ClientRow[]>`
    select ${columns(sql)} from clients where client_id = ${clientId}`
  return row && withLimits(row)
}

function isUsable(sql: Sql) {
  return sql`(clients.status = 'ACTIVE'
    and (clients.expires_at is null or clients.expires_at > ${merchantTime(sql, 'clients.merchant_id')})
    and not (${isProduction(sql)} and ${isOfDemo(sql)}))`
}

/** A merchant that uat made has a client key of its own kind. */
function isOfDemo(sql: Sql) {
  return sql`(clients.is_demo or exists (
    select from merchants of where of.merchant_id = clients.merchant_id and starts_with(of.client_key, 'test_')))`
}

function withLimits({ permissions, terminalIds, allowedAddresses, expiresAt, ...client }: ClientRow): Client {
  return { ...client, limits: permissions && { permissions, terminalIds, allowedAddresses, expiresAt } }
}

export async function recordClientUse(sql: Sql, clientId: string, address: string | null): Promise<void> {
  await sql`
    update clients set last_used_at = clock_timestamp(), last_used_address = ${address} where client_id = ${clientId}`
}

export async function listClientIds(sql: Sql, merchantId: string | null): Promise<string[]> {
  const rows = await sql<{ clientId: string }[]>`
    select client_id as "clientId" from clients
    where merchant_id is not distinct from ${merchantId} and permissions is null order by created_at, client_id`
  return rows.map((row) => row.clientId)
}

export function findFirstClient(sql: Sql, merchantId: string) {
  return first(sql<{ clientId: string; secretSince: Date }[]>`
    select client_id as "clientId", updated_at as "secretSince" from clients
    where merchant_id = ${merchantId} and permissions is null order by created_at, client_id limit 1`)
}

/** The previous secret works for `overlapSeconds` more, earlier ones no longer. @returns whether there was one */
export function replaceClientSecret(
  sql: Sql,
  clientId: string,
  merchantId: string | null,
  secretHash: Uint8Array,
  overlapSeconds: number,
): Promise<boolean> {
  const until = sql`${merchantTime(sql, 'clients.merchant_id')} + make_interval(secs => ${overlapSeconds}::float8)`
  return isOne(sql`
    update clients set secret_hash = ${secretHash}, updated_at = now(),
      previous_secret_hash = ${overlapSeconds > 0 ? sql`secret_hash` : sql`null`},
      previous_secret_until = ${overlapSeconds > 0 ? until : sql`null`}
    where client_id = ${clientId} and merchant_id is not distinct from ${merchantId}`)
}

export interface ExternalClient {
  readonly merchantId: string
  /** Null where the merchant has not narrowed it. */
  readonly client: Client | null
}

/** Merchants of an external client ID: one, unless it was issued twice. */
export async function findExternalClients(sql: Sql, externalClientId: string): Promise<ExternalClient[]> {
  const rows = await sql<(ClientRow & { readonly owner: string })[]>`
    select merchants.merchant_id as owner, ${columns(sql)}
    from merchants left join clients
      on clients.merchant_id = merchants.merchant_id and clients.client_id = ${externalClientId}
    where merchants.external_client_ids @> array[${externalClientId}]::text[] limit 2`
  return rows.map(({ owner, ...row }) => ({
    merchantId: owner,
    client: row.clientId === null ? null : withLimits(row),
  }))
}

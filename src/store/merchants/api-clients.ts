import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { newest } from '../shape/where.ts'
import type { ClientLimits } from './clients.ts'
import { merchantTime } from './test-clock.ts'

export interface ApiClient extends Position {
  readonly merchantId: string
  /** Null for the client that came with the merchant. */
  readonly name: string | null
  /** Null for the client that came with the merchant, which may do everything. */
  readonly permissions: readonly string[] | null
  readonly terminalIds: readonly string[] | null
  readonly allowedAddresses: readonly string[] | null
  readonly expiresAt: Date | null
  readonly status: ApiClientStatus
  /** Client that made it; null if a user or an operator did. */
  readonly createdBy: string | null
  readonly secretCreatedAt: Date
  /** Until then the previous secret works too; null once it has ended. */
  readonly previousSecretUntil: Date | null
  readonly lastUsedAt: Date | null
  readonly lastUsedAddress: string | null
}

export type ApiClientStatus = 'ACTIVE' | 'DISABLED'

export interface NewApiClient extends ClientLimits {
  readonly id: string
  readonly merchantId: string
  readonly name: string
  readonly createdBy: string | null
  /** SHA-256. */
  readonly secretHash: Uint8Array
}

const CLIENT = record<Omit<ApiClient, 'previousSecretUntil'>>({ id: 'client_id', secretCreatedAt: 'updated_at' })(
  `id, merchantId, name, permissions, terminalIds, allowedAddresses, expiresAt, status, createdBy, createdAt,
  secretCreatedAt, lastUsedAt, lastUsedAddress`,
)

export function columns(sql: Sql): Fragment {
  const now = merchantTime(sql, 'clients.merchant_id')
  return sql`${CLIENT.select(sql)},
    case when previous_secret_until > ${now} then previous_secret_until end as "previousSecretUntil"`
}

/**
 * Stores a narrow client. Limits that another merchant set for an external client are deleted: only this merchant lists
 * it now.
 * @returns undefined if this merchant has such a client
 */
export function insertApiClient(sql: Sql, client: NewApiClient): Promise<ApiClient | undefined> {
  const { permissions, terminalIds, allowedAddresses } = client
  return first(sql<ApiClient[]>`
    insert into clients
      (client_id, merchant_id, name, secret_hash, scopes, permissions, terminal_ids, allowed_addresses, expires_at,
      created_by)
    values (${client.id}, ${client.merchantId}, ${client.name}, ${client.secretHash}, '{}', ${permissions},
      ${terminalIds}, ${allowedAddresses}, ${client.expiresAt}, ${client.createdBy})
    on conflict (client_id) do update set
      merchant_id = excluded.merchant_id, name = excluded.name, secret_hash = excluded.secret_hash, status = 'ACTIVE',
      permissions = excluded.permissions, terminal_ids = excluded.terminal_ids,
      allowed_addresses = excluded.allowed_addresses, expires_at = excluded.expires_at, last_used_at = null,
      last_used_address = null, created_by = excluded.created_by, created_at = now(), updated_at = now()
    where clients.merchant_id <> excluded.merchant_id and clients.permissions is not null
    returning ${columns(sql)}`)
}

export async function listApiClients(sql: Sql, merchantId: string, after: Position | undefined, limit: number) {
  return sql<ApiClient[]>`
    select ${columns(sql)} from clients
    where merchant_id = ${merchantId} ${newest(sql, 'created_at, client_id', after, limit)}`
}

/** @param lock true to lock it until the SQL transaction ends */
export function findApiClient(sql: Sql, merchantId: string, id: string, { lock = false } = {}) {
  return first(sql<ApiClient[]>`
    select ${columns(sql)} from clients where client_id = ${id} and merchant_id = ${merchantId}
    ${lock ? sql`for update` : sql``}`)
}

export async function updateApiClient(sql: Sql, client: ApiClient): Promise<ApiClient> {
  const { id, merchantId, name, status, permissions, terminalIds, allowedAddresses, expiresAt } = client
  const [row] = await sql<[ApiClient]>`
    update clients set name = ${name}, status = ${status}, permissions = ${permissions},
      terminal_ids = ${terminalIds}, allowed_addresses = ${allowedAddresses}, expires_at = ${expiresAt},
      disabled_at = case when status = 'ACTIVE' and ${status} = 'DISABLED' then clock_timestamp() else disabled_at end
    where client_id = ${id} and merchant_id = ${merchantId} returning ${columns(sql)}`
  return row
}

/** Claims clients by their merchant's clock, once per end of a secret. @returns at most `limit` */
export async function claimEndingSecrets(sql: Sql, seconds: number, limit: number): Promise<ApiClient[]> {
  const now = merchantTime(sql, 'clients.merchant_id')
  const soon = sql`${now} + make_interval(secs => ${seconds}::float8)`
  return sql<ApiClient[]>`
    update clients set
      warned_of_expiry = case when expires_at <= ${soon} then expires_at else warned_of_expiry end,
      warned_of_previous_secret =
        case when previous_secret_until <= ${soon} then previous_secret_until else warned_of_previous_secret end
    where client_id in (
      select client_id from clients
      where (expires_at is not null or previous_secret_until is not null) and merchant_id is not null
        and status = 'ACTIVE' and (expires_at is null or expires_at > ${now})
        and ((expires_at <= ${soon} and expires_at is distinct from warned_of_expiry)
          or (previous_secret_until > ${now} and previous_secret_until <= ${soon}
            and previous_secret_until is distinct from warned_of_previous_secret))
      limit ${limit} for update skip locked
    )
    returning ${columns(sql)}`
}

export async function findUnknownTerminals(sql: Sql, merchantId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from unnest(${ids}::text[]) as id
    where not exists (select from terminals where terminal_id = id and merchant_id = ${merchantId})`
  return rows.map(({ id }) => id)
}

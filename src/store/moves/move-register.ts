import type { MerchantMove } from '#domain/merchant-move.ts'
import type { Sql } from '../connection/database.ts'

export interface StoredMove extends MerchantMove {
  readonly merchantId: string
}

/** Issuer of the group that a merchant came from, whose tokens are accepted for this merchant. */
export interface EarlierIssuer {
  readonly merchantId: string
  readonly issuer: string
  readonly audience: string
  /** Public halves of its signing keys, as JWKs. */
  readonly keys: readonly object[]
  readonly until: Date
}

export async function listMoves(sql: Sql): Promise<StoredMove[]> {
  return sql<StoredMove[]>`
    select merchant_id as "merchantId", other_url as "otherUrl",
      case when state = 'AWAY' and switched_at is null then 'SWITCHING' else state end as state
    from merchant_moves
    where state in ('SWITCHING', 'ARRIVING', 'AWAY')`
}

/** @throws if this role sees rows of a merchant that another group serves */
export async function checkHiding(sql: Sql): Promise<void> {
  const [{ seesAll }] = await sql<[{ seesAll: boolean }]>`
    select exists (select from merchant_moves where state in ('AWAY', 'ARRIVING') and finished_at is null)
      and not row_security_active('transactions') as "seesAll"`
  if (seesAll)
    throw new Error(
      'The role of DATABASE_URL sees rows of a merchant that moved; use the role of the gateways (docs/operate/install.md), or finish the move.',
    )
}

/** Lists issuers whose tokens are still accepted, the latest first. */
export async function listEarlierIssuers(sql: Sql): Promise<EarlierIssuer[]> {
  return sql<EarlierIssuer[]>`
    select merchant_id as "merchantId", token_issuer as issuer, token_audience as audience, token_keys as keys,
      tokens_until as until
    from merchant_moves
    where tokens_until > now() and token_issuer is not null and token_audience is not null
      and token_keys is not null
    order by tokens_until desc`
}

/** Lists the hash keys that are sealed under one of these master keys. @returns them in Base64 */
export async function listHashKeys(sql: Sql, masterKeyIds: readonly string[]) {
  return sql<{ merchantId: string; purpose: string; sealedKey: string }[]>`
    select merchant_id as "merchantId", purpose, encode(sealed_key, 'base64') as "sealedKey" from merchant_hash_keys
    where encode(substring(sealed_key from 2 for 4), 'hex') = any(${masterKeyIds})`
}

/** Finds the merchant of the first ID that is known. */
export async function findMovedMerchant(sql: Sql, ids: readonly string[]): Promise<string | undefined> {
  const [row] = await sql<{ merchantId: string }[]>`
    select merchant_id as "merchantId" from moved_ids where id = any(${ids}) limit 1`
  return row?.merchantId
}

export async function isMerchantHidden(sql: Sql, merchantId: string): Promise<boolean> {
  const rows = await sql`
    select from merchant_moves where merchant_id = ${merchantId} and state in ('AWAY', 'ARRIVING')`
  return rows.length > 0
}

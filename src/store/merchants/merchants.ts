import type { Merchant } from '#domain/merchant.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import { first } from '../shape/results.ts'

export interface MerchantRecord extends Merchant {
  /** Days after which its payments lose their personal data; null for never. */
  readonly personalDataDays: number | null
  readonly externalClientIds: readonly string[]
  readonly configVersion: bigint
  readonly createdAt: Date
}

export interface MerchantChange {
  readonly name?: string | undefined
  readonly country?: string | null | undefined
  readonly timeZone?: string | undefined
  readonly status?: 'ACTIVE' | 'INACTIVE' | undefined
  readonly tokenizationEnabled?: boolean | undefined
  readonly settlementCurrency?: string | null | undefined
  readonly exchangeRates?: Readonly<Record<string, string>> | undefined
  readonly externalClientIds?: readonly string[] | undefined
  readonly personalDataDays?: number | null | undefined
}

const COLUMNS = `merchant_id as "merchantId", name, country, time_zone as "timeZone", status, tokenization_enabled as "tokenizationEnabled",
  settlement_currency as "settlementCurrency", exchange_rates as "exchangeRates", client_key as "clientKey",
  risk_rules_version as "riskRulesVersion", routing_rules_version as "routingRulesVersion", uses_lists as "usesLists",
  external_client_ids as "externalClientIds", personal_data_days as "personalDataDays", config_version as "configVersion", created_at as "createdAt"`

export async function insertMerchant(
  sql: Sql,
  merchant: { readonly merchantId: string; readonly clientKey: string } & MerchantChange,
): Promise<MerchantRecord> {
  const [row] = await sql<[MerchantRecord]>`
    insert into merchants (merchant_id, name, country, time_zone, tokenization_enabled, settlement_currency, exchange_rates,
      external_client_ids, personal_data_days, client_key)
    values (${merchant.merchantId}, ${merchant.name ?? ''}, ${merchant.country ?? null},
      ${merchant.timeZone ?? 'UTC'}, ${merchant.tokenizationEnabled ?? true}, ${merchant.settlementCurrency ?? null},
      ${sql.json(merchant.exchangeRates ?? {})}, ${[...(merchant.externalClientIds ?? [])]}, ${merchant.personalDataDays ?? null},
      ${merchant.clientKey})
    returning ${sql.unsafe(COLUMNS)}`
  return row
}

export function findMerchant(sql: Sql, merchantId: string): Promise<MerchantRecord | undefined> {
  return first(sql<MerchantRecord[]>`
    select ${sql.unsafe(COLUMNS)} from merchants where merchant_id = ${merchantId}`)
}

/** Finds a merchant and keeps others from changing it until the SQL transaction ends. */
export function holdMerchant(sql: Sql, merchantId: string): Promise<MerchantRecord | undefined> {
  return first(sql<MerchantRecord[]>`
    select ${sql.unsafe(COLUMNS)} from merchants where merchant_id = ${merchantId} for share`)
}

export async function findClientKeyOwner(sql: Sql, clientKey: string): Promise<string | undefined> {
  const [row] = await sql<{ merchant_id: string }[]>`select merchant_id from merchants where client_key = ${clientKey}`
  return row?.merchant_id
}

/** All merchants, newest first, at most `limit`. */
export async function listMerchants(sql: Sql, after: Position | undefined, limit: number): Promise<MerchantRecord[]> {
  return sql<MerchantRecord[]>`
    select ${sql.unsafe(COLUMNS)} from merchants
    ${after === undefined ? sql`` : sql`where (created_at, merchant_id) < (${after.createdAt}, ${after.id})`}
    order by created_at desc, merchant_id desc limit ${limit}`
}

export async function findMerchantNames(
  sql: Sql,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ merchant_id: string; name: string }[]>`
    select merchant_id, name from merchants where merchant_id = any(${[...merchantIds]}::text[])`
  return new Map(rows.map(({ merchant_id, name }) => [merchant_id, name]))
}

export function updateMerchant(
  sql: Sql,
  merchantId: string,
  change: MerchantChange,
): Promise<MerchantRecord | undefined> {
  const { name, status, timeZone, tokenizationEnabled, country, settlementCurrency, exchangeRates, externalClientIds } =
    change
  const { personalDataDays: days } = change
  return first(sql<MerchantRecord[]>`
    update merchants set
      name = coalesce(${name ?? null}, name), status = coalesce(${status ?? null}, status),
      time_zone = coalesce(${timeZone ?? null}, time_zone),
      tokenization_enabled = coalesce(${tokenizationEnabled ?? null}, tokenization_enabled),
      country = ${country === undefined ? sql`country` : country},
      settlement_currency = ${settlementCurrency === undefined ? sql`settlement_currency` : settlementCurrency},
      exchange_rates = ${exchangeRates === undefined ? sql`exchange_rates` : sql.json(exchangeRates)},
      external_client_ids = ${externalClientIds === undefined ? sql`external_client_ids` : [...externalClientIds]},
      personal_data_days = ${days === undefined ? sql`personal_data_days` : days}, updated_at = now()
    where merchant_id = ${merchantId}
    returning ${sql.unsafe(COLUMNS)}`)
}

/** Makes every snapshot of the merchant's configuration outdated, on every process, when the change commits. */
export async function bumpConfigurationVersion(sql: Sql, merchantId: string): Promise<void> {
  await sql`update merchants set config_version = config_version + 1 where merchant_id = ${merchantId}`
}

/** Makes other admin changes that hold this merchant wait until the surrounding SQL transaction ends. */
export async function lockMerchant(sql: Sql, merchantId: string): Promise<void> {
  await sql`select from merchants where merchant_id = ${merchantId} for update`
}

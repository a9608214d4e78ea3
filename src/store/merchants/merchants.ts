import type { Merchant } from '#domain/merchant.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { changes, newest } from '../shape/where.ts'

export interface MerchantRecord extends Merchant {
  /** Days after which its payments lose their personal data; null for never. */
  readonly personalDataDays: number | null
  readonly externalClientIds: readonly string[]
  readonly configVersion: bigint
  readonly createdAt: Date
}

export type MerchantChange = Optional<
  Pick<
    MerchantRecord,
    'name' | 'country' | 'timeZone' | 'status' | 'tokenizationEnabled' | 'settlementCurrency' | 'exchangeRates'
  > &
    Pick<MerchantRecord, 'externalClientIds' | 'walletRecipients' | 'personalDataDays'>
>

const MERCHANT = record<MerchantRecord>()(
  `merchantId, name, country, timeZone, status, tokenizationEnabled, settlementCurrency, exchangeRates, clientKey,
  riskRulesVersion, routingRulesVersion, usesLists, externalClientIds, walletRecipients, personalDataDays, configVersion,
  createdAt`,
)

export async function insertMerchant(
  sql: Sql,
  merchant: { readonly merchantId: string; readonly clientKey: string } & MerchantChange,
): Promise<MerchantRecord> {
  const [row] = await sql<[MerchantRecord]>`
    insert into merchants (merchant_id, name, country, time_zone, tokenization_enabled, settlement_currency, exchange_rates,
      external_client_ids, wallet_recipients, personal_data_days, client_key)
    values (${merchant.merchantId}, ${merchant.name ?? ''}, ${merchant.country ?? null},
      ${merchant.timeZone ?? 'UTC'}, ${merchant.tokenizationEnabled ?? true}, ${merchant.settlementCurrency ?? null},
      ${sql.json(merchant.exchangeRates ?? {})}, ${[...(merchant.externalClientIds ?? [])]}, ${[...(merchant.walletRecipients ?? [])]},
      ${merchant.personalDataDays ?? null}, ${merchant.clientKey})
    returning ${MERCHANT.select(sql)}`
  return row
}

export function findMerchant(sql: Sql, merchantId: string): Promise<MerchantRecord | undefined> {
  return first(sql<MerchantRecord[]>`
    select ${MERCHANT.select(sql)} from merchants where merchant_id = ${merchantId}`)
}

/** At most two: names need not be unique. */
export async function findMerchantIds(sql: Sql, name: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select merchant_id as id from merchants where name = ${name} order by merchant_id limit 2`
  return rows.map(({ id }) => id)
}

/** Locks a merchant until the SQL transaction ends. */
export function holdMerchant(sql: Sql, merchantId: string): Promise<MerchantRecord | undefined> {
  return first(sql<MerchantRecord[]>`
    select ${MERCHANT.select(sql)} from merchants where merchant_id = ${merchantId} for share`)
}

export async function findClientKeyOwner(sql: Sql, clientKey: string): Promise<string | undefined> {
  const [row] = await sql<{ merchant_id: string }[]>`select merchant_id from merchants where client_key = ${clientKey}`
  return row?.merchant_id
}

export async function listMerchants(sql: Sql, after: Position | undefined, limit: number) {
  return sql<(MerchantRecord & Position)[]>`
    select ${MERCHANT.select(sql)}, merchant_id as id from merchants where true ${newest(sql, 'created_at, merchant_id', after, limit)}`
}

export async function findMerchantNames(
  sql: Sql,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ merchant_id: string; name: string }[]>`
    select merchant_id, name from merchants where merchant_id = any(${merchantIds}::text[])`
  return new Map(rows.map(({ merchant_id, name }) => [merchant_id, name]))
}

export function updateMerchant(
  sql: Sql,
  merchantId: string,
  change: MerchantChange,
): Promise<MerchantRecord | undefined> {
  const { name, status, timeZone, tokenizationEnabled, country, settlementCurrency, externalClientIds } = change
  const { walletRecipients, personalDataDays, exchangeRates } = change
  const given = {
    name,
    status,
    timeZone,
    tokenizationEnabled,
    country,
    settlementCurrency,
    externalClientIds,
    walletRecipients,
    personalDataDays,
  }
  return first(sql<MerchantRecord[]>`
    update merchants set ${changes(sql, { ...given, exchangeRates: exchangeRates && sql.json(exchangeRates) })}
      updated_at = now()
    where merchant_id = ${merchantId}
    returning ${MERCHANT.select(sql)}`)
}

/** Invalidates every snapshot of the merchant's configuration, in all processes, on commit. */
export async function bumpConfigurationVersion(sql: Sql, merchantId: string): Promise<void> {
  await sql`update merchants set config_version = config_version + 1 where merchant_id = ${merchantId}`
}

/** Blocks other admin changes of this merchant until the SQL transaction ends. */
export async function lockMerchant(sql: Sql, merchantId: string): Promise<void> {
  await sql`select from merchants where merchant_id = ${merchantId} for update`
}

import type { ProviderAccount } from '#domain/merchant.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { changes, newest } from '../shape/where.ts'
import { CREDENTIALS_OF_ACCOUNT } from './provider-credentials.ts'

const ACCOUNT = record<ProviderAccount>({ credentials: CREDENTIALS_OF_ACCOUNT })(
  'providerAccountId, merchantId, provider, name, status, settings, credentials, createdAt',
)

export async function insertProviderAccount(
  sql: Sql,
  account: Omit<ProviderAccount, 'createdAt' | 'status' | 'credentials'>,
): Promise<ProviderAccount> {
  const [row] = await sql<[ProviderAccount]>`
    insert into provider_accounts (provider_account_id, merchant_id, provider, name, settings, created_at)
    values (${account.providerAccountId}, ${account.merchantId}, ${account.provider}, ${account.name},
      ${sql.json(account.settings)}, clock_timestamp())
    returning ${ACCOUNT.select(sql)}`
  return row
}

/** Finds an account of any merchant, for operators. */
export function findProviderAccountUnscoped(sql: Sql, id: string): Promise<ProviderAccount | undefined> {
  return first(sql<ProviderAccount[]>`
    select ${ACCOUNT.select(sql)} from provider_accounts where provider_account_id = ${id}`)
}

/** Includes inactive accounts: their charges must still be inquired and reversed. */
export function findProviderAccount(sql: Sql, merchantId: string, id: string): Promise<ProviderAccount | undefined> {
  return first(sql<ProviderAccount[]>`
    select ${ACCOUNT.select(sql)} from provider_accounts
    where merchant_id = ${merchantId} and provider_account_id = ${id}`)
}

export async function listActiveProviderAccounts(sql: Sql, merchantId: string): Promise<ProviderAccount[]> {
  return sql<ProviderAccount[]>`
    select ${ACCOUNT.select(sql)} from provider_accounts where merchant_id = ${merchantId} and status = 'ACTIVE'
    order by created_at, provider_account_id`
}

export async function listAccountsInOrder(sql: Sql, merchantId: string): Promise<ProviderAccount[]> {
  return sql<ProviderAccount[]>`
    select ${ACCOUNT.select(sql)} from provider_accounts where merchant_id = ${merchantId}
    order by created_at, provider_account_id`
}

export async function listAllActiveAccounts(sql: Sql): Promise<ProviderAccount[]> {
  return sql<ProviderAccount[]>`
    select ${ACCOUNT.select(sql)} from provider_accounts
    where status = 'ACTIVE' and exists (
      select from merchants where merchants.merchant_id = provider_accounts.merchant_id and status = 'ACTIVE'
    )
    order by created_at, provider_account_id`
}

export async function listProviderAccounts(sql: Sql, merchantId: string, after: Position | undefined, limit: number) {
  return sql<(ProviderAccount & Position)[]>`
    select ${ACCOUNT.select(sql)}, provider_account_id as id from provider_accounts
    where merchant_id = ${merchantId} ${newest(sql, 'created_at, provider_account_id', after, limit)}`
}

export async function listProvidersWithAccount(sql: Sql, merchantId: string): Promise<string[]> {
  const rows = await sql<{ provider: string }[]>`
    select distinct provider from provider_accounts where merchant_id = ${merchantId}`
  return rows.map((row) => row.provider)
}

export async function listProviderAccountIds(sql: Sql, merchantId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select provider_account_id as id from provider_accounts where merchant_id = ${merchantId}`
  return rows.map(({ id }) => id)
}

export async function findForeignAccountIds(sql: Sql, merchantId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select wanted.id from unnest(${ids}::text[]) as wanted (id)
    where not exists (
      select from provider_accounts where merchant_id = ${merchantId} and provider_account_id = wanted.id
    )`
  return rows.map((row) => row.id)
}

export function updateProviderAccount(
  sql: Sql,
  id: string,
  change: Optional<Pick<ProviderAccount, 'name' | 'status' | 'settings'>>,
): Promise<ProviderAccount | undefined> {
  const { name, status, settings } = change
  return first(sql<ProviderAccount[]>`
    update provider_accounts set
      ${changes(sql, { name, status, settings: settings && sql.json(settings) })} updated_at = now()
    where provider_account_id = ${id}
    returning ${ACCOUNT.select(sql)}`)
}

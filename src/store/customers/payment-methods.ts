import type { Brand } from '#domain/card.ts'
import type { IssuerUpdate } from '#domain/card-update.ts'
import type { Position } from '#domain/page.ts'
import { batched } from '../connection/batched.ts'
import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { newest, where } from '../shape/where.ts'

/** Stored card, with the sealed key that decrypts it. */
export interface StoredPaymentMethod {
  readonly merchantId: string
  readonly token: string
  readonly customerId: string | null
  readonly masked: string
  readonly brand: Brand | null
  readonly hash: string
  readonly dataKeyId: string
  readonly sealedDataKey: Uint8Array
  readonly sealedCard: Uint8Array
  readonly issuerUpdate: IssuerUpdate | null
  readonly createdAt: Date
  /** Month of expiry, `2031-07`; null for a card that a task has yet to date. */
  readonly expiresIn: string | null
}

export type ListedPaymentMethod = StoredPaymentMethod & Position

const STORED = record<StoredPaymentMethod>({
  sealedDataKey: 'key.sealed_key',
  expiresIn: `to_char(stored.expires_in, 'YYYY-MM')`,
})(
  `merchantId, token, customerId, masked, brand, hash, dataKeyId, sealedDataKey, sealedCard, issuerUpdate, createdAt,
  expiresIn`,
)

export const storedColumns = (sql: Sql) => STORED.select(sql, 'stored')

/** Finds a stored card of a merchant; none until its payment is approved. */
export type FindPaymentMethod = (merchantId: string, token: string) => Promise<StoredPaymentMethod | undefined>

interface Named {
  readonly merchantId: string
  readonly token: string
}

/** Concurrent lookups share a statement. */
export function paymentMethodFinder(sql: Sql): FindPaymentMethod {
  const find = batched((named: readonly Named[]) => findTogether(sql, named))
  return (merchantId, token) => find({ merchantId, token })
}

async function findTogether(sql: Sql, named: readonly Named[]): Promise<(StoredPaymentMethod | undefined)[]> {
  const rows = await sql<StoredPaymentMethod[]>`
    select ${storedColumns(sql)}
    from unnest(${named.map(({ merchantId }) => merchantId)}::text[], ${named.map(({ token }) => token)}::text[])
      as named (merchant_id, token)
    join payment_methods stored on stored.merchant_id = named.merchant_id and stored.token = named.token
    join data_keys key on key.merchant_id = stored.merchant_id and key.key_id = stored.data_key_id
    where stored.state = 'ACTIVE'`
  return named.map((one) => rows.find((row) => row.merchantId === one.merchantId && row.token === one.token))
}

/** Cards that expire before a month, given by its first day, and others. */
export type PaymentMethodFilter = Optional<{ customerId: string; expiresBefore: string; after: Position }>

export async function listPaymentMethods(
  sql: Sql,
  merchantId: string,
  { customerId, expiresBefore, after }: PaymentMethodFilter,
  limit: number,
): Promise<ListedPaymentMethod[]> {
  const isDue = expiresBefore !== undefined && sql`stored.expires_in < ${expiresBefore}::date`
  return sql<ListedPaymentMethod[]>`
    select ${storedColumns(sql)}, stored.token as id
    from payment_methods stored
    join data_keys key on key.merchant_id = stored.merchant_id and key.key_id = stored.data_key_id
    where ${where(sql, { 'stored.merchantId': merchantId, 'stored.customerId': customerId }, isDue)} and stored.state = 'ACTIVE'
      ${newest(sql, 'stored.created_at, stored.token', after, limit)}`
}

/** True if a card that came to be stored is still there: its customer may have gone meanwhile. */
export async function isStored(sql: Sql, merchantId: string, token: string): Promise<boolean> {
  const [row] = await sql`select 1 from payment_methods where merchant_id = ${merchantId} and token = ${token}`
  return row !== undefined
}

/** Prevents deletion until the SQL transaction ends. @returns undefined if the card is gone */
export function keepPaymentMethod(sql: Sql, merchantId: string, token: string) {
  return first(sql<Pick<StoredPaymentMethod, 'customerId' | 'masked' | 'brand' | 'hash'>[]>`
    select customer_id as "customerId", masked, brand, hash from payment_methods
    where merchant_id = ${merchantId} and token = ${token} and state = 'ACTIVE' for key share`)
}

export type RemovedPaymentMethod = Pick<StoredPaymentMethod, 'token' | 'customerId' | 'masked' | 'brand' | 'hash'>

/** Erases number and expiry with the row; payments that opened the card before go on. */
export async function deletePaymentMethod(
  sql: Sql,
  merchantId: string,
  token: string,
): Promise<RemovedPaymentMethod | undefined> {
  const [removed] = await deleted(sql, sql`merchant_id = ${merchantId} and token = ${token}`)
  return removed
}

export function deletePaymentMethodsOf(
  sql: Sql,
  merchantId: string,
  customerId: string,
): Promise<RemovedPaymentMethod[]> {
  return deleted(sql, sql`merchant_id = ${merchantId} and customer_id = ${customerId}`)
}

export function deleteUnownedPaymentMethods(
  sql: Sql,
  merchantId: string,
  tokens: readonly string[],
): Promise<RemovedPaymentMethod[]> {
  return deleted(sql, sql`merchant_id = ${merchantId} and token = any(${tokens}::text[]) and customer_id is null`)
}

function deleted(sql: Sql, which: Fragment): Promise<RemovedPaymentMethod[]> {
  return sql<RemovedPaymentMethod[]>`
    delete from payment_methods where ${which} and state = 'ACTIVE'
    returning token, customer_id as "customerId", masked, brand, hash`
}

import type { KeptCustomer } from '#domain/customer.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import { eraseAnswers } from '../requests/idempotency-keys.ts'
import { eraseFromSearch } from '../search/payment-search.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'
import { changes, newest } from '../shape/where.ts'
import { foundBy } from './customer-search.ts'
import { deletePaymentMethodsOf, type RemovedPaymentMethod } from './payment-methods.ts'

export type StoredCustomer = KeptCustomer & Position

/** Fields that a merchant may change; an absent one stays as it is, null clears it. */
export type CustomerChange = Optional<Omit<KeptCustomer, 'id'>>

const CUSTOMER = record<StoredCustomer>({ id: 'customer_id' })(
  'id, firstName, lastName, address, city, country, postalCode, email, phone, createdAt',
)

/** @returns false if the merchant has that ID already; then nothing happened */
export function insertCustomer(sql: Sql, merchantId: string, customer: StoredCustomer): Promise<boolean> {
  return isOne(sql`
    insert into customers (merchant_id, customer_id, first_name, last_name, address, city, country, postal_code, email,
      phone, created_at)
    values (${merchantId}, ${customer.id}, ${customer.firstName}, ${customer.lastName}, ${customer.address},
      ${customer.city}, ${customer.country}, ${customer.postalCode}, ${customer.email}, ${customer.phone},
      ${customer.createdAt})
    on conflict do nothing`)
}

export async function customerExists(sql: Sql, merchantId: string, customerId: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from customers where merchant_id = ${merchantId} and customer_id = ${customerId}`
  return row !== undefined
}

export function findCustomer(sql: Sql, merchantId: string, id: string): Promise<StoredCustomer | undefined> {
  return first(sql<StoredCustomer[]>`
    select ${CUSTOMER.select(sql)} from customers where merchant_id = ${merchantId} and customer_id = ${id}`)
}

/** @param filter `q` finds an ID, an email, or the beginning of a name */
export async function listCustomers(
  sql: Sql,
  merchantId: string,
  { q, after }: Optional<{ readonly q: string; readonly after: Position }>,
  limit: number,
): Promise<StoredCustomer[]> {
  return sql<StoredCustomer[]>`
    select ${CUSTOMER.select(sql)} from customers
    where merchant_id = ${merchantId} ${q === undefined ? sql`` : foundBy(sql, merchantId, q)} ${newest(sql, 'created_at, customer_id', after, limit)}`
}

export function updateCustomer(
  sql: Sql,
  merchantId: string,
  id: string,
  change: CustomerChange,
): Promise<StoredCustomer | undefined> {
  const { firstName, lastName, address, city, country, postalCode, email, phone } = change
  const given = { firstName, lastName, address, city, country, postalCode, email, phone }
  return first(sql<StoredCustomer[]>`
    update customers set ${changes(sql, given)} updated_at = now()
    where merchant_id = ${merchantId} and customer_id = ${id}
    returning ${CUSTOMER.select(sql)}`)
}

/**
 * Deletes a customer with all cards, even ones being stored, and erases search data. Locks cards in order: payments
 * that end together hold several.
 * @returns usable cards; undefined without such a customer
 */
export async function deleteCustomer(
  tx: Sql,
  merchantId: string,
  id: string,
): Promise<readonly RemovedPaymentMethod[] | undefined> {
  const removed = await deletePaymentMethodsOf(tx, merchantId, id)
  const deleted = await tx`delete from customers where merchant_id = ${merchantId} and customer_id = ${id}`
  if (deleted.count === 0) return undefined
  await eraseAnswers(tx, merchantId, [id])
  await eraseFromSearch(tx, merchantId, id)
  return removed
}

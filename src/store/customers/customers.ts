import type { KeptCustomer } from '#domain/customer.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import { eraseAnswers } from '../requests/idempotency-keys.ts'
import { eraseFromSearch } from '../search/payment-search.ts'
import { first, isOne } from '../shape/results.ts'
import { deletePaymentMethodsOf, type RemovedPaymentMethod } from './payment-methods.ts'

export type StoredCustomer = KeptCustomer & Position

/** What a merchant may change; an absent field stays as it is, null clears it. */
export type CustomerChange = { readonly [Field in keyof Omit<KeptCustomer, 'id'>]?: KeptCustomer[Field] | undefined }

const COLUMNS = `customer_id as id, first_name as "firstName", last_name as "lastName", address, city, country,
  postal_code as "postalCode", email, phone, created_at as "createdAt"`

/** @returns false where the merchant has a customer with that id already; then nothing happened */
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
    select ${sql.unsafe(COLUMNS)} from customers where merchant_id = ${merchantId} and customer_id = ${id}`)
}

/** A merchant's customers, newest first, at most `limit`. */
export async function listCustomers(
  sql: Sql,
  merchantId: string,
  after: Position | undefined,
  limit: number,
): Promise<StoredCustomer[]> {
  return sql<StoredCustomer[]>`
    select ${sql.unsafe(COLUMNS)} from customers
    where merchant_id = ${merchantId}
      ${after === undefined ? sql`` : sql`and (created_at, customer_id) < (${after.createdAt}, ${after.id})`}
    order by created_at desc, customer_id desc limit ${limit}`
}

export function updateCustomer(
  sql: Sql,
  merchantId: string,
  id: string,
  change: CustomerChange,
): Promise<StoredCustomer | undefined> {
  const kept = (value: string | null | undefined, column: string) => (value === undefined ? sql`${sql(column)}` : value)
  return first(sql<StoredCustomer[]>`
    update customers set
      first_name = ${kept(change.firstName, 'first_name')}, last_name = ${kept(change.lastName, 'last_name')},
      address = ${kept(change.address, 'address')}, city = ${kept(change.city, 'city')},
      country = ${kept(change.country, 'country')}, postal_code = ${kept(change.postalCode, 'postal_code')},
      email = ${kept(change.email, 'email')}, phone = ${kept(change.phone, 'phone')}, updated_at = now()
    where merchant_id = ${merchantId} and customer_id = ${id}
    returning ${sql.unsafe(COLUMNS)}`)
}

/**
 * Deletes a customer with the stored cards, those included that a payment is storing at this moment, and erases what
 * payments are found by. Payments that end together hold several cards, in an order of their own.
 * @returns the cards that could be paid with; undefined if the merchant has no such customer
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

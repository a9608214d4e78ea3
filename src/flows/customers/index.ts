import type { KeptCustomer } from '#domain/customer.ts'
import { newId } from '#domain/ids.ts'
import { type Page, type Position, toPage } from '#domain/page.ts'
import { invalid, notFound } from '#domain/problem.ts'
import { retryOnDeadlock } from '#store/connection/deadlocks.ts'
import {
  type CustomerChange,
  deleteCustomer,
  findCustomer,
  insertCustomer,
  listCustomers,
  type StoredCustomer,
  updateCustomer,
} from '#store/customers/customers.ts'
import type { Gateway } from '../gateway.ts'
import { endCards } from '../stored-cards/end-cards.ts'

export type { StoredCustomer }

/**
 * Stores a customer (docs/reference/customers.md#customers), under the merchant's ID or a new one.
 * @throws RequestError `invalid` on `id` if the merchant has such a customer
 */
export async function createCustomer(
  gateway: Gateway,
  merchantId: string,
  given: KeptCustomer,
): Promise<StoredCustomer> {
  const customer = { ...given, id: given.id ?? newId('cus'), createdAt: gateway.clock.now() }
  if (await insertCustomer(gateway.sql, merchantId, customer)) return customer
  throw invalid('id', 'A customer with this ID already exists; update it or choose another ID.', customer.id)
}

export async function listMerchantCustomers(
  { sql }: Gateway,
  merchantId: string,
  after: Position | undefined,
  limit: number,
): Promise<Page<StoredCustomer>> {
  return toPage(await listCustomers(sql, merchantId, after, limit + 1), limit)
}

/** @throws RequestError `not-found`, also for another merchant's */
export async function showCustomer({ sql }: Gateway, merchantId: string, id: string): Promise<StoredCustomer> {
  return known(await findCustomer(sql, merchantId, id))
}

/** @throws RequestError `not-found`, also for another merchant's */
export async function changeCustomer(
  { sql }: Gateway,
  merchantId: string,
  id: string,
  change: CustomerChange,
): Promise<StoredCustomer> {
  return known(await updateCustomer(sql, merchantId, id, change))
}

/** Erases a customer and its stored cards. @throws RequestError `not-found`, also for another merchant's */
export async function removeCustomer(gateway: Gateway, merchantId: string, id: string): Promise<void> {
  const isGone = await retryOnDeadlock(() =>
    gateway.sql.begin(async (tx) => {
      const removed = await deleteCustomer(tx, merchantId, id)
      if (removed) await endCards(gateway, tx, merchantId, removed)
      return removed !== undefined
    }),
  )
  if (!isGone) throw notFound('customer')
}

function known(customer: StoredCustomer | undefined): StoredCustomer {
  if (!customer) throw notFound('customer')
  return customer
}

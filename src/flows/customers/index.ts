import type { KeptCustomer } from '#domain/customer.ts'
import { newId } from '#domain/ids.ts'
import { invalid, orNotFound } from '#domain/problem.ts'
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
import { listSpending, type Spending } from '#store/customers/spending.ts'
import type { Gateway } from '../gateway.ts'
import { paged } from '../paged.ts'
import { endCards } from '../stored-cards/end-cards.ts'

export type { Spending, StoredCustomer }

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

/** @param limit 1 to 100 */
export const listMerchantCustomers = paged(listCustomers)

/** Sums of the newest payments of customers, by the IDs of the customers. */
export async function readSpending(
  { reads }: Pick<Gateway, 'reads'>,
  merchantId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Spending[]>> {
  return Map.groupBy(
    await reads.read((sql) => listSpending(sql, merchantId, customerIds)),
    ({ customerId }) => customerId,
  )
}

/** @throws RequestError `not-found`, also for another merchant's */
export async function showCustomer({ sql }: Gateway, merchantId: string, id: string): Promise<StoredCustomer> {
  return orNotFound(await findCustomer(sql, merchantId, id), 'customer')
}

/** @throws RequestError `not-found`, also for another merchant's */
export async function changeCustomer(
  { sql }: Gateway,
  merchantId: string,
  id: string,
  change: CustomerChange,
): Promise<StoredCustomer> {
  return orNotFound(await updateCustomer(sql, merchantId, id, change), 'customer')
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
  orNotFound(isGone, 'customer')
}

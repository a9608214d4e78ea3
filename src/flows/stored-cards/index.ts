import { type Page, type Position, toPage } from '#domain/page.ts'
import { notFound, orNotFound } from '#domain/problem.ts'
import type { PaymentMethod } from '#interface/payment-method.ts'
import { retryOnDeadlock } from '#store/connection/deadlocks.ts'
import { customerExists } from '#store/customers/customers.ts'
import {
  deletePaymentMethod,
  listPaymentMethods,
  type PaymentMethodFilter,
  type StoredPaymentMethod,
} from '#store/customers/payment-methods.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import type { AuditedAction } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { detailsOf } from './card-at-rest.ts'
import { endCards } from './end-cards.ts'

/** Newest first. @param limit 1 to 100 @throws RequestError `not-found` for an unknown customer */
export async function listCustomerPaymentMethods(
  gateway: Gateway,
  merchantId: string,
  customerId: string,
  after: Position | undefined,
  limit: number,
): Promise<Page<PaymentMethod>> {
  orNotFound(await customerExists(gateway.sql, merchantId, customerId), 'customer')
  return listMerchantPaymentMethods(gateway, merchantId, { customerId, after }, limit)
}

/** Newest first. @param limit 1 to 100 */
export async function listMerchantPaymentMethods(
  gateway: Gateway,
  merchantId: string,
  filter: PaymentMethodFilter,
  limit: number,
): Promise<Page<PaymentMethod>> {
  const page = toPage(await listPaymentMethods(gateway.sql, merchantId, filter, limit + 1), limit)
  return { ...page, items: page.items.map((stored) => toPaymentMethod(gateway, stored)) }
}

/** @throws RequestError `not-found`, also for another merchant's or a card without an approved payment */
export async function showPaymentMethod(gateway: Gateway, merchantId: string, token: string): Promise<PaymentMethod> {
  const stored = orNotFound(await gateway.findPaymentMethod(merchantId, token), 'payment method')
  return toPaymentMethod(gateway, stored)
}

/**
 * Erases a stored card. A payment in progress with it continues.
 * @param person who removes it from a customer's page: that customer, and the audit entry in the same commit
 * @throws RequestError `not-found`, also for another merchant's or customer's
 */
export async function removePaymentMethod(
  gateway: Gateway,
  merchantId: string,
  token: string,
  person?: { readonly customerId: string; readonly entry: AuditedAction },
): Promise<void> {
  // A payment locks its agreement before the card; this is the other way round.
  await retryOnDeadlock(() =>
    gateway.sql.begin(async (tx) => {
      const removed = await deletePaymentMethod(tx, merchantId, token)
      if (!removed || (person && removed.customerId !== person.customerId)) throw notFound('payment method')
      await endCards(gateway, tx, merchantId, [removed])
      if (person) await insertAuditEntry(tx, person.entry)
    }),
  )
}

function toPaymentMethod(gateway: Gateway, stored: StoredPaymentMethod): PaymentMethod {
  const { token, masked, brand, hash, customerId, issuerUpdate, createdAt } = stored
  return { token, masked, brand, hash, ...detailsOf(gateway, stored), customerId, issuerUpdate, createdAt }
}

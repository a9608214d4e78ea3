import type { MaskedCard } from '#domain/card.ts'
import { type Page, type Position, toPage } from '#domain/page.ts'
import { notFound } from '#domain/problem.ts'
import { paymentMethodRemoved } from '#events/further-events.ts'
import { customerExists } from '#store/customers/customers.ts'
import { deletePaymentMethod, listPaymentMethods, type StoredPaymentMethod } from '#store/customers/payment-methods.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import type { Gateway } from '../gateway.ts'
import { cancelAgreementsOf } from './cancel-agreements.ts'
import { openStoredCard } from './card-at-rest.ts'

/** A stored card as its merchant sees it. */
export interface PaymentMethod extends MaskedCard {
  readonly token: string
  /** Null where the stored card does not open any more; it can only be deleted then. */
  readonly expiry: { readonly month: number; readonly year: number } | null
  readonly customerId: string | null
  readonly createdAt: Date
}

/**
 * The cards of one customer, newest first.
 * @param limit 1 to 100
 * @throws RequestError `not-found` for a customer the merchant does not have
 */
export async function listCustomerPaymentMethods(
  gateway: Gateway,
  merchantId: string,
  customerId: string,
  after: Position | undefined,
  limit: number,
): Promise<Page<PaymentMethod>> {
  const { sql } = gateway
  if (!(await customerExists(sql, merchantId, customerId))) throw notFound('customer')
  const page = toPage(await listPaymentMethods(sql, merchantId, customerId, after, limit + 1), limit)
  return { ...page, items: page.items.map((stored) => shown(gateway, stored)) }
}

/** @throws RequestError `not-found`, also where it is another merchant's or not yet paid with */
export async function showPaymentMethod(gateway: Gateway, merchantId: string, token: string): Promise<PaymentMethod> {
  const stored = await gateway.findPaymentMethod(merchantId, token)
  if (!stored) throw notFound('payment method')
  return shown(gateway, stored)
}

/**
 * Erases a stored card. A payment with it that is in progress goes on.
 * @throws RequestError `not-found`, also where it is another merchant's
 */
export async function removePaymentMethod({ sql, clock }: Gateway, merchantId: string, token: string): Promise<void> {
  await sql.begin(async (tx) => {
    const removed = await deletePaymentMethod(tx, merchantId, token)
    if (!removed) throw notFound('payment method')
    const canceled = await cancelAgreementsOf(tx, merchantId, [token], clock.now())
    await recordFurtherEvents(tx, [paymentMethodRemoved(merchantId, removed, clock.now()), ...canceled])
  })
}

function shown(gateway: Gateway, stored: StoredPaymentMethod): PaymentMethod {
  const { token, masked, brand, hash, customerId, createdAt } = stored
  const card = openStoredCard(gateway, stored)
  const expiry = card ? { month: card.expirationMonth, year: card.expirationYear } : null
  return { token, masked, brand, hash, expiry, customerId, createdAt }
}

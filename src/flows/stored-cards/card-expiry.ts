import type { Agreement } from '#domain/agreement.ts'
import type { CardExpiry } from '#domain/card-update.ts'
import type { Sql } from '#store/connection/database.ts'
import { type FindPaymentMethod, paymentMethodFinder } from '#store/customers/payment-methods.ts'
import type { Gateway } from '../gateway.ts'
import { detailsOf } from './card-at-rest.ts'

/** Reads the expiry of an agreement's card in a SQL transaction; null if the card is gone. */
export function cardExpiry(gateway: Gateway, sql: Sql, agreement: Agreement): Promise<CardExpiry | null> {
  return expiryOf(gateway, paymentMethodFinder(sql), agreement)
}

export async function expiryOf(
  gateway: Gateway,
  find: FindPaymentMethod,
  { merchantId, paymentMethodToken: token }: Agreement,
): Promise<CardExpiry | null> {
  const stored = token === null ? undefined : await find(merchantId, token)
  return stored ? detailsOf(gateway, stored).expiry : null
}

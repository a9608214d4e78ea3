import type { Card } from '#domain/card.ts'
import { Refusal } from '#domain/problem.ts'
import { findConfigVersion } from '#store/directory.ts'
import { OutdatedPicture, type Picture } from '../directory-cache.ts'
import type { Gateway } from '../gateway.ts'
import type { Order } from './order.ts'

/**
 * The card behind the encrypted fields.
 * @throws Refusal `invalid` naming every field that does not hold what it should
 * @throws OutdatedPicture where the merchant's keys changed meanwhile, so that a new key is never mistaken for junk
 */
export async function openPaymentMethod(gateway: Gateway, picture: Picture, order: Order): Promise<Card> {
  try {
    return await gateway.vault.openCard(picture.keys, order.paymentMethod.card, gateway.clock.now())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const version = await findConfigVersion(gateway.sql, order.merchantId)
    throw version === picture.directory.version ? error : new OutdatedPicture()
  }
}

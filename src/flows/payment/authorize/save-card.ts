import type { Refusal } from '#domain/eligibility.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { Merchant } from '#domain/merchant.ts'
import { customerExists } from '#store/customers/customers.ts'
import type { NewStoredCard } from '#store/transactions/intent.ts'
import type { Gateway } from '../../gateway.ts'
import { sealForStorage } from '../../stored-cards/card-at-rest.ts'
import type { PaymentRequest } from './payment-request.ts'

/** Methods that allow saving the card; true if that stores one, because a saved card stays as it is. */
const SAVES: Partial<Record<PaymentRequest['paymentMethod']['kind'], boolean>> = {
  card: true,
  'typed-card': true,
  'saved-card': false,
}

/** Refuses to save a card that merchant, method or customer does not allow (docs/reference/authorize.md#saving-the-card). */
export async function saveCardRefusal(
  gateway: Gateway,
  merchant: Merchant,
  { saveCard, paymentMethod, customer, merchantId }: PaymentRequest,
): Promise<Refusal | undefined> {
  if (!saveCard) return undefined
  if (!merchant.tokenizationEnabled) return unsupported('saving cards is not enabled for this merchant')
  if (!(paymentMethod.kind in SAVES)) return unsupported(`${paymentMethod.type} cannot be saved`)
  if (customer.id === null || (await customerExists(gateway.sql, merchantId, customer.id))) return undefined
  const message = 'No such customer; create it first, or omit the ID.'
  return { code: '2000', property: 'customer.id', message }
}

function unsupported(what: string): Refusal {
  const message = `A requested feature is unsupported: ${what}. Send the order without tokenization.`
  return { code: '2000', property: 'tokenization', message }
}

/** Encrypts the card that is saved once the payment is approved. @returns null if none is */
export async function encryptCardToSave(
  gateway: Gateway,
  { saveCard, paymentMethod, merchantId, customer }: PaymentRequest,
  instrument: Instrument,
): Promise<NewStoredCard | null> {
  if (!saveCard || !SAVES[paymentMethod.kind] || instrument.kind !== 'card') return null
  return sealForStorage(gateway, merchantId, customer.id, instrument.card)
}

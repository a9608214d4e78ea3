import type { Refusal } from '#domain/eligibility.ts'
import type { Merchant } from '#domain/merchant.ts'
import { customerExists } from '#store/customers/customers.ts'
import type { Gateway } from '../../gateway.ts'
import type { PaymentRequest } from './payment-request.ts'

/**
 * A feature the request asks for that this merchant, method or customer does not have
 * (docs/reference/authorize.md#saving-the-card).
 */
export async function unsupportedFeature(
  gateway: Gateway,
  merchant: Merchant,
  request: PaymentRequest,
): Promise<Refusal | undefined> {
  const { saveCard, paymentMethod, customer, merchantId } = request
  if (!saveCard) return undefined
  if (!merchant.tokenizationEnabled) return unsupported('saving cards is not enabled for this merchant')
  if (!STORABLE.includes(paymentMethod.kind)) return unsupported(`${paymentMethod.type} cannot be saved`)
  if (customer.id === null || (await customerExists(gateway.sql, merchantId, customer.id))) return undefined
  const message = 'No such customer; create it first, or omit the ID.'
  return { code: '2000', property: 'customer.id', message }
}

/** What may come with a request to store it; a card that is stored already stays as it is. */
const STORABLE: readonly string[] = ['card', 'typed-card', 'saved-card']

function unsupported(what: string): Refusal {
  const message = `A requested feature is unsupported: ${what}. Send the order without tokenization.`
  return { code: '2000', property: 'tokenization', message }
}

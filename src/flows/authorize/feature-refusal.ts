import type { BusinessRefusal } from '#domain/acceptance.ts'
import type { Order } from './order.ts'

/** Features a merchant may ask for that this gateway does not carry out (specification, Errors). */
export function featureRefusal(order: Order): BusinessRefusal | undefined {
  if (!order.saveCard) return undefined
  return {
    code: '2000',
    property: 'tokenization',
    message: 'A requested feature is unsupported: cards cannot be saved. Send the order without tokenization.',
  }
}

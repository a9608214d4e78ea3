import { type Intent, stripeId } from './book.ts'
import { orderOf } from './steering.ts'

/** Why the issuer refuses, or undefined where it does not. */
export function refusalOf(intent: Intent, hasProof: boolean) {
  const { description } = intent
  const decline = orderOf(description, 'decline')
  const code = orderOf(description, 'code') ?? 'card_declined'
  if (decline === undefined || (hasProof && orderOf(description, 'soft') === 'yes')) return undefined
  const [network, advice] = [orderOf(description, 'network'), orderOf(description, 'advice')]
  const error = {
    type: 'card_error',
    code,
    decline_code: decline,
    message: 'Your card was declined.',
    ...(network !== undefined && { network_decline_code: network }),
    ...(advice !== undefined && { advice_code: advice }),
  }
  intent.lastError = error
  return error
}

/** Charges the card, or holds the amount. */
export function charge(intent: Intent): void {
  const isHeld = intent.captureMethod === 'manual'
  intent.status = orderOf(intent.description, 'status') ?? (isHeld ? 'requires_capture' : 'succeeded')
  const captured = isHeld ? 0 : intent.amount
  intent.charge = { id: stripeId('ch'), authorizationCode: '123456', captured, refunded: 0, captures: [] }
  intent.timesCharged += 1
}

import type { Capabilities, MethodCapabilities } from '#domain/capabilities.ts'
import { NUMBERED_CURRENCIES } from '#domain/currency-numbers.ts'

/** As in `provider` of an account. */
export const NAME = 'iso8583'

const CARDS: MethodCapabilities = {
  operations: ['AUTHORIZE', 'PURCHASE', 'CAPTURE', 'REFUND', 'VOID'],
  captures: 'multiple',
  partialRefunds: true,
  // A void is the reversal of the full authorization.
  voidsRest: false,
  currencies: NUMBERED_CURRENCIES,
  countries: null,
  // Of no other network is it known where an authentication goes.
  brands: ['visa', 'mastercard', 'maestro'],
  threeDs: 'gateway',
  requires: [],
  // Every request passes through our own book, which knows what was reversed before.
  barsLateCharges: true,
}

/** Cards as they are: a network token's cryptogram has no place of its own in these messages. */
export const CAPABILITIES: Capabilities = { card: CARDS, saved_card: CARDS, agreement: CARDS }

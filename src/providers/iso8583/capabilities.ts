import { type Capabilities, type MethodCapabilities, NUMBERED_CURRENCIES } from '#providers/port/tools.ts'

export const NAME = 'iso8583'

const CARDS: MethodCapabilities = {
  operations: ['AUTHORIZE', 'PURCHASE', 'CAPTURE', 'REFUND', 'VOID'],
  captures: 'multiple',
  partialRefunds: true,
  // A void is the reversal of the full authorization.
  voidsRest: false,
  currencies: NUMBERED_CURRENCIES,
  countries: null,
  // The place of an authentication is known for these networks only.
  brands: ['visa', 'mastercard', 'maestro'],
  threeDs: 'gateway',
  requires: [],
  // Every request passes through our own ledger, which knows earlier reversals.
  barsLateCharges: true,
}

/** Cards only: a network token's cryptogram has no element in these messages. */
export const CAPABILITIES: Capabilities = { card: CARDS, saved_card: CARDS, agreement: CARDS }

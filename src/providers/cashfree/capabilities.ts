import type { Capabilities, MethodCapabilities } from '#providers/port/tools.ts'

/** Payment links. One created after its reversal is found, and reversed in turn. */
const BY_LINK: MethodCapabilities = {
  operations: ['PAYMENT', 'REFUND'],
  captures: 'none',
  partialRefunds: true,
  voidsRest: false,
  currencies: ['INR'],
  countries: null,
  brands: null,
  threeDs: 'none',
  requires: ['phone'],
  barsLateCharges: false,
}

export const CAPABILITIES: Capabilities = {
  UPI: BY_LINK,
  QR_CODE: BY_LINK,
  PAYOUT: { ...BY_LINK, operations: ['PAYOUT'], partialRefunds: false, requires: [] },
}

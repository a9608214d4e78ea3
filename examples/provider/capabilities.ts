import type { Capabilities } from '@tollgate/provider'

/** Capabilities of each payment method. List only what the provider's contract allows. */
export const CAPABILITIES: Capabilities = {
  card: {
    operations: ['PURCHASE', 'REFUND'],
    captures: 'none',
    partialRefunds: true,
    voidsRest: false,
    currencies: ['EUR'],
    countries: null,
    brands: ['visa', 'mastercard'],
    threeDs: 'gateway',
    requires: [],
    barsLateCharges: true,
  },
}

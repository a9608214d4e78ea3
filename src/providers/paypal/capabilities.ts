import type { Capabilities } from '#providers/port/tools.ts'

const CURRENCIES = `AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD`

/** An unapproved order cannot be barred: a charge after its reversal is reversed in turn. */
export const CAPABILITIES: Capabilities = {
  WALLETS: {
    operations: ['PAYMENT', 'REFUND'],
    captures: 'none',
    partialRefunds: true,
    voidsRest: false,
    currencies: CURRENCIES.split(' '),
    countries: null,
    brands: null,
    threeDs: 'none',
    requires: [],
    barsLateCharges: false,
  },
}

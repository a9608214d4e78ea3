import type { Capabilities, MethodCapabilities, ProviderAccount } from '#providers/port/tools.ts'

export const NAME = 'stripe'

/** Currencies (docs.stripe.com/currencies) with documented minor units; an account or network may accept fewer. */
const CURRENCIES = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF
  CHF CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
  ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN
  NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB
  TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`.split(/\s+/)

const CARDS: MethodCapabilities = {
  operations: ['AUTHORIZE', 'PURCHASE', 'CAPTURE', 'REFUND', 'VOID'],
  captures: 'multiple',
  partialRefunds: true,
  // A canceled intent allows no refund of its captures.
  voidsRest: false,
  currencies: CURRENCIES,
  countries: null,
  brands: ['visa', 'mastercard', 'maestro', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
  threeDs: 'gateway',
  requires: [],
  barsLateCharges: true,
}

/** Cards only. Network tokens with a cryptogram are not in Stripe's public API. */
export const CAPABILITIES: Capabilities = { card: CARDS, saved_card: CARDS, agreement: CARDS }

/** Allows charges by agreement if Stripe has enabled them for the account. */
export function capabilitiesWith(
  { network_transaction_ids: isEnabled }: ProviderAccount['settings'],
  method: MethodCapabilities,
  paymentMethod: string,
): MethodCapabilities {
  if (paymentMethod !== 'agreement' || isEnabled === true) return method
  return { ...method, operations: ['CAPTURE', 'REFUND', 'VOID'] }
}

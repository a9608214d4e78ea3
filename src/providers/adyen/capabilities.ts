import type { Capabilities, FollowUpType, MethodCapabilities, ProviderAccount } from '#providers/port/tools.ts'
import { BANK_METHODS } from '#providers/port/tools.ts'
import { takesSeveralCaptures } from './config.ts'
import { LINK_METHODS, type LinkMethod } from './link-methods.ts'

const CARD_METHODS = ['card', 'saved_card', 'network-token', 'walleta-pay', 'agreement'] as const

const CARDS: MethodCapabilities = {
  operations: ['AUTHORIZE', 'PURCHASE', 'CAPTURE', 'REFUND', 'VOID'],
  // Adyen cancels the rest of a first capture, unless several captures are enabled for the account.
  captures: 'partial',
  partialRefunds: true,
  voidsRest: false,
  currencies: null,
  countries: null,
  brands: ['visa', 'mastercard', 'maestro', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
  threeDs: 'gateway',
  requires: [],
  barsLateCharges: false,
}

/** Transfers to an IBAN within SEPA. */
const PAYOUTS: MethodCapabilities = {
  ...CARDS,
  operations: ['PAYOUT'],
  captures: 'none',
  partialRefunds: false,
  currencies: ['EUR'],
  brands: null,
  threeDs: 'none',
}

export const capabilities: { readonly name: string; readonly capabilities: Capabilities } = {
  name: 'adyen',
  capabilities: {
    ...Object.fromEntries(CARD_METHODS.map((method) => [method, CARDS])),
    ...Object.fromEntries(Object.entries(LINK_METHODS).map(([method, link]) => [method, paidByLink(method, link)])),
    PAYOUT: PAYOUTS,
  },
}

/** Allows several captures if Adyen has enabled them for the account. */
export function capabilitiesWith(
  settings: ProviderAccount['settings'],
  method: MethodCapabilities,
): MethodCapabilities {
  return method.captures === 'partial' && takesSeveralCaptures(settings) ? { ...method, captures: 'multiple' } : method
}

/** An expired link accepts no new payment, but one in progress may still arrive: it cannot be barred. */
function paidByLink(method: string, { currencies, countries, refunds }: LinkMethod): MethodCapabilities {
  const isOfBank = BANK_METHODS.some((name) => name === method)
  const back = (...operations: FollowUpType[]) => (refunds ? operations : [])
  return {
    ...CARDS,
    operations: isOfBank ? ['PAYMENT', ...back('REFUND')] : ['PURCHASE', ...back('REFUND', 'VOID')],
    captures: 'none',
    partialRefunds: refunds,
    currencies,
    ...(countries && { market: { currencies, countries } }),
    brands: null,
    threeDs: method.endsWith('-pay-redirect') ? 'provider' : 'none',
  }
}

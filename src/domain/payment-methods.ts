import { VOUCHER_METHODS } from './vouchers.ts'

/** Wallets that a shopper completes on an external page. */
export const WALLET_REDIRECTS = ['walleta-pay-redirect', 'walletb-pay-redirect'] as const

/** Methods of the payment endpoint (docs/reference/payments.md#payments). */
export const BANK_METHODS = ['OPEN_BANKING', 'UPI', 'WALLETS', 'BANK_TRANSFER', 'QR_CODE'] as const

/** Method of a payout in a terminal's and provider's lists. */
const PAYOUT_METHOD = 'PAYOUT'

/** Payment method as terminals name it: of a card how it was entered, else the method. */
export function methodName({ type, method, masked }: { type: string; method: string; masked: string | null }): string {
  if (type === 'bank_account') return PAYOUT_METHOD
  return masked === null ? method : type
}

/** Methods that cannot be authorized, only charged (docs/reference/authorize.md#redirects-and-vouchers). */
export const PURCHASE_ONLY: readonly string[] = [...WALLET_REDIRECTS, ...VOUCHER_METHODS]

/** Methods of our page, in the order in which they are offered. */
export const PAGE_METHODS: readonly string[] = [
  ...['card', 'saved_card'],
  ...WALLET_REDIRECTS,
  ...BANK_METHODS,
  ...VOUCHER_METHODS,
]

export const LINK_METHODS = PAGE_METHODS.filter((method) => method !== 'saved_card')

/** Values of a terminal's `payment_methods` (docs/reference/admin.md#terminals), including methods without a provider. */
export const PAYMENT_METHODS: readonly string[] = [
  ...['card', 'saved_card', 'network-token', 'walleta-pay', 'agreement'],
  ...PURCHASE_ONLY,
  ...BANK_METHODS,
  PAYOUT_METHOD,
]

import { VOUCHER_METHODS } from './vouchers.ts'

/** The wallets a shopper completes on a third party's page. */
export const WALLET_REDIRECTS = ['walleta-pay-redirect', 'walletb-pay-redirect'] as const

/** The methods of the payment endpoint (docs/reference/payments.md#payments). */
export const BANK_METHODS = ['OPEN_BANKING', 'UPI', 'WALLETS', 'BANK_TRANSFER', 'QR_CODE'] as const

/** What a payout is asked of a terminal and of a provider as. */
const PAYOUT_METHOD = 'PAYOUT'

/**
 * The name of a recorded payment method as terminals and capabilities have it: of a card the way it came in, of
 * everything else the method itself.
 */
export function methodName({ type, method, masked }: { type: string; method: string; masked: string | null }): string {
  if (type === 'bank_account') return PAYOUT_METHOD
  return masked === null ? method : type
}

/**
 * Methods whose money is taken at once or not at all, so that they cannot be merely authorized
 * (docs/reference/authorize.md#redirects-and-vouchers).
 */
export const PURCHASE_ONLY: readonly string[] = [...WALLET_REDIRECTS, ...VOUCHER_METHODS]

/**
 * What a terminal's `payment_methods` may name: the request's types and methods, plus `PAYOUT`
 * (docs/reference/admin.md#terminals). A terminal may name methods that no provider carries yet.
 */
export const PAYMENT_METHODS: readonly string[] = [
  ...['card', 'saved_card', 'network-token', 'walleta-pay', 'agreement'],
  ...PURCHASE_ONLY,
  ...BANK_METHODS,
  PAYOUT_METHOD,
]

import { VOUCHER_METHODS } from './vouchers.ts'

/** The wallets a shopper completes on a third party's page. */
export const WALLET_REDIRECTS = ['walleta-pay-redirect', 'walletb-pay-redirect'] as const

/** The methods of the payment endpoint (docs/reference/payments.md#payments). */
export const BANK_METHODS = ['OPEN_BANKING', 'UPI', 'WALLETS', 'BANK_TRANSFER', 'QR_CODE'] as const

/** What a payout is asked of a terminal and of a provider as. */
const PAYOUT_METHOD = 'PAYOUT'

/** Payment method as terminals name it: of a card the way it came in, else the method itself. */
export function methodName({ type, method, masked }: { type: string; method: string; masked: string | null }): string {
  if (type === 'bank_account') return PAYOUT_METHOD
  return masked === null ? method : type
}

/** Methods that take money immediately, so they cannot be authorized (docs/reference/authorize.md#redirects-and-vouchers). */
export const PURCHASE_ONLY: readonly string[] = [...WALLET_REDIRECTS, ...VOUCHER_METHODS]

/** Values of a terminal's `payment_methods` (docs/reference/admin.md#terminals), including methods without a provider. */
export const PAYMENT_METHODS: readonly string[] = [
  ...['card', 'saved_card', 'network-token', 'walleta-pay', 'agreement'],
  ...PURCHASE_ONLY,
  ...BANK_METHODS,
  PAYOUT_METHOD,
]

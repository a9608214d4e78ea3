import { WALLET_REDIRECTS } from '#domain/payment-methods.ts'

/** What the wallet simulator can carry. */
export const capabilities = { name: 'wallet-simulator', paymentMethods: WALLET_REDIRECTS } as const

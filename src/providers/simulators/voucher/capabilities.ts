import { VOUCHER_METHODS } from '#domain/vouchers.ts'

/** What the voucher simulator can carry. */
export const capabilities = { name: 'voucher-simulator', paymentMethods: VOUCHER_METHODS } as const

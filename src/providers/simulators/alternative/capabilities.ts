import { BANK_METHODS } from '#domain/payment-methods.ts'

/** What the simulator of alternative payments can carry. */
export const capabilities = { name: 'alternative-simulator', paymentMethods: BANK_METHODS } as const

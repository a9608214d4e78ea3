/** What the payout simulator can carry. */
export const capabilities = { name: 'payout-simulator', paymentMethods: ['PAYOUT'] } as const

/** What the card simulator can carry. */
export const capabilities = {
  name: 'card-simulator',
  paymentMethods: ['card', 'saved_card', 'network-token', 'walleta-pay'],
} as const

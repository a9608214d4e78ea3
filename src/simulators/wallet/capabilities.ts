import { WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import { simulated } from '../common/capabilities.ts'

export const capabilities = {
  name: 'wallet-simulator',
  capabilities: simulated(WALLET_REDIRECTS, ['PURCHASE', 'REFUND', 'VOID']),
}

import { WALLET_REDIRECTS } from '#domain/payment-methods.ts'
import { simulated } from '../common/capabilities.ts'

/** Capabilities of the wallet simulator. */
export const capabilities = {
  name: 'wallet-simulator',
  capabilities: simulated(WALLET_REDIRECTS, ['PURCHASE', 'REFUND', 'VOID']),
}

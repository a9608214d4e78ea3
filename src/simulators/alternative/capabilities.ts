import { BANK_METHODS } from '#domain/payment-methods.ts'
import { simulated } from '../common/capabilities.ts'

/** What the simulator of alternative payments can carry. */
export const capabilities = {
  name: 'alternative-simulator',
  capabilities: simulated(BANK_METHODS, ['PAYMENT', 'REFUND']),
}

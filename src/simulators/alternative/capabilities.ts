import { BANK_METHODS } from '#domain/payment-methods.ts'
import { simulated } from '../common/capabilities.ts'

/** Capabilities of the simulator of alternative payments. */
export const capabilities = {
  name: 'alternative-simulator',
  capabilities: simulated(BANK_METHODS, ['PAYMENT', 'REFUND']),
}

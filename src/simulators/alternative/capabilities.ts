import { BANK_METHODS } from '#domain/payment-methods.ts'
import { simulated } from '../common/capabilities.ts'

export const capabilities = {
  name: 'alternative-simulator',
  capabilities: simulated(BANK_METHODS, ['PAYMENT', 'REFUND']),
}

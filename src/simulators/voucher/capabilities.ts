import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import { simulated } from '../common/capabilities.ts'

export const capabilities = {
  name: 'voucher-simulator',
  capabilities: simulated(VOUCHER_METHODS, ['PURCHASE', 'REFUND', 'VOID']),
}

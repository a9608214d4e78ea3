import { VOUCHER_METHODS } from '#domain/vouchers.ts'
import { simulated } from '../common/capabilities.ts'

/** What the voucher simulator can carry. */
export const capabilities = {
  name: 'voucher-simulator',
  capabilities: simulated(VOUCHER_METHODS, ['PURCHASE', 'REFUND', 'VOID']),
}

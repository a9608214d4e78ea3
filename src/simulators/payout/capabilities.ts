import { simulated } from '../common/capabilities.ts'

export const capabilities = { name: 'payout-simulator', capabilities: simulated(['PAYOUT'], ['PAYOUT']) }

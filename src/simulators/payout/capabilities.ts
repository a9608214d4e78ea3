import { simulated } from '../common/capabilities.ts'

/** What the payout simulator can carry. */
export const capabilities = { name: 'payout-simulator', capabilities: simulated(['PAYOUT'], ['PAYOUT']) }

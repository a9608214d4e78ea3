import { simulated } from '../common/capabilities.ts'

/** Capabilities of the payout simulator. */
export const capabilities = { name: 'payout-simulator', capabilities: simulated(['PAYOUT'], ['PAYOUT']) }

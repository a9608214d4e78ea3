import { simulated } from '../common/capabilities.ts'

const METHODS = ['card', 'saved_card', 'network-token', 'walleta-pay', 'agreement']
const OPERATIONS = ['AUTHORIZE', 'PURCHASE', 'CAPTURE', 'REFUND', 'VOID'] as const

export const capabilities = { name: 'card-simulator', capabilities: simulated(METHODS, OPERATIONS) }

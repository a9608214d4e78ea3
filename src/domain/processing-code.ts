/** Processing codes of the specification (Errors, "Processing codes"), each with the status it always comes with. */
export const PROCESSING_CODES = {
  '0000': { name: 'Approved', status: 'APPROVED' },
  '1000': { name: 'Declined', status: 'DECLINED' },
  '1001': { name: 'Failed', status: 'DECLINED' },
  '1002': { name: 'Pending', status: 'PENDING' },
  '1003': { name: 'Canceled', status: 'CANCELED' },
  '1004': { name: 'Insufficient funds', status: 'DECLINED' },
  '1005': { name: 'Session expired', status: 'SESSION_EXPIRED' },
  '2000': { name: 'Invalid request', status: 'INVALID' },
  '2013': { name: 'Terminal not found', status: 'INVALID' },
  '2014': { name: 'Terminal inactive', status: 'INVALID' },
  '2015': { name: 'Terminal not accepting payments', status: 'INVALID' },
  '2017': { name: 'Merchant inactive', status: 'INVALID' },
  '3000': { name: 'Not authenticated', status: 'INVALID' },
  '4100': { name: 'Blacklisted', status: 'DECLINED' },
  '4101': { name: 'Fraud suspected', status: 'DECLINED' },
  '4200': { name: 'Velocity check failed', status: 'DECLINED' },
} as const satisfies Record<string, { name: string; status: string }>

export type ProcessingCode = keyof typeof PROCESSING_CODES

import type { TransactionType } from './transaction-type.ts'

export const SIMULATOR_CHARGE_STATES = [
  'CHARGED',
  'REFUSED',
  'PENDING',
  'AWAITING_SHOPPER',
  'REVERSED',
  'BARRED',
  'RETURNED',
] as const

export interface SimulatorCharge {
  readonly providerAccountId: string
  readonly transactionId: string
  /** A transaction's type; RETURN for money that went back to its payer, REVERSAL for a bar without a charge. */
  readonly operation: TransactionType | 'RETURN' | 'REVERSAL'
  readonly amount: bigint
  readonly currency: string
  readonly state: (typeof SIMULATOR_CHARGE_STATES)[number]
  /** Of a charge with an agreement, as are the next three. */
  readonly initiatedBy: 'CUSTOMER' | 'MERCHANT' | null
  readonly purpose: string | null
  readonly networkTransactionId: string | null
  readonly hasSecurityCode: boolean | null
  readonly createdAt: Date
}

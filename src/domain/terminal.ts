/** What may be asked of a terminal; captures, refunds and voids follow up on it. */
export type TransactionType = 'AUTHORIZE' | 'PURCHASE' | 'PAYMENT' | 'PAYOUT'

/** The unit against which a transaction is created. A null list means "everything". */
export interface Terminal {
  readonly terminalId: string
  readonly merchantId: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly acceptsPayments: boolean
  readonly currencies: readonly string[] | null
  readonly transactionTypes: readonly TransactionType[] | null
  /** Request types and methods, plus `PAYOUT`. */
  readonly paymentMethods: readonly string[] | null
  /** Provider account ids in routing order. */
  readonly providerAccounts: readonly string[] | null
  readonly allowedOrigins: readonly string[] | null
  readonly allowUnauthenticated: boolean
}

import type { Requestor } from './authentication.ts'
import type { CardTestingSetting } from './card-testing.ts'
import type { Receipts } from './mail.ts'
import type { Exemption } from './three-ds-wishes.ts'
import type { OriginalType } from './transaction-type.ts'

/** Terminal of a transaction. A null list allows all values. */
export interface Terminal {
  readonly terminalId: string
  readonly merchantId: string
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  readonly acceptsPayments: boolean
  readonly currencies: readonly string[] | null
  readonly transactionTypes: readonly OriginalType[] | null
  /** Request types and methods, plus `PAYOUT`. */
  readonly paymentMethods: readonly string[] | null
  /** Provider account IDs in routing order. */
  readonly providerAccounts: readonly string[] | null
  readonly allowedOrigins: readonly string[] | null
  readonly allowUnauthenticated: boolean
  /** Allowed exemptions, with the acquirer's permission. */
  readonly exemptions: readonly Exemption[]
  readonly cardTestingLimit: CardTestingSetting
  readonly receipts: Receipts
  /** Null if cards cannot be authenticated with a real 3-D Secure server. */
  readonly threeDs: Requestor | null
}

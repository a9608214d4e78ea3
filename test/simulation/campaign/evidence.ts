import type { Journal } from './journal.ts'
import type { Delivery } from './receiver.ts'

/** A transaction as the gateway's database has it. */
export interface TransactionRow {
  readonly id: string
  readonly parentId: string | null
  /** Of which it is an attempt. */
  readonly sessionId: string | null
  readonly orderId: string
  readonly reference: string
  /** The client's own name for it. */
  readonly operation: string | null
  readonly type: string
  readonly amount: bigint
  readonly currency: string
  readonly status: string
  readonly code: string | null
  readonly capturedAmount: bigint
  readonly refundedAmount: bigint
  readonly expiredAmount: bigint
  readonly capturingAmount: bigint
  readonly refundingAmount: bigint
  readonly voidState: string | null
  /** Asked for again on later days. */
  readonly recovers: boolean
}

/** An order that a shopper may try to pay several times. */
export interface SessionRow {
  readonly sessionId: string
}

/** One attempt with a provider, as the gateway recorded it. */
export interface AttemptRow {
  readonly attemptId: string
  readonly transactionId: string
  readonly number: number
  readonly state: string
  readonly code: string | null
}

/** A line of the simulators' own ledgers, or of the books of Stripe and Adyen. */
export interface ChargeRow {
  readonly attemptId: string
  readonly transactionId: string
  /** An account with a simulator, or the name of the connector. */
  readonly accountId: string
  readonly operation: string
  readonly amount: bigint
  readonly currency: string
  readonly state: string
}

/** An event with its delivery to the shop's receiver. */
export interface EventRow {
  readonly eventId: string
  readonly transactionId: string
  readonly payload: string
  /** Of the delivery; null where none was queued. */
  readonly delivery: string | null
  readonly attempts: number | null
}

/** Counts that must be zero once everything has ended. */
export interface Leftovers {
  readonly authenticationSecrets: number
  readonly pendingCards: number
  readonly retiredDataKeys: number
  readonly unfinishedKeyRotations: number
}

/** All that the auditor reads. */
export interface Evidence {
  readonly journal: Journal
  readonly transactions: readonly TransactionRow[]
  readonly sessions: readonly SessionRow[]
  readonly attempts: readonly AttemptRow[]
  readonly charges: readonly ChargeRow[]
  readonly events: readonly EventRow[]
  readonly leftovers: Leftovers
  readonly received: readonly Delivery[]
  /** Problems found by the gateway's own verification of its ledger. */
  readonly ledgerProblems: readonly string[]
  readonly connectors: ConnectorRecords
}

/** Records of the sandboxes besides their books. */
export interface ConnectorRecords {
  /** Requests and answers that break the providers' own definitions. */
  readonly complaints: readonly string[]
  /** Statuses of the answers to forged notices. */
  readonly forgedAnswers: readonly number[]
  /** Notices it thanked for, by how they travelled. */
  readonly delivered: readonly string[]
}

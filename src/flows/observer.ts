import type { FinalTransStatus } from '#domain/authentication.ts'
import type { SettlementFile } from '#domain/settlement-file.ts'
import type { Transaction } from '#domain/transaction.ts'

/** Provider call for the metrics (docs/operate/monitoring.md#metrics). */
export interface ObservedCall {
  readonly providerAccountId: string
  readonly operation: 'charge' | 'follow_up' | 'inquiry' | 'reversal' | 'probe'
  readonly outcome: CallOutcome
  readonly seconds: number
}

/**
 * - `answered`: approved, confirmed, pending, or waiting for the shopper
 * - `refused`: a decline, or a problem that a probe found
 * - `unknown`: no usable response
 * - `failed`: no call was possible; the log has the reason
 */
export type CallOutcome = 'answered' | 'refused' | 'unknown' | 'failed'

export interface Observer {
  providerCalled(call: ObservedCall): void
  /** A transaction reached its final status in this process. @param providerAccountId the account that decided, else null */
  transactionEnded(transaction: Transaction, providerAccountId: string | null): void
  /** A cardholder's authentication is over. @param level 1 frictionless, 2 challenge */
  authenticationEnded(status: FinalTransStatus, level: 1 | 2): void
  noticeRefused(provider: string, reason: 'account' | 'credentials' | 'signature'): void
  /** A message to an acquirer cannot be encoded for its host. */
  acquirerMessageUnwritten(providerAccountId: string, operation: ObservedCall['operation']): void
  /** A message from an acquirer cannot be read, or its answer matches no request. */
  acquirerMessageUnasked(providerAccountId: string, kind: 'unreadable' | 'stray'): void
  /** A list or report was read from the primary or a standby. */
  readAnswered(server: 'primary' | 'replica'): void
  settlementImported(file: SettlementFile): void
}

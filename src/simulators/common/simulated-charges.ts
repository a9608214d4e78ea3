import type { Money } from '#domain/money.ts'
import type { ProcessingCode } from '#domain/processing-code.ts'
import type { Outcome } from '#domain/transaction.ts'
import type { TransactionType } from '#domain/transaction-type.ts'
import type { ProviderAnswer } from '#providers/port/provider.ts'
import type { DisputeLedger } from './disputes.ts'

/** State of a recorded charge. BARRED is a reversal that came before its charge, which can then never happen. */
export type ChargeState = 'CHARGED' | 'REFUSED' | 'PENDING' | 'AWAITING_SHOPPER' | 'REVERSED' | 'BARRED'

/** Current and later answers of a simulator about a charge. */
export interface SimulatedAnswer {
  readonly given: ProviderAnswer
  /** Automatic change, so many seconds after the record; null for none. */
  readonly final: SimulatedEnd | null
  /** Inquiries do not find it, as with a bank whose inquiry service lags behind its ledgers. */
  readonly concealed: boolean
  /** Only an inquiry returns the bank's reference. */
  readonly namesLate: boolean
  /** Notices of a change: their number, and their delay. */
  readonly notices: { readonly copies: number; readonly delaySeconds: number; readonly isForgedFirst: boolean }
  /** Present until the requested case is open: its first stage, and the signature of its notices. */
  readonly dispute?: { readonly opens: 'inquiry' | 'chargeback'; readonly signature: string | null }
  /** Present if it waits, or waited, for a 3-D Secure step that the tester made up. */
  readonly action?: MadeUpAction
}

interface MadeUpAction {
  /** `three_ds_server_trans_id` of its token in lower case; null if the token has none. */
  readonly id: string | null
  readonly paymentData: string
  /** Outcomes of the charge once the step is returned. */
  readonly authenticated: ChosenOutcome
  readonly refused: ChosenOutcome
}

interface SimulatedEnd {
  readonly afterSeconds: number
  readonly state: ChargeState
  readonly given: ProviderAnswer
  /** Applies to a charged one, too. */
  readonly takesBack?: true
}

export interface SimulatedCharge {
  readonly state: ChargeState
  readonly answer: SimulatedAnswer
}

export interface FoundCharge extends SimulatedCharge {
  /** Of a bank transfer, the retained amount in minor units; else 0. */
  readonly receivedAmount: bigint
}

export type OutcomeTexts = Pick<
  Outcome,
  'responseMessage' | 'approvalCode' | 'referenceNumber' | 'providerResponseCode' | 'providerResponseMessage'
>

/** Data for the page of a charge that waits for the shopper. */
export interface ChargePage {
  /** The request's own name: `walleta-pay-redirect` … */
  readonly method: string
  readonly merchantName: string
  readonly returnUrl: string
  /** Requested outcome; its button comes first. */
  readonly preset: ProcessingCode | null
  readonly texts: OutcomeTexts
}

export interface SchemeEntry {
  readonly initiatedBy: 'CUSTOMER' | 'MERCHANT'
  readonly purpose: string
  readonly networkTransactionId: string | null
  readonly cardHash: string
  readonly hasSecurityCode: boolean
  /** True if further charges are forbidden. */
  readonly revokes: boolean
}

export interface IssuedId {
  /** Null if the ID was not issued here. */
  readonly cardHash: string | null
  readonly isRevoked: boolean
}

/** Result of a charge; `page` is null if no one decides on a page. */
export interface ChargeResult extends SimulatedCharge {
  readonly page: ChargePage | null
  /** Present if the charge has an agreement. */
  readonly scheme?: SchemeEntry | null
}

interface ChargeName {
  readonly attemptId: string
  readonly merchantId: string
  readonly provider: string
  readonly providerAccountId: string
}

export interface NewCharge extends ChargeName, ChargeResult {
  readonly transactionId: string
  readonly reference: string
  readonly operation: TransactionType
  readonly money: Money
  readonly noticeUrl: string
  /** Signature of notices; null if the account has no key. */
  readonly noticeSignature: string | null
}

export interface ChargeReversal extends ChargeName, Pick<SimulatedCharge, 'answer'> {}

/** Ledger of a simulator, implemented by `store`; committed apart from our tables, so it can disagree as a bank can. */
export interface SimulatedCharges {
  /** Writes and commits a line once per `attemptId`; later calls get the first line. */
  record(entry: NewCharge): Promise<SimulatedCharge>
  /** Looks up an ID of the scheme, including a ban on charges that refer to it. */
  findIssued(merchantId: string, networkTransactionId: string): Promise<IssuedId>
  /** Finds a charge; a due `final` state is applied first, on the database's clock. */
  find(merchantId: string, attemptId: string): Promise<FoundCharge | undefined>
  readonly disputes: DisputeLedger
  /** Reverses a live charge, or bars one that has not come yet. A refused or reversed one stays as it is. */
  reverse(reversal: ChargeReversal): Promise<void>
}

export interface ChargeWithPage
  extends Pick<NewCharge, 'attemptId' | 'merchantId' | 'transactionId' | 'state' | 'money' | 'reference'> {
  readonly page: ChargePage
  readonly createdAt: Date
}

/** Money from the payer of a bank transfer, or returned; in minor units. */
export interface Transfer {
  readonly direction: 'IN' | 'OUT'
  readonly amount: bigint
  readonly createdAt: Date
}

/** Recorded decision and later answers. */
export type ChosenOutcome = Pick<SimulatedCharge, 'state'> & Pick<SimulatedAnswer, 'given'>

export interface ChargePages {
  /** Finds by attempt ID, all that a browser sends; a due `final` state is applied first. */
  find(attemptId: string): Promise<ChargeWithPage | undefined>
  /** Records the shopper's choice and its notice while the charge waits; afterwards nothing changes. */
  decide(attemptId: string, choice: ChosenOutcome): Promise<void>
  /** Keeps the missing amount, returns the rest; concurrent arrivals wait. @param lines if partly or fully paid */
  arrive(
    attemptId: string,
    amount: bigint,
    lines: { readonly partly: ChosenOutcome; readonly paid: ChosenOutcome },
  ): Promise<void>
  /** All money that moved for a bank transfer, newest first. */
  listTransfers(attemptId: string): Promise<readonly Transfer[]>
}

export interface DueNotice {
  readonly attemptId: string
  readonly merchantId: string
  readonly dispute?: string
  readonly url: string
  /** Null if the account has no key. */
  readonly signature: string | null
  readonly isForgedFirst: boolean
  readonly copies: number
  readonly attemptsLeft: number
}

export interface ChargeNotices {
  /** Claims due notices; unconfirmed ones are claimed a few times. */
  claimDue(): Promise<readonly DueNotice[]>
  /** Marks a notice as delivered; a later one may report the charge's end. */
  markDelivered(notice: DueNotice): Promise<void>
}

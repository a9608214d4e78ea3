import type { Money } from '#domain/money.ts'
import type { ProcessingCode } from '#domain/processing-code.ts'
import type { TransactionType } from '#domain/transaction-type.ts'
import type { ProviderAnswer } from '#providers/provider.ts'
import type { DisputeLedger } from './disputes.ts'

/** State of a recorded charge. BARRED is a reversal that came before its charge, which can then never happen. */
export type ChargeState = 'CHARGED' | 'REFUSED' | 'PENDING' | 'AWAITING_SHOPPER' | 'REVERSED' | 'BARRED'

/** What a simulator has said about a charge, and what it will say later. */
export interface SimulatedAnswer {
  readonly given: ProviderAnswer
  /** What becomes of the charge by itself, so many seconds after it was recorded; null where nothing does. */
  readonly final: SimulatedEnd | null
  /** Inquiries do not find it, as with a bank whose inquiry service lags behind its ledgers. */
  readonly concealed: boolean
  /** Only an inquiry tells what the bank calls the charge. */
  readonly namesLate: boolean
  /** How a change is reported: so many notices at once, so many seconds after it. */
  readonly notices: { readonly copies: number; readonly delaySeconds: number; readonly isForgedFirst: boolean }
  /** Present until the case is open that the tester asked for: its first stage, and the signature of its notices. */
  readonly dispute?: { readonly opens: 'inquiry' | 'chargeback'; readonly signature: string | null }
  /** Present if it waits, or waited, for a 3-D Secure step that the tester made up. */
  readonly action?: MadeUpAction
}

/** A 3-D Secure step that the tester made up. */
interface MadeUpAction {
  /** `three_ds_server_trans_id` of its token in lower case; null if the token has none. */
  readonly id: string | null
  readonly paymentData: string
  /** Outcomes of the charge once the step is returned. */
  readonly authenticated: ChosenOutcome
  readonly refused: ChosenOutcome
}

/** What becomes of a charge that waits. */
interface SimulatedEnd {
  readonly afterSeconds: number
  readonly state: ChargeState
  readonly given: ProviderAnswer
  /** It becomes of one that was charged, too. */
  readonly takesBack?: true
}

/** A line of the ledger as it is found there. */
export interface SimulatedCharge {
  readonly state: ChargeState
  readonly answer: SimulatedAnswer
}

/** A line when it is looked up. */
export interface FoundCharge extends SimulatedCharge {
  /** Of a bank transfer, what has arrived and is kept, in minor units; 0 of everything else. */
  readonly receivedAmount: bigint
}

/** The texts of an outcome to come; null where the default holds. */
export interface OutcomeTexts {
  readonly responseMessage: string | null
  readonly approvalCode: string | null
  readonly referenceNumber: string | null
  readonly providerResponseCode: string | null
  readonly providerResponseMessage: string | null
}

/** What the page of a charge needs that a shopper decides about. */
export interface ChargePage {
  /** The request's own name: `walleta-pay-redirect` … */
  readonly method: string
  readonly merchantName: string
  /** URL to which the browser returns. */
  readonly returnUrl: string
  /** The outcome the tester asked for; its button comes first. */
  readonly preset: ProcessingCode | null
  readonly texts: OutcomeTexts
}

/** Entry of the simulated scheme for a charge with an agreement. */
export interface SchemeEntry {
  readonly initiatedBy: 'CUSTOMER' | 'MERCHANT'
  readonly purpose: string
  readonly networkTransactionId: string | null
  readonly cardHash: string
  readonly hasSecurityCode: boolean
  /** True if no further charge is to come. */
  readonly revokes: boolean
}

/** Knowledge of the scheme about an ID. */
export interface IssuedId {
  /** Null if the ID was not issued here. */
  readonly cardHash: string | null
  readonly isRevoked: boolean
}

/** What a simulator makes of a charge; `page` is null where nobody has to decide about it on a page. */
export interface ChargeResult extends SimulatedCharge {
  readonly page: ChargePage | null
  /** Present if the charge has an agreement. */
  readonly scheme?: SchemeEntry | null
}

/** A line to be written. */
export interface NewCharge extends ChargeResult {
  readonly attemptId: string
  readonly merchantId: string
  readonly provider: string
  readonly providerAccountId: string
  readonly transactionId: string
  readonly reference: string
  /** What was asked for. */
  readonly operation: TransactionType
  readonly money: Money
  /** URL for notices of changes. */
  readonly noticeUrl: string
  /** Of those reports; null where the account has no key for it. */
  readonly noticeSignature: string | null
}

/** A charge to be reversed, and what is said about it from then on. */
interface ChargeReversal {
  readonly attemptId: string
  readonly merchantId: string
  readonly provider: string
  readonly providerAccountId: string
  readonly answer: SimulatedAnswer
}

/** Ledger of a simulator, filled by the app from `store`; committed apart from our tables, so it can disagree as a bank can. */
export interface SimulatedCharges {
  /** Writes a line once per `attemptId` and commits it; whatever stands there first is what everybody gets. */
  record(entry: NewCharge): Promise<SimulatedCharge>
  /** Looks up an ID of the scheme, and whether charges that refer to it are forbidden by now. */
  findIssued(merchantId: string, networkTransactionId: string): Promise<IssuedId>
  /** Looks a charge up; one whose `final` time has come is moved there first, on the database's clock. */
  find(merchantId: string, attemptId: string): Promise<FoundCharge | undefined>
  readonly disputes: DisputeLedger
  /** Takes a live charge back, or bars one that has not come yet. A refused or reversed one stays as it is. */
  reverse(reversal: ChargeReversal): Promise<void>
}

/** A charge with its page. */
export interface ChargeWithPage {
  readonly attemptId: string
  readonly state: ChargeState
  readonly page: ChargePage
  readonly money: Money
  readonly reference: string
  readonly createdAt: Date
}

/** Money in from the payer of a bank transfer, or out, back to them; in minor units. */
export interface Transfer {
  readonly direction: 'IN' | 'OUT'
  readonly amount: bigint
  readonly createdAt: Date
}

/** What a decision records, and says from then on. */
export type ChosenOutcome = Pick<SimulatedCharge, 'state'> & Pick<SimulatedAnswer, 'given'>

export interface ChargePages {
  /** By attempt ID, which is all a browser brings; moved to its `final` state first, as `SimulatedCharges.find` does. */
  find(attemptId: string): Promise<ChargeWithPage | undefined>
  /** Records the shopper's choice and its notice while the charge still waits; afterwards nothing changes. */
  decide(attemptId: string, choice: ChosenOutcome): Promise<void>
  /** Keeps what is missing, returns the rest, with a notice; concurrent arrivals wait. @param lines if partly or fully paid */
  arrive(
    attemptId: string,
    amount: bigint,
    lines: { readonly partly: ChosenOutcome; readonly paid: ChosenOutcome },
  ): Promise<void>
  /** Everything that moved for a bank transfer, newest first. */
  listTransfers(attemptId: string): Promise<readonly Transfer[]>
}

/** A notice that is due. */
export interface DueNotice {
  readonly attemptId: string
  readonly merchantId: string
  /** ID of the case that it is about, if it is about one. */
  readonly dispute?: string
  readonly url: string
  /** Null where the account has no key for one. */
  readonly signature: string | null
  /** A forged one is sent before it. */
  readonly isForgedFirst: boolean
  /** How many are sent at once. */
  readonly copies: number
  /** How often it will still be tried. */
  readonly attemptsLeft: number
}

export interface ChargeNotices {
  /** Claims notices that are due; unconfirmed ones come back a few times. */
  claimDue(): Promise<readonly DueNotice[]>
  /** It arrived: the next one is about the charge's own end, if that is still to come. */
  markDelivered(notice: DueNotice): Promise<void>
}

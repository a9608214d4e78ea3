import type { Money } from '#domain/money.ts'
import type { ProcessingCode } from '#domain/processing-code.ts'
import type { ProviderAnswer } from './provider.ts'

/** Where a booked charge stands. BARRED is a reversal that came before its charge, which can then never happen. */
export type ChargeState = 'CHARGED' | 'REFUSED' | 'PENDING' | 'AWAITING_SHOPPER' | 'REVERSED' | 'BARRED'

/** What a simulator has said about a charge, and what it will say later. */
export interface BookedAnswer {
  readonly given: ProviderAnswer
  /** How a waiting charge ends by itself, seconds after it was booked; null where it waits for ever. */
  readonly final: { readonly afterSeconds: number; readonly state: ChargeState; readonly given: ProviderAnswer } | null
  /** Inquiries do not find it, as with a bank whose inquiry service lags behind its books. */
  readonly concealed: boolean
  /** How a change is reported: so many notices at once, so many seconds after it. */
  readonly notices: { readonly copies: number; readonly delaySeconds: number }
}

/** A line of the book as it is found there. */
export interface BookedCharge {
  readonly state: ChargeState
  readonly answer: BookedAnswer
}

/** The texts of an outcome to come; null where the default holds. */
export interface SaidTexts {
  readonly responseMessage: string | null
  readonly approvalCode: string | null
  readonly referenceNumber: string | null
  readonly providerResponseCode: string | null
  readonly providerResponseMessage: string | null
}

/** What the page of a charge needs that a shopper decides about. */
export interface Checkout {
  /** The request's own name: `walleta-pay-redirect` … */
  readonly method: string
  readonly merchantName: string
  /** Where the browser goes afterwards. */
  readonly returnUrl: string
  /** The outcome the tester ordered; its button comes first. */
  readonly ordered: ProcessingCode | null
  readonly texts: SaidTexts
}

/** What a simulator makes of a charge; `checkout` is null where nobody has to decide about it on a page. */
export interface Booking extends BookedCharge {
  readonly checkout: Checkout | null
}

/** A line to be written. */
export interface BookEntry extends Booking {
  readonly attemptId: string
  readonly merchantId: string
  readonly provider: string
  readonly providerAccountId: string
  readonly transactionId: string
  readonly reference: string
  /** What was asked for: the transaction type. */
  readonly operation: string
  readonly money: Money
  /** Where changes are reported. */
  readonly noticeUrl: string
}

/** A charge to be taken back, and what is said about it from then on. */
interface BookReversal {
  readonly attemptId: string
  readonly merchantId: string
  readonly provider: string
  readonly providerAccountId: string
  readonly answer: BookedAnswer
}

/**
 * A simulator's own book, filled by the hall from `store`. It is committed apart from the gateway's tables, so that it
 * can disagree with us as a bank can.
 */
export interface ChargeBook {
  /** Writes a line once per `attemptId` and commits it; whatever stands there first is what everybody gets. */
  record(entry: BookEntry): Promise<BookedCharge>
  /** Looks a charge up; one whose `final` time has come is moved there first, on the database's clock. */
  find(merchantId: string, attemptId: string): Promise<BookedCharge | undefined>
  /** Takes a live charge back, or bars one that has not come yet. A refused or reversed one stays as it is. */
  reverse(reversal: BookReversal): Promise<void>
}

/** A charge with its page. */
export interface BookedCheckout {
  readonly attemptId: string
  readonly state: ChargeState
  readonly checkout: Checkout
  readonly money: Money
  readonly reference: string
  readonly createdAt: Date
}

/** The pages of the book. */
export interface CheckoutBook {
  /** Whosever it is: the attempt's id is all a browser brings. Moved to its `final` state first, as `ChargeBook.find` does. */
  find(attemptId: string): Promise<BookedCheckout | undefined>
  /** Books the shopper's choice, and the notice about it, while the charge still waits; afterwards nothing changes. */
  decide(attemptId: string, choice: Pick<BookedCharge, 'state'> & Pick<BookedAnswer, 'given'>): Promise<void>
}

/** A notice that is due. */
export interface DueNotice {
  readonly attemptId: string
  readonly merchantId: string
  readonly url: string
  /** How many are sent at once. */
  readonly copies: number
  /** How often it will still be tried. */
  readonly triesLeft: number
}

/** The notices of the book. */
export interface NoticeBook {
  /** Claims notices that are due; unconfirmed ones come back a few times. */
  claimDue(): Promise<readonly DueNotice[]>
  /** It arrived: the next one is about the charge's own end, if that is still to come. */
  markDelivered(notice: DueNotice): Promise<void>
}

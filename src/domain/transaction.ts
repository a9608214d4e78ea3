import { adviceOf } from './advice.ts'
import type { AuthenticationSummary } from './authentication.ts'
import type { Brand } from './brands.ts'
import type { CardUpdate } from './card-update.ts'
import type { KeptCustomer } from './customer.ts'
import { type KeptJson, type KeptText, keptText } from './kept-text.ts'
import type { Problem } from './problem.ts'
import { PROCESSING_CODES, type ProcessingCode } from './processing-code.ts'
import type { Status } from './status.ts'
import type { CardChecks, Review, TransactionData } from './transaction-data.ts'
import type { TransactionType } from './transaction-type.ts'

/**
 * Event that a pending transaction waits for. Each kind has its own end if it never comes
 * (docs/reference/statuses.md#kinds-of-pending), all driven by `dueAt` on the database's clock.
 *
 * - `provider-answer`: a provider may have been asked; when due, ask it what really happened
 * - `authentication`: the shopper's 3-D Secure step is due; ends as SESSION_EXPIRED
 * - `shopper`: the shopper is on another page (redirect, form); ends as SESSION_EXPIRED
 * - `confirmation`: the provider itself said "pending"; waits for its notice
 * - `recovery`: a declined charge by agreement is asked for again when due
 */
export type Awaiting = 'provider-answer' | 'authentication' | 'shopper' | 'confirmation' | 'recovery'

/** How the payment method appears in a record. */
export interface PaymentMethodView {
  /** The masked account for cards and payouts, else the request's own name. */
  readonly method: string
  readonly type: string
  readonly masked: string | null
  readonly brand: Brand | null
  /** Null until a provider has answered. */
  readonly hash: string | null
  readonly token: string | null
}

/** Answer of a provider, as the record and the event show it. */
export interface ProcessingResult {
  readonly paymentProviderId: string | null
  readonly paymentProviderAccountId: string | null
  readonly approvalCode: string | null
  readonly referenceNumber: string | null
  readonly providerResponseCode: string | null
  readonly providerResponseMessage: KeptText | null
  /** The scheme's ID; absent where the provider sent none. */
  readonly networkTransactionId?: string | null
}

/** What follow-ups in progress have reserved of a transaction, and what may still come. */
export interface FollowUpState {
  readonly capturingAmount: bigint
  readonly refundingAmount: bigint
  readonly captureState: 'OPEN' | 'CLOSING' | 'CLOSED'
  readonly voidState: 'PENDING' | 'DONE' | null
  /** Of an authorization: its rest is being released, or was. */
  readonly expiryState: 'PENDING' | 'DONE' | null
  /** When its status became final; null until then. */
  readonly finishedAt: Date | null
  /** Start of its settlement delay: that moment, or earlier if testers have moved the merchant's clock since. */
  readonly settlesFrom: Date | null
}

/** A transaction as it is stored; `http/api/transactions/view.ts` shows it to the merchant. */
export interface Transaction {
  readonly id: string
  readonly merchantId: string
  readonly terminalId: string
  readonly orderId: string
  readonly parentId: string | null
  /** The merchant's own reference of a follow-up, unique for its parent. */
  readonly followUpReference: string | null
  /** The session this is a payment of. */
  readonly sessionId: string | null
  /** The link of which this is a payment. */
  readonly paymentLinkId: string | null
  /** The agreement that this payment makes, moves to its card, or charges. */
  readonly agreementId: string | null
  readonly reference: string
  readonly description: KeptText | null
  readonly transactionType: TransactionType
  readonly channel: 'ecommerce'
  readonly currency: string
  readonly amount: bigint
  readonly normalizedAmount: bigint
  /** Amount sent to the provider; null if none was. */
  readonly outgoingAmount: bigint | null
  readonly outgoingCurrency: string | null
  readonly capturedAmount: bigint
  readonly refundedAmount: bigint
  /** Of an authorization: what expired of it. */
  readonly expiredAmount: bigint
  /** Taken by disputes and not given back. */
  readonly disputedAmount: bigint
  /** Of an authorization: until when the merchant wants it, by the merchant's clock. */
  readonly captureBy: Date | null
  /** Of an approved authorization: when its rest is released, by the merchant's clock. */
  readonly authorizationExpiresAt: Date | null
  readonly followUps: FollowUpState
  readonly status: Status
  readonly processingCode: ProcessingCode | null
  readonly responseMessage: KeptText | null
  readonly errors: readonly Problem[]
  readonly awaiting: Awaiting | null
  /** The redirect or form the shopper is sent to while `awaiting` is `shopper`. */
  readonly shopperStep: ShopperStep | null
  readonly customer: KeptCustomer
  readonly customerIp: string | null
  readonly paymentMethod: PaymentMethodView
  /** What `paymentMethod.hash` is once a provider has answered. */
  readonly instrumentHash: string | null
  /** The token of the card this payment stores; shown as the method's token once it is approved. */
  readonly storedToken: string | null
  readonly processingResult: ProcessingResult
  readonly authentication: AuthenticationSummary
  readonly initiatedBy: 'MERCHANT' | 'CUSTOMER'
  readonly systan: number
  readonly returnUrl: string | null
  readonly errorUrl: string | null
  readonly cancelUrl: string | null
  /** As the merchant wrote it, numbers to the last digit. */
  readonly metadata: KeptJson | null
  readonly data: TransactionData | null
  /** Of an approved payment that a risk rule marked; null for all others. */
  readonly review: Review | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The page of ours that a shopper pays on. */
export interface ShopperPage {
  readonly name: 'embedded-fields' | 'hosted-payment-page'
  /** A language tag. */
  readonly locale: string
  /** EMV 3DS challengeWindowSize: how large the bank's page may be. */
  readonly windowSize: '01' | '02' | '03' | '04' | '05'
}

/** Next step of the shopper, as the provider requires it. */
export type ShopperStep =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'form'; readonly url: string; readonly data: Readonly<Record<string, string>> }
  | { readonly kind: 'action'; readonly type: string; readonly token: string; readonly paymentData: string }

/** Withholds the hash, which would confirm a guessed number (docs/reference/card-data.md#when-the-hash-shows). */
export function withholdHash(view: PaymentMethodView): Pick<Transaction, 'paymentMethod' | 'instrumentHash'> {
  return { paymentMethod: { ...view, hash: null }, instrumentHash: view.hash }
}

/** The record once a provider has answered. One from before hashes were withheld shows its own all along. */
export function revealHash(transaction: Transaction): Transaction {
  const { paymentMethod, instrumentHash } = transaction
  return instrumentHash === null
    ? transaction
    : { ...transaction, paymentMethod: { ...paymentMethod, hash: instrumentHash } }
}

/** An outcome whose texts may be stored. */
export type KeptOutcome = Outcome & Readonly<Record<'responseMessage' | 'providerResponseMessage', KeptText | null>>

/** How a transaction ends, or that its provider confirmed it as pending. */
export interface Outcome {
  readonly code: ProcessingCode
  readonly responseMessage: string | null
  readonly approvalCode: string | null
  readonly referenceNumber: string | null
  readonly providerResponseCode: string | null
  readonly providerResponseMessage: string | null
  /** Null where no card was checked. */
  readonly checks: CardChecks | null
  /** No other provider is to be asked: the card is gone, or its holder or issuer forbade another attempt. */
  readonly stopsRetries?: true
  /** Part of a bank transfer that has arrived: minor units, as digits. */
  readonly receivedAmount?: string
  /** Of an authorization: the provider's own limit for its capture. */
  readonly authorizationLimit?: Date
  /** Data element 11 of ISO 8583, as it was sent. */
  readonly traceNumber?: number
  /** Merchant advice code of the scheme, with a decline. */
  readonly adviceCode?: string
  /** The scheme's ID of an approved payment, by which later charges refer to it. */
  readonly networkTransactionId?: string
  /** Change of the card that was charged, as its issuer reported it. */
  readonly cardUpdate?: CardUpdate
  /** The shopper's approval stood, and taking the money failed after it. */
  readonly captureFailed?: true
}

/** The record's `data` with what an outcome adds to it. */
export function applyOutcomeToData(
  data: TransactionData | null,
  { checks, receivedAmount, adviceCode }: Outcome,
): TransactionData | null {
  const advice = adviceOf(adviceCode)
  if (!checks && receivedAmount === undefined && !advice && !data?.advice) return data
  const { advice: _, ...rest } = data ?? {}
  return {
    ...rest,
    ...(checks && { checks }),
    ...(receivedAmount !== undefined && { receivedAmount }),
    ...(advice && { advice }),
  }
}

/** The status an outcome leads to: a processing code always comes with the same one. */
export function statusOf(outcome: Outcome): Exclude<Status, 'CREATED'> {
  return PROCESSING_CODES[outcome.code].status
}

/** Masks an outcome's texts, because providers repeat what they were sent. */
export function keptOutcome(outcome: Outcome): KeptOutcome {
  const { responseMessage, providerResponseMessage } = outcome
  return {
    ...outcome,
    responseMessage: keptText(responseMessage),
    providerResponseMessage: keptText(providerResponseMessage),
  }
}

/** True if an issuer or a provider declined; the database has the same function for counters. */
export function isDeclinedByAnswer({ status, processingCode, processingResult, authentication }: Transaction): boolean {
  if (status !== 'DECLINED' || processingCode === '1001') return false
  return processingResult.providerResponseCode !== null || (processingCode !== '4200' && authentication.status !== 'U')
}

/** An outcome that no provider gave: expiry, cancellation, a failed authentication, a charge that never arrived. */
export function gatewayOutcome(code: ProcessingCode, responseMessage: string): Outcome {
  return {
    code,
    responseMessage,
    approvalCode: null,
    referenceNumber: null,
    providerResponseCode: null,
    providerResponseMessage: null,
    checks: null,
  }
}

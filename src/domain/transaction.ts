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
 * Event that a pending transaction waits for (docs/reference/statuses.md#kinds-of-pending), until `dueAt` on the
 * database's clock.
 * - `provider-answer`: a provider may have been called; when due, query its result
 * - `authentication`: the shopper's 3-D Secure step is due; ends as SESSION_EXPIRED
 * - `shopper`: the shopper is on another page (redirect, form); ends as SESSION_EXPIRED
 * - `confirmation`: the provider answered "pending"; waits for its notice
 * - `recovery`: a declined charge by agreement is asked for again when due
 */
export type Awaiting = 'provider-answer' | 'authentication' | 'shopper' | 'confirmation' | 'recovery'

export interface PaymentMethodView {
  /** Masked account for cards and payouts, else the request's own name. */
  readonly method: string
  readonly type: string
  readonly masked: string | null
  readonly brand: Brand | null
  /** Null before a provider has answered. */
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
  /** Scheme's ID; absent if the provider sent none. */
  readonly networkTransactionId?: string | null
}

/** Amounts of a transaction that follow-ups in progress have reserved, and its deadlines. */
export interface FollowUpState {
  readonly capturingAmount: bigint
  readonly refundingAmount: bigint
  readonly captureState: 'OPEN' | 'CLOSING' | 'CLOSED'
  readonly voidState: 'PENDING' | 'DONE' | null
  /** Of an authorization: the release of its rest. */
  readonly expiryState: 'PENDING' | 'DONE' | null
  readonly finishedAt: Date | null
  /** Start of its settlement delay: `finishedAt`, or earlier if testers moved the merchant's clock. */
  readonly settlesFrom: Date | null
}

/** Transaction as stored; `interface/transaction.ts` shows it to the merchant. */
export interface Transaction {
  readonly id: string
  readonly merchantId: string
  readonly terminalId: string
  readonly orderId: string
  readonly parentId: string | null
  /** The merchant's own reference of a follow-up, unique for its parent. */
  readonly followUpReference: string | null
  readonly sessionId: string | null
  readonly paymentLinkId: string | null
  /** Agreement that this payment makes, moves to its card, or charges. */
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
  readonly expiredAmount: bigint
  /** Taken by disputes and not returned. */
  readonly disputedAmount: bigint
  /** Of an authorization: capture deadline of the merchant, by the merchant's clock. */
  readonly captureBy: Date | null
  /** Of an approved authorization: release time of its rest, by the merchant's clock. */
  readonly authorizationExpiresAt: Date | null
  readonly followUps: FollowUpState
  readonly status: Status
  readonly processingCode: ProcessingCode | null
  readonly responseMessage: KeptText | null
  readonly errors: readonly Problem[]
  readonly awaiting: Awaiting | null
  /** Redirect or form for the shopper while `awaiting` is `shopper`. */
  readonly shopperStep: ShopperStep | null
  readonly customer: KeptCustomer
  readonly customerIp: string | null
  readonly paymentMethod: PaymentMethodView
  /** Value of `paymentMethod.hash` once a provider has answered. */
  readonly instrumentHash: string | null
  /** Token of the card this payment stores; shown as the method's token once it is approved. */
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

export interface ShopperPage {
  readonly name: 'embedded-fields' | 'hosted-payment-page'
  readonly locale: string
  /** EMV 3DS challengeWindowSize: size of the bank's page. */
  readonly windowSize: '01' | '02' | '03' | '04' | '05'
}

export type ShopperStep =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'form'; readonly url: string; readonly data: Readonly<Record<string, string>> }
  | { readonly kind: 'action'; readonly type: string; readonly token: string; readonly paymentData: string }

/** Withholds the hash, which would confirm a guessed number (docs/reference/card-data.md#when-the-hash-shows). */
export function withholdHash(view: PaymentMethodView): Pick<Transaction, 'paymentMethod' | 'instrumentHash'> {
  return { paymentMethod: { ...view, hash: null }, instrumentHash: view.hash }
}

/** Shows the hash once a provider has answered. Records from before hashes were withheld always show theirs. */
export function revealHash(transaction: Transaction): Transaction {
  const { paymentMethod, instrumentHash } = transaction
  return instrumentHash === null
    ? transaction
    : { ...transaction, paymentMethod: { ...paymentMethod, hash: instrumentHash } }
}

export type KeptOutcome = Outcome & Readonly<Record<'responseMessage' | 'providerResponseMessage', KeptText | null>>

/** Result of a transaction, also if its provider confirmed it as pending. */
export interface Outcome {
  readonly code: ProcessingCode
  readonly responseMessage: string | null
  readonly approvalCode: string | null
  readonly referenceNumber: string | null
  readonly providerResponseCode: string | null
  readonly providerResponseMessage: string | null
  /** Null where no card was checked. */
  readonly checks: CardChecks | null
  /** Forbids other providers: the card is gone, or its holder or issuer forbade another attempt. */
  readonly stopsRetries?: true
  /** Received part of a bank transfer: minor units, as digits. */
  readonly receivedAmount?: string
  /** Of an authorization: the provider's own limit for its capture. */
  readonly authorizationLimit?: Date
  /** Data element 11 of ISO 8583, as sent. */
  readonly traceNumber?: number
  readonly adviceCode?: string
  /** Scheme's ID of an approved payment, which later charges refer to. */
  readonly networkTransactionId?: string
  /** Change of the charged card, as its issuer reported it. */
  readonly cardUpdate?: CardUpdate
  /** The shopper approved, but the later charge failed. */
  readonly captureFailed?: true
}

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

/** Status of an outcome: a processing code always has the same one. */
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

/** Outcome without a provider: expiry, cancellation, failed authentication, a charge that never arrived. */
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

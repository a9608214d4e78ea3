import type { AuthenticationProof } from '#domain/authentication.ts'
import type { Customer } from '#domain/customer.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Money } from '#domain/money.ts'
import type { Problem } from '#domain/problem.ts'
import type { Outcome, ShopperStep } from '#domain/transaction.ts'
import type { FollowUpType, OriginalType } from '#domain/transaction-type.ts'

/** One attempt with one provider: what it is asked to charge, and the id under which it can be asked about it later. */
export interface Charge {
  /** Ours, unique per try: the provider refuses a second charge under the same id and answers inquiries by it. */
  readonly attemptId: string
  readonly transactionId: string
  readonly merchantId: string
  /** As the shopper knows the shop. */
  readonly merchantName: string
  readonly reference: string
  readonly transactionType: OriginalType
  readonly money: Money
  readonly instrument: Instrument
  readonly customer: Customer
  /** Null where no 3-D Secure applied. */
  readonly proof: AuthenticationProof | null
  /** 1, and 2 where the issuer asked for an authentication before. */
  readonly round: number
  /** Where the provider's page sends the browser once the shopper is done. */
  readonly returnUrl: string
  /** Where the provider reports what became of the charge. */
  readonly noticeUrl: string
  /** The merchant's metadata; simulators take their directives from it, real connectors ignore it. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Something done with a charge that was approved before: a capture, a refund, a void. */
export interface FollowUp {
  /** Ours, unique per follow-up, as for a charge. */
  readonly attemptId: string
  readonly transactionId: string
  readonly merchantId: string
  readonly reference: string
  readonly operation: FollowUpType
  readonly money: Money
  /** The attempt that was approved. */
  readonly parentAttemptId: string
  readonly noticeUrl: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** What a provider answers: it is final, it needs the shopper, or it says so itself that it is still pending. */
export type ProviderAnswer =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'shopper-step'; readonly step: ShopperStep }
  | AuthenticationRequired

/** A soft decline: the issuer wants the cardholder to authenticate first. The attempt is over, another may follow. */
export interface AuthenticationRequired {
  readonly kind: 'authentication-required'
  readonly outcome: Outcome
}

/** What a provider knows about an attempt when asked later. */
export type InquiryAnswer = ProviderAnswer | { readonly kind: 'not-found' }

/** Thrown when the provider gave no usable answer: nobody knows whether it charged. Never a decline. */
export class UnknownOutcome extends Error {
  override name = 'UnknownOutcome'
}

/** What a provider's server sends on its own account, as it came. */
export interface Notice {
  readonly body: Uint8Array
  readonly header: (name: string) => string | undefined
}

/** Where one attempt with one provider stands, for inquiry and reversal. */
export interface AttemptKey {
  readonly attemptId: string
  readonly merchantId: string
  readonly account: ProviderAccount
}

/**
 * The port every payment provider stands behind, simulators too. `provider-contract.ts` holds what each must keep.
 * Every call takes a signal that is aborted at the provider time-out; aborted, garbled or refused connections are
 * `UnknownOutcome`.
 */
export interface Provider {
  /** As in `provider` of an account: `card-simulator`. */
  readonly name: string
  /** Payment method types it can carry, as requests name them: `card`, `voucher-redirect-psc` … */
  readonly paymentMethods: readonly string[]
  /**
   * Problems of the merchant's metadata this provider would takes directives from; checked before anything is created.
   */
  checkMetadata(metadata: Readonly<Record<string, unknown>>): readonly Problem[]
  /** Problems of an account's settings, checked when an operator stores them. */
  checkSettings(settings: ProviderAccount['settings']): readonly Problem[]
  /** Charges once per `attemptId`: a repeated call gives the first answer again. */
  authorize(account: ProviderAccount, charge: Charge, signal: AbortSignal): Promise<ProviderAnswer>
  /** Captures, refunds or voids once per `attemptId`; inquiry and reversal work as for a charge. */
  followUp(account: ProviderAccount, followUp: FollowUp, signal: AbortSignal): Promise<ProviderAnswer>
  /** What became of an attempt. `not-found` is not final: the charge may still be on its way. */
  inquire(key: AttemptKey, signal: AbortSignal): Promise<InquiryAnswer>
  /**
   * The attempt a notice speaks of, or undefined where it is not this provider's word. A notice decides nothing: it
   * makes us ask.
   */
  readNotice(notice: Notice): { readonly merchantId: string; readonly attemptId: string } | undefined
  /** Takes a charge back, or makes sure that it never happens. May be repeated until it is confirmed by returning. */
  reverse(key: AttemptKey, signal: AbortSignal): Promise<void>
}

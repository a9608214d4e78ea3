import type { Agreement } from '#domain/agreement.ts'
import type { AuthenticationProof } from '#domain/authentication.ts'
import type { ProviderCapabilities } from '#domain/capabilities.ts'
import type { Credentials, CredentialTable } from '#domain/credentials.ts'
import type { Customer } from '#domain/customer.ts'
import type { DisputeReport } from '#domain/dispute.ts'
import type { Instrument } from '#domain/instrument.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { Money } from '#domain/money.ts'
import type { Problem } from '#domain/problem.ts'
import { type Outcome, type ShopperStep, statusOf } from '#domain/transaction.ts'
import type { FollowUpType, OriginalType } from '#domain/transaction-type.ts'

/** With which account a provider is called, and for how long. */
export interface Access {
  readonly account: ProviderAccount
  readonly credentials: Credentials
  /** Aborted at the provider time-out. */
  readonly signal: AbortSignal
}

/** A call about one attempt. */
export interface Call extends Access {
  /**
   * Commits what the provider calls this attempt. Called the moment it is known: where a provider hands it out before
   * money moves, before money moves. A later name takes the place of an earlier one.
   */
  rememberReference(reference: string): Promise<void>
  /** Keeps what was sent and answered, for the people who review a payment; never throws. */
  noteExchange(exchange: Exchange): void
}

/** One request to a provider and its answer, of which only fields from a list of harmless ones are kept. */
export interface Exchange {
  /** `POST /v1/payment_intents`. */
  readonly request: string
  readonly requestFields: Readonly<Record<string, string>>
  /** Null where no answer came. */
  readonly httpStatus: number | null
  /** Request ID for the provider's support. */
  readonly requestId: string | null
  readonly answerFields: Readonly<Record<string, string>>
}

/** The agreement that a charge makes, moves to its card, or is made under: the scheme's indicators follow from it. */
export interface ChargeAgreement
  extends Pick<Agreement, 'agreementId' | 'purpose' | 'frequencyDays' | 'endsOn' | 'networkTransactionId'> {
  /** CUSTOMER for a payment that the shopper is present for; MERCHANT for a later charge. */
  readonly initiatedBy: 'CUSTOMER' | 'MERCHANT'
}

/** One attempt with one provider: what it is asked to charge, and the id under which it can be asked about it later. */
export interface Charge {
  /** Ours, unique per attempt: the provider refuses a second charge under the same id and answers inquiries by it. */
  readonly attemptId: string
  readonly transactionId: string
  readonly merchantId: string
  /** As the shopper knows the shop. */
  readonly merchantName: string
  readonly reference: string
  readonly transactionType: OriginalType
  readonly money: Money
  readonly instrument: Instrument
  readonly agreement?: ChargeAgreement | null
  /** How often a charge without the shopper is asked for, this time included. */
  readonly ask?: number
  readonly customer: Customer
  /** The shopper's address in the network, where it is known. */
  readonly shopperIp: string | null
  /** Null where no 3-D Secure applied. */
  readonly proof: AuthenticationProof | null
  /** 1, and 2 where the issuer asked for an authentication before. */
  readonly round: number
  /** URL to which the provider's page returns the browser. */
  readonly returnUrl: string
  /** URL for the provider's notices. */
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
  /** Of a capture: nothing more will be captured. */
  readonly finalCapture: boolean
  readonly parent: ParentAttempt
  readonly noticeUrl: string
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The attempt that was approved, for what is done with it afterwards. */
export interface ParentAttempt {
  readonly attemptId: string
  readonly operation: OriginalType
  readonly money: Money
  /** As terminals name it: `card`, `UPI`, `PAYOUT` … */
  readonly paymentMethod: string
  readonly providerReference: string | null
}

/** An attempt as it was asked for, for inquiry and reversal. */
export interface AskedAttempt {
  readonly attemptId: string
  readonly transactionId: string
  readonly merchantId: string
  readonly reference: string
  readonly operation: OriginalType | FollowUpType
  readonly money: Money
  /** As terminals name it: `card`, `UPI`, `PAYOUT` … */
  readonly paymentMethod: string
  /** Provider's ID of the attempt; null if it never sent one, or its answer was lost. */
  readonly providerReference: string | null
  /** Of a follow-up, what it follows. */
  readonly parent: ParentAttempt | null
  /** Of a capture: nothing more will be captured. */
  readonly finalCapture: boolean
  /** What verified notices said of it, the first to arrive first: the only word of a provider that cannot be asked. */
  readonly notices: readonly NoticeFields[]
  /** The payment has ended another way: an inquiry finds what was charged and takes no step that charges. */
  readonly isOver?: true
  /** What the browser brought back, of the parameters that the provider declares. Anybody may have written it. */
  readonly returned?: Readonly<Record<string, string>>
}

/** Answer of a provider: final, a step of the shopper, or pending. */
export type ProviderAnswer =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'shopper-step'; readonly step: ShopperStep }
  | AuthenticationRequired

/** A soft decline: the issuer wants the cardholder to authenticate first. The attempt is over, another may follow. */
export interface AuthenticationRequired {
  readonly kind: 'authentication-required'
  readonly outcome: Outcome
}

/** Says of a refusal that the shopper had approved, and that taking the money failed. */
export function markCaptureFailed(answer: ProviderAnswer): ProviderAnswer {
  const isRefusal = answer.kind === 'outcome' && !['APPROVED', 'PENDING'].includes(statusOf(answer.outcome))
  return isRefusal ? { ...answer, outcome: { ...answer.outcome, captureFailed: true } } : answer
}

/** Answer of a provider to an inquiry. */
export type InquiryAnswer = ProviderAnswer | { readonly kind: 'not-found' }

/** Thrown when the provider gave no usable answer: nobody knows whether it charged. Never a decline. */
export class UnknownOutcome extends Error {
  override name = 'UnknownOutcome'
}

/** Thrown for a wrong approval of another amount, currency or ID; the charge is reversed. */
export class OtherMoney extends UnknownOutcome {
  override name = 'OtherMoney'
}

/** Message of a provider's server, as received. */
export interface Notice {
  readonly body: Uint8Array
  readonly header: (name: string) => string | undefined
}

/** Fields of a notice that are kept, from a list of harmless ones. */
export type NoticeFields = Readonly<Record<string, string>>

/** Content of a notice about one attempt. A notice only triggers an inquiry. */
export interface NoticeEntry {
  /** Equal for a repeated notice, unique among the others of the account. */
  readonly key: string
  readonly attemptId: string
  readonly fields: NoticeFields
  /** It says that a capture failed, which may have been told as done before. */
  readonly failsCapture?: true
  /** It says that what was left of an authorization is released. */
  readonly endsAuthorization?: true
  /** Provider's ID of the case that it is about; `attemptId` may be empty then. */
  readonly dispute?: string
  /** It warns that the cardholder or a network reported the payment as fraud. */
  readonly fraudWarning?: FraudWarning
}

/** Content of a warning. */
export interface FraudWarning {
  /** The provider's word for the kind of fraud. */
  readonly reason: string | null
  /** Provider's ID of the payment, if the notice lacks our ID; `findAttempt` resolves it. */
  readonly paymentReference?: string
}

/** A case as a notice names it. */
export interface AskedDispute {
  readonly merchantId: string
  /** Provider's ID of the case. */
  readonly reference: string
  /** Attempt that the notice named, if it named one. */
  readonly attemptId: string | null
  /** Verified notices about that attempt, in order of arrival: the only word of a provider that cannot be asked. */
  readonly notices: readonly NoticeFields[]
}

/** Questions about disputes. Time-outs and unusable responses are `UnknownOutcome`. */
export interface ProviderDisputes {
  /** Describes a case as it is now. */
  inquire(access: Access, asked: AskedDispute): Promise<DisputeReport | 'not-found'>
  /** Accepts a case, which then is lost or accepted. May be repeated. Absent if the provider's API cannot. */
  accept?(access: Access, asked: AskedDispute): Promise<void>
  /** Finds our attempt by the provider's ID of a payment. Present if warnings have that one alone. */
  findAttempt?(access: Access, paymentReference: string): Promise<string | undefined>
}

/** The entries of a notice, none where it speaks of nothing of ours; `forged` where its signature is not right. */
export type ReadNotice = readonly NoticeEntry[] | 'forged'

/**
 * The port every payment provider stands behind, simulators too. `provider-contract.ts` holds what each must keep.
 * Time-outs and aborted, garbled or refused connections are `UnknownOutcome`.
 */
export interface Provider extends ProviderCapabilities {
  /** As in `provider` of an account: `card-simulator`. */
  readonly name: string
  /** Query parameters of a browser that comes back from its page which it wants to be told with the inquiry. */
  readonly returnParameters?: readonly string[]
  /** Credentials of its accounts; a setting of such a name is rejected. */
  readonly credentials: CredentialTable
  /** Problems of the merchant's metadata this provider would take directives from; checked before all else. */
  checkMetadata(metadata: Readonly<Record<string, unknown>>): readonly Problem[]
  /** Problems of an account's settings, checked when an operator stores them for a merchant of this name. */
  checkSettings(settings: ProviderAccount['settings'], merchantName: string): readonly Problem[]
  /** Asks something cheap that needs the credentials. Every problem is a sentence that says what to do. */
  probe(access: Access): Promise<readonly string[]>
  /** Charges once per `attemptId`: a repeated call gives the first answer again. */
  authorize(call: Call, charge: Charge): Promise<ProviderAnswer>
  /** Captures, refunds or voids once per `attemptId`; inquiry and reversal work as for a charge. */
  followUp(call: Call, followUp: FollowUp): Promise<ProviderAnswer>
  /** Inquires about an attempt. `not-found` is not final: the charge may still be in progress. */
  inquire(call: Call, attempt: AskedAttempt): Promise<InquiryAnswer>
  /** Takes a charge back, or makes sure that it never happens. May be repeated until it is confirmed by returning. */
  reverse(call: Call, attempt: AskedAttempt): Promise<void>
  /** Present if it reports disputes. */
  readonly disputes?: ProviderDisputes
  /** Checks a notice's signature, on the bytes as they came, and reads it. Never throws. */
  readNotice(credentials: Credentials, notice: Notice): ReadNotice
}

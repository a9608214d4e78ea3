import type { SettingTable } from '#domain/account-settings.ts'
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
import type { SettlementReader } from '#domain/settlement-row.ts'
import type { Outcome, ShopperStep } from '#domain/transaction.ts'
import type { FollowUpType, OriginalType } from '#domain/transaction-type.ts'

/** Production reaches no test host or account, UAT no live one. */
export type Realm = 'uat' | 'production'

export interface Environment {
  readonly realm: Realm
  /** Replaces the provider's hosts by a sandbox, without a trailing slash: `http://127.0.0.1:…`. */
  readonly origin?: string
}

/** Account of a call to a provider, with its time limit. */
export interface Access {
  readonly account: ProviderAccount
  readonly credentials: Credentials
  /** Aborted at the provider timeout. */
  readonly signal: AbortSignal
}

export interface Call extends Access {
  /** Commits the provider's ID, before money moves if possible. A later ID replaces an earlier one. */
  rememberReference(reference: string): Promise<void>
  /** Stores request and answer, for review of a payment; never throws. */
  noteExchange(exchange: Exchange): void
}

/** Request to a provider and its answer, with only harmless listed fields. */
export interface Exchange {
  /** `POST /v1/payment_intents`. */
  readonly request: string
  readonly requestFields: Readonly<Record<string, string>>
  /** Null without an answer. */
  readonly httpStatus: number | null
  /** Request ID for the provider's support. */
  readonly requestId: string | null
  readonly answerFields: Readonly<Record<string, string>>
}

/** Agreement that a charge makes, moves to its card, or uses: the scheme's indicators depend on it. */
export interface ChargeAgreement
  extends Pick<Agreement, 'agreementId' | 'purpose' | 'frequencyDays' | 'endsOn' | 'networkTransactionId'> {
  /** CUSTOMER for a payment with the shopper present; MERCHANT for a later charge. */
  readonly initiatedBy: 'CUSTOMER' | 'MERCHANT'
}

interface Attempt {
  /** Our ID, unique per attempt: the provider refuses a second one under it and answers inquiries by it. */
  readonly attemptId: string
  readonly transactionId: string
  readonly merchantId: string
  readonly reference: string
  readonly money: Money
}

export interface Charge extends Attempt {
  /** Shop name for the shopper. */
  readonly merchantName: string
  readonly transactionType: OriginalType
  readonly instrument: Instrument
  readonly agreement?: ChargeAgreement | null
  /** Number of asks of a charge without the shopper, including this one. */
  readonly ask?: number
  readonly customer: Customer
  readonly shopperIp: string | null
  /** Null if no 3-D Secure applied. */
  readonly proof: AuthenticationProof | null
  /** 1, or 2 if the issuer required authentication before. */
  readonly round: number
  /** URL to which the provider's page returns the browser. */
  readonly returnUrl: string
  readonly noticeUrl: string
  /** The merchant's metadata; simulators take their directives from it, real connectors ignore it. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Capture, refund or void of an approved charge. */
export interface FollowUp extends Attempt {
  readonly operation: FollowUpType
  /** Of a capture: nothing more will be captured. */
  readonly finalCapture: boolean
  readonly parent: ParentAttempt
  readonly noticeUrl: string
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface ParentAttempt {
  readonly attemptId: string
  readonly operation: OriginalType
  readonly money: Money
  /** As terminals name it: `card`, `UPI`, `PAYOUT` … */
  readonly paymentMethod: string
  readonly providerReference: string | null
}

/** Requested attempt, for inquiry and reversal. */
export interface AskedAttempt extends Attempt {
  readonly operation: OriginalType | FollowUpType
  /** As terminals name it: `card`, `UPI`, `PAYOUT` … */
  readonly paymentMethod: string
  /** Provider's ID of the attempt; null if it never sent one, or its answer was lost. */
  readonly providerReference: string | null
  readonly parent: ParentAttempt | null
  /** Of a capture: nothing more will be captured. */
  readonly finalCapture: boolean
  /** Verified notices about it, in order of arrival: the only source for a provider without inquiry. */
  readonly notices: readonly NoticeFields[]
  /** The payment has ended another way: an inquiry only finds charges and takes no step that charges. */
  readonly isOver?: true
  /** Declared parameters that the browser returned with. Untrusted. */
  readonly returned?: Readonly<Record<string, string>>
}

/** Final answer of a provider, step of the shopper, or pending. */
export type ProviderAnswer =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'shopper-step'; readonly step: ShopperStep }
  | AuthenticationRequired

/** Soft decline: the issuer requires authentication. The attempt is over, another may follow. */
export interface AuthenticationRequired {
  readonly kind: 'authentication-required'
  readonly outcome: Outcome
}

export type InquiryAnswer = ProviderAnswer | { readonly kind: 'not-found' }

/** No usable answer: the provider may have charged. Never a decline. */
export class UnknownOutcome extends Error {
  override name = 'UnknownOutcome'
}

/** Approval of another amount, currency or ID; the charge is reversed. */
export class OtherMoney extends UnknownOutcome {
  override name = 'OtherMoney'
}

/** Message of a provider's server, as received. */
export interface Notice {
  readonly body: Uint8Array
  readonly header: (name: string) => string | undefined
}

/** Stored fields of a notice: harmless listed ones. */
export type NoticeFields = Readonly<Record<string, string>>

/** Content of a notice about one attempt. A notice only triggers an inquiry. */
export interface NoticeEntry {
  /** Equal for a repeated notice, unique among the others of the account. */
  readonly key: string
  readonly attemptId: string
  readonly fields: NoticeFields
  /** A capture failed, even if it was reported as done before. */
  readonly failsCapture?: true
  /** The rest of an authorization was released. */
  readonly endsAuthorization?: true
  /** Provider's ID of a case; `attemptId` may be empty then. */
  readonly dispute?: string
  /** Warning that the cardholder or a network reported the payment as fraud. */
  readonly fraudWarning?: FraudWarning
}

export interface FraudWarning {
  /** The provider's word for the kind of fraud. */
  readonly reason: string | null
  /** Provider's ID of the payment, if the notice lacks our ID; `findAttempt` resolves it. */
  readonly paymentReference?: string
}

export interface AskedDispute {
  readonly merchantId: string
  readonly reference: string
  readonly attemptId: string | null
  /** Verified notices about that attempt, in order of arrival: the only source for a provider without inquiry. */
  readonly notices: readonly NoticeFields[]
}

/** Inquiries about disputes. Timeouts and unusable responses are `UnknownOutcome`. */
export interface ProviderDisputes {
  inquire(access: Access, asked: AskedDispute): Promise<DisputeReport | 'not-found'>
  /** Accepts a case, which then is lost or accepted. May be repeated. Absent if the provider's API cannot. */
  accept?(access: Access, asked: AskedDispute): Promise<void>
  /** Finds our attempt by the provider's ID of a payment. Present if warnings have only that one. */
  findAttempt?(access: Access, paymentReference: string): Promise<string | undefined>
  /** Page of a case in the provider's dashboard, if it has a known address. @param reference encoded for an address */
  caseUrl?(reference: string, isTest: boolean): string | undefined
}

/** Entries of a notice, none if it concerns other systems; `forged` for a wrong signature. */
export type ReadNotice = readonly NoticeEntry[] | 'forged'

/** Port of every provider; `provider-contract.ts` has its rules. Timeouts and broken connections are `UnknownOutcome`. */
export interface Provider extends ProviderCapabilities {
  /** As in `provider` of an account: `card-simulator`. */
  readonly name: string
  /** Calls about a charge send its card again, so only processes with the card key make them. */
  readonly needsCards?: true
  /** Query parameters of a returning browser that inquiries need. */
  readonly returnParameters?: readonly string[]
  /** Credentials of its accounts; a setting of such a name is rejected. */
  readonly credentials: CredentialTable
  /** Settings that the dashboard has fields for; others are entered as JSON. */
  readonly settings?: SettingTable
  /** Problems of the merchant's metadata with directives for this provider; checked before all else. */
  checkMetadata(metadata: Readonly<Record<string, unknown>>): readonly Problem[]
  /** Problems of an account's settings, checked when an operator stores them for a merchant of this name. */
  checkSettings(settings: ProviderAccount['settings'], merchantName: string): readonly Problem[]
  /** Makes a cheap call that needs the credentials. @returns an instruction for each problem */
  probe(access: Access): Promise<readonly string[]>
  /** Charges once per `attemptId`: a repeated call returns the first answer. */
  authorize(call: Call, charge: Charge): Promise<ProviderAnswer>
  /** Captures, refunds or voids once per `attemptId`; inquiry and reversal work as for a charge. */
  followUp(call: Call, followUp: FollowUp): Promise<ProviderAnswer>
  /** Inquires about an attempt. `not-found` is not final: the charge may still be in progress. */
  inquire(call: Call, attempt: AskedAttempt): Promise<InquiryAnswer>
  /** Reverses a charge, or ensures that it never happens. May be repeated until it confirms by returning. */
  reverse(call: Call, attempt: AskedAttempt): Promise<void>
  /** Present if it reports disputes. */
  readonly disputes?: ProviderDisputes
  /** Verifies a notice's signature, on the received bytes, and reads it. Never throws. */
  readNotice(credentials: Credentials, notice: Notice): ReadNotice
  /** Present if it has a settlement report that Tollgate reads (docs/operate/settlement-formats.md). */
  readonly readSettlement?: SettlementReader
}

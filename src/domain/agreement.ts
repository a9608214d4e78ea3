import type { FinalTransStatus } from './authentication.ts'
import type { Brand } from './brands.ts'
import type { Customer } from './customer.ts'
import type { Refusal } from './eligibility.ts'
import type { KeptText } from './kept-text.ts'
import type { Money } from './money.ts'

/** Reason for later charges, which issuers see. */
export const PURPOSES = ['RECURRING', 'INSTALLMENT', 'UNSCHEDULED'] as const

export type Purpose = (typeof PURPOSES)[number]

export const AGREEMENT_STATUSES = ['PENDING', 'ACTIVE', 'SUSPENDED', 'CANCELED', 'ENDED'] as const

export type AgreementStatus = (typeof AGREEMENT_STATUSES)[number]

export const STOP_REASONS = [
  'FIRST_PAYMENT_FAILED',
  'MERCHANT',
  'CARD_REMOVED',
  'REVOKED',
  'CARD_CLOSED',
  'ENDS_ON',
] as const

export type StopReason = (typeof STOP_REASONS)[number]

export interface AgreementTerms {
  readonly purpose: Purpose
  readonly description: KeptText
  /** Maximum of one charge, in minor units; null without a limit. */
  readonly maxAmount: bigint | null
  readonly frequencyDays: number | null
  /** The last day, as in `2027-11-30`, in the merchant's time zone. */
  readonly endsOn: string | null
}

export type RequestedAgreement =
  | { readonly kind: 'new'; readonly terms: AgreementTerms }
  | { readonly kind: 'existing'; readonly agreementId: string }

export interface AgreementCard {
  readonly paymentMethodToken: string | null
  readonly masked: string | null
  readonly brand: Brand | null
  readonly hash: string | null
}

/** A shopper's permission to charge a card later (docs/reference/agreements.md). */
export interface Agreement extends AgreementTerms, AgreementCard {
  readonly merchantId: string
  readonly agreementId: string
  readonly status: AgreementStatus
  readonly stopReason: StopReason | null
  readonly currency: string
  readonly customerId: string | null
  readonly origin: 'PAYMENT' | 'IMPORTED'
  /** Scheme's ID of the payment that the shopper was present for; null if the provider sent none. */
  readonly networkTransactionId: string | null
  /** Account that took that payment; null for an imported agreement. */
  readonly providerAccountId: string | null
  readonly firstTransactionId: string | null
  readonly lastTransactionId: string | null
  readonly authenticationStatus: FinalTransStatus | null
  readonly acceptedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly endedAt: Date | null
}

export const NO_CARD: AgreementCard = { paymentMethodToken: null, masked: null, brand: null, hash: null }

const AGREEMENT_METHOD = 'agreement'

/** True if a payment charges its agreement; otherwise its shopper made or moved the agreement. */
export function isAgreementCharge({ paymentMethod }: { readonly paymentMethod: { readonly type: string } }): boolean {
  return paymentMethod.type === AGREEMENT_METHOD
}

export function isAlive({ status }: Pick<Agreement, 'status'>): boolean {
  return status === 'ACTIVE' || status === 'SUSPENDED'
}

export function stopAgreement(
  agreement: Agreement,
  status: 'CANCELED' | 'ENDED',
  stopReason: StopReason,
  at: Date,
): Agreement {
  return { ...agreement, status, stopReason, updatedAt: at, endedAt: at }
}

const ID_FIELD = 'payment_method.data.agreement_id'

export const UNKNOWN_AGREEMENT: Refusal = {
  code: '2000',
  property: ID_FIELD,
  message: 'No such agreement; use the ID of one of your agreements.',
}

const OTHER_CUSTOMER: Refusal = {
  code: '2000',
  property: 'customer.id',
  message: 'This agreement is of another customer; use the ID of that one, or none.',
}

/** Refuses a charge (docs/reference/agreements.md#charges). @param today in the merchant's time zone, by the merchant's clock */
export function chargeRefusal(
  agreement: Agreement,
  { amount, currency, customer }: Money & { readonly customer: Pick<Customer, 'id'> },
  today: string,
): Refusal | undefined {
  const status = statusOn(agreement, today)
  if (status !== 'ACTIVE') return stateRefusal(ID_FIELD, status)
  if (currency !== agreement.currency) {
    const message = `The shopper agreed to charges in ${agreement.currency}.`
    return { code: '2000', property: 'currency', message, params: [agreement.currency] }
  }
  const { maxAmount, customerId } = agreement
  if (customerId !== null && customer.id !== null && customer.id !== customerId) return OTHER_CUSTOMER
  if (maxAmount === null || amount <= maxAmount) return undefined
  const message = `The shopper agreed to at most ${maxAmount} a charge.`
  return { code: '2000', property: 'amount', message, params: [String(maxAmount)] }
}

/** True if an agreement still allows a charge in progress: same card, within its present limit. */
export function stillAllows(
  { status, maxAmount, paymentMethodToken }: Agreement,
  { amount, paymentMethod }: { readonly amount: bigint; readonly paymentMethod: { readonly token: string | null } },
): boolean {
  return (
    status === 'ACTIVE' && (maxAmount === null || amount <= maxAmount) && paymentMethod.token === paymentMethodToken
  )
}

export function moveRefusal(agreement: Agreement, today: string): Refusal | undefined {
  const status = statusOn(agreement, today)
  return status === 'ACTIVE' || status === 'SUSPENDED' ? undefined : stateRefusal('agreement.id', status)
}

/** Status on a day: one whose last day is over has ended, even if that is not recorded yet. */
function statusOn(agreement: Agreement, today: string): AgreementStatus {
  const isOver = agreement.endsOn !== null && agreement.endsOn < today
  return isOver && isAlive(agreement) ? 'ENDED' : agreement.status
}

function stateRefusal(property: string, status: AgreementStatus): Refusal {
  return { code: '2000', property, message: `The agreement is ${status}.`, params: [status] }
}

import type {
  AskedAttempt,
  CardChecks,
  CheckResult,
  InquiryAnswer,
  Outcome,
  ProviderAnswer,
} from '#providers/port/tools.ts'
import { answerWith, getPath, getText, parseExpiry } from '#providers/port/tools.ts'
import { declineOf } from './declines.ts'

type Operation = AskedAttempt['operation']

/** Answers by status of an intent. An unknown status leaves the charge pending. */
const MEANINGS: Readonly<Record<string, (intent: unknown, operation: Operation) => InquiryAnswer>> = {
  succeeded: (intent) => (isRefunded(intent) ? takenBack('refunded') : approved(intent)),
  requires_capture: (intent, operation) => (operation === 'AUTHORIZE' ? approved(intent) : pending('requires_capture')),
  canceled: () => takenBack('canceled'),
  requires_payment_method: declinedOrUntouched,
  requires_confirmation: declinedOrUntouched,
}

/** Result of a charge, by its intent with the charge expanded. */
export function answerOf(intent: unknown, operation: Operation): InquiryAnswer {
  const status = getText(intent, 'status') ?? 'no status'
  return Object.hasOwn(MEANINGS, status) ? MEANINGS[status]!(intent, operation) : pending(status)
}

export function isRefunded(intent: unknown): boolean {
  return getPath(intent, 'latest_charge.refunded') === true
}

/** Without an error it was never confirmed: no card was charged. */
function declinedOrUntouched(intent: unknown): InquiryAnswer {
  const error = getPath(intent, 'last_payment_error')
  return error === null || error === undefined ? { kind: 'not-found' } : declineOf(error)
}

function approved(intent: unknown): InquiryAnswer {
  const charge = getPath(intent, 'latest_charge')
  const message = getText(charge, 'outcome.seller_message') ?? 'Approved.'
  return answerWith('0000', message, {
    approvalCode: getText(charge, 'payment_method_details.card.authorization_code') ?? null,
    referenceNumber: getText(charge, 'id') ?? null,
    providerResponseCode: getText(charge, 'outcome.network_status') ?? null,
    providerResponseMessage: message,
    checks: checksOf(getPath(charge, 'payment_method_details.card.checks')),
    ...cardUpdateIn(getPath(charge, 'payment_method_details.card')),
    ...captureLimit(getPath(charge, 'payment_method_details.card.capture_before')),
    ...networkIdOf(charge),
  })
}

function networkIdOf(charge: unknown): Pick<Outcome, 'networkTransactionId'> {
  const networkTransactionId = getText(charge, 'payment_method_details.card.network_transaction_id')
  return networkTransactionId ? { networkTransactionId } : {}
}

/** Stripe's limit for capturing an authorization. @param seconds since 1970; null of a captured one */
function captureLimit(seconds: unknown): Pick<Outcome, 'authorizationLimit'> {
  return typeof seconds === 'number' && seconds > 0 && seconds < LATEST_SECONDS
    ? { authorizationLimit: new Date(seconds * 1000) }
    : {}
}

/** The year 2100; later times are wrong. */
const LATEST_SECONDS = 4_102_444_800

/** @param reference Stripe's ID */
export function succeeded(reference: string | undefined, status: string): ProviderAnswer {
  const message = 'Completed.'
  return answerWith('0000', message, {
    referenceNumber: reference ?? null,
    providerResponseCode: status,
    providerResponseMessage: message,
  })
}

/** Result of a refund, which may fail days later: its money is back with the merchant. */
export function refundAnswerOf(refund: unknown): ProviderAnswer {
  const status = getText(refund, 'status') ?? 'no status'
  if (status === 'succeeded') return succeeded(getText(refund, 'id'), status)
  if (status === 'failed' || status === 'canceled') return refundFailed(getText(refund, 'failure_reason') ?? status)
  return answerWith('1002', 'Stripe is still working on the refund.', { providerResponseCode: status })
}

function refundFailed(reason: string): ProviderAnswer {
  const message = 'The refund did not reach the cardholder; the money is back in the Stripe balance.'
  return answerWith('1000', message, { providerResponseCode: reason, providerResponseMessage: message })
}

function takenBack(status: string): InquiryAnswer {
  return answerWith('1001', 'The charge was reversed.', { providerResponseCode: status })
}

function pending(status: string): InquiryAnswer {
  return answerWith('1002', 'Stripe is still working on it.', { providerResponseCode: status })
}

const CHECKS: Readonly<Record<string, CheckResult>> = {
  pass: 'match',
  fail: 'no_match',
  unavailable: 'unavailable',
}

function checksOf(checks: unknown): CardChecks | null {
  if (typeof checks !== 'object' || checks === null) return null
  const result = (name: string): CheckResult => CHECKS[getText(checks, name) ?? ''] ?? 'not_checked'
  return { avs: both(result('address_line1_check'), result('address_postal_code_check')), cvv: result('cvc_check') }
}

/** Street and postal code as one result: unchecked ones do not count. */
function both(street: CheckResult, postalCode: CheckResult): CheckResult {
  if (street === 'not_checked') return postalCode
  if (postalCode === 'not_checked' || street === postalCode) return street
  return [street, postalCode].includes('match') ? 'partial_match' : 'no_match'
}

/** Expiry under which Stripe charged a card: a later one than sent was renewed. */
function cardUpdateIn(card: unknown): Pick<Outcome, 'cardUpdate'> {
  const expiry = parseExpiry(`${getPath(card, 'exp_month')}/${getPath(card, 'exp_year')}`)
  const lastFour = getText(card, 'last4')
  return expiry && lastFour !== undefined ? { cardUpdate: { kind: 'expiry', expiry, lastFour } } : {}
}

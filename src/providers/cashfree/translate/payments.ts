import type { Money, ProcessingCode, ProviderAnswer } from '#providers/port/tools.ts'
import { answerWith, asAsked, getText, redirectTo } from '#providers/port/tools.ts'
import { refundableAmount, repeatedPayment } from './amount.ts'

/** Payer's try at a link, with its order. */
export interface Payment {
  readonly orderId: string
  readonly json: unknown
}

/** Statuses of payments. An unknown one is not final. */
const PAYMENTS: Readonly<Record<string, ProcessingCode>> = {
  SUCCESS: '0000',
  PENDING: '1002',
  NOT_ATTEMPTED: '1002',
  FAILED: '1000',
  VOID: '1000',
  USER_DROPPED: '1003',
  CANCELLED: '1003',
}

/** More precise failure codes of NPCI. */
const RAW: Readonly<Record<string, ProcessingCode>> = {
  // Insufficient balance, or above the bank's limit of one payment or a day.
  Z9: '1004',
  Z8: '1004',
  Z7: '1004',
  // Suspected fraud at the payer's bank; above NPCI's own risk threshold.
  K1: '4101',
  U16: '4101',
}

const MESSAGES: Partial<Record<ProcessingCode, string>> = {
  '0000': 'Cashfree has taken the payment.',
  '1002': 'Cashfree has not decided yet.',
  '1003': 'The payer canceled.',
  '1005': 'The time to pay is over.',
}

export function codeOf({ json }: Payment): ProcessingCode {
  const status = getText(json, 'payment_status') ?? 'UNKNOWN'
  const raw = getText(json, 'error_details.error_code_raw') ?? ''
  return (status === 'FAILED' ? RAW[raw] : undefined) ?? PAYMENTS[status] ?? '1002'
}

/** Deciding payment: an approved one, else one in progress, else the last that failed. */
export function decidingPayment(payments: readonly Payment[]): Payment | undefined {
  const withCode = (wanted: ProcessingCode) => payments.find((payment) => codeOf(payment) === wanted)
  const begun = payments.filter(({ json }) => getText(json, 'payment_status') !== 'NOT_ATTEMPTED')
  return withCode('0000') ?? begun.find((payment) => codeOf(payment) === '1002') ?? latest(begun)
}

function latest(payments: readonly Payment[]): Payment | undefined {
  const timeOf = ({ json }: Payment) => Date.parse(getText(json, 'payment_time') ?? '') || 0
  return payments.toSorted((one, other) => timeOf(other) - timeOf(one))[0]
}

export function parsePayment(payment: Payment): ProviderAnswer {
  const { json } = payment
  const code = codeOf(payment)
  const details = ['error_code_raw', 'error_reason', 'error_code'].map((key) => getText(json, `error_details.${key}`))
  return answerWith(code, MESSAGES[code] ?? 'The payment was declined.', {
    approvalCode: getText(json, 'auth_id') ?? null,
    referenceNumber: getText(json, 'bank_reference') ?? getText(json, 'cf_payment_id') ?? null,
    providerResponseCode: details.find((detail) => detail !== undefined) ?? getText(json, 'payment_status') ?? null,
    providerResponseMessage: getText(json, 'error_details.error_description') ?? null,
  })
}

/** Reads Cashfree's payment as the outcome of a request; its order was matched before. @throws OtherMoney as `asAsked` does */
export function paymentSaysOf(payment: Payment, money: Money): ProviderAnswer {
  return asAsked(parsePayment(payment), repeatedPayment(money, payment.json))
}

/** Amount to refund for a reversal: Cashfree's, else the requested one. */
export function paidIn({ json }: Payment, { amount, currency }: Money): Money {
  const paid = refundableAmount(json)
  return { amount: typeof paid === 'number' ? BigInt(Math.round(paid * 100)) : amount, currency }
}

/** Answer of an unpaid link: open, expired, or canceled by us. An unknown status is not final. */
export function parseLink(link: unknown): ProviderAnswer {
  const status = getText(link, 'link_status') ?? 'UNKNOWN'
  const url = getText(link, 'link_url')
  if (status === 'ACTIVE' && url !== undefined) return redirectTo(url)
  if (status === 'EXPIRED') return said('1005', 'The time to pay is over.', status)
  if (status === 'CANCELLED') return said('1001', 'The payment link was canceled; nothing was charged.', status)
  return said('1002', 'Cashfree has not decided yet.', status)
}

export function said(code: ProcessingCode, message: string, status: string): ProviderAnswer {
  return answerWith(code, message, { providerResponseCode: status })
}

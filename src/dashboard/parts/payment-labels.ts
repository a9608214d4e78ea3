import { type Decider, declinedBy } from '#domain/declined-by.ts'
import type { Money } from '#domain/money.ts'
import { PROCESSING_CODES, type ProcessingCode } from '#domain/processing-code.ts'
import type { Transaction } from '#domain/transaction.ts'
import { isOriginal, type TransactionType } from '#domain/transaction-type.ts'
import { voucherNameOf } from '#domain/vouchers.ts'
import { type Html, html } from '#html/html.ts'
import { brandMark } from '#html/marks/brand-mark.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { type BadgeWords, formatAmount, sentenceCase, statusBadge } from './format.ts'

const METHODS: Readonly<Record<string, string>> = {
  card: 'Card',
  saved_card: 'Saved card',
  agreement: 'Subscription',
  'network-token': 'Network token',
  'walleta-pay': 'Walleta Pay card',
  'walleta-pay-redirect': 'Walleta Pay',
  'walletb-pay-redirect': 'Walletb Pay',
  OPEN_BANKING: 'Pay by bank',
  UPI: 'UPI',
  WALLETS: 'Wallets',
  BANK_TRANSFER: 'Bank transfer',
  QR_CODE: 'QR code',
  PAYOUT: 'Payout to an account',
}

export function methodLabel(method: string): string {
  return METHODS[method] ?? voucherNameOf(method) ?? method
}

/** Names the payment method, e.g. `Visa •••• 1111`; the digits stay with their dots. */
export function paymentMethodLabel(transaction: Transaction): string {
  const { masked, method } = transaction.paymentMethod
  return masked === null ? methodLabel(method) : `${cardName(transaction)}${digits(masked)}`
}

function cardName({ paymentMethod: { brand, type } }: Transaction): string {
  if (brand === null) return type === 'bank_account' ? 'Account' : 'Card'
  return BRAND_NAMES[brand] ?? brand
}

const digits = (masked: string) => ` ••••\u00a0${masked.slice(-4)}`

/** The payment method with its mark; the name of a card's network is read aloud. */
export function markedMethod(transaction: Transaction): Html {
  const { masked, method, brand } = transaction.paymentMethod
  if (masked === null) return html`${brandMark(method)} ${methodLabel(method)}`
  return markedCard(brand, cardName(transaction), digits(masked))
}

/** A card by its mark and last digits. @param name read aloud instead of the mark */
export function markedCard(brand: string | null, name: string, rest: string): Html {
  return html`<bdi class="whole">${brandMark(brand ?? 'card')} <i class="unseen">${name}</i>${rest}</bdi>`
}

export function typeLabel(type: TransactionType): string {
  return sentenceCase(type)
}

export function paymentHref(id: string): string {
  return `/dashboard/transactions/${encodeURIComponent(id)}`
}

export function amountOf({ amount, currency }: Transaction): Money {
  return { amount, currency }
}

/** Status of a payment as its later records have changed it, such as `Partially refunded`. */
export function paymentBadge(transaction: Transaction, field?: string): Html {
  return statusBadge(transaction.status, field, laterWords(transaction))
}

function laterWords(transaction: Transaction): BadgeWords | undefined {
  const { status, transactionType, amount, capturedAmount, refundedAmount, disputedAmount, followUps } = transaction
  if (status !== 'APPROVED' || !isOriginal(transactionType)) return undefined
  if (followUps.voidState === 'DONE') return ['Voided', 'plain']
  if (disputedAmount > 0n) return ['Disputed', 'danger']
  if (refundedAmount > 0n) return [refundedAmount < capturedAmount ? 'Partially refunded' : 'Refunded', 'info']
  if (transactionType !== 'AUTHORIZE') return undefined
  if (capturedAmount > 0n) return [capturedAmount < amount ? 'Partially captured' : 'Captured', 'success']
  return followUps.expiryState === 'DONE' ? ['Expired', 'plain'] : undefined
}

/** Name of a payment's customer, else the email. */
export function customerLabel({ customer: { firstName, lastName, email } }: Pick<Transaction, 'customer'>): string {
  return [firstName, lastName].filter(Boolean).join(' ') || (email ?? '')
}

/** One sentence on the payment and its next step. @param settlesOn day on which the money is available, in words */
export function paymentSentence(transaction: Transaction, settlesOn: string): string {
  const { status } = transaction
  if (status === 'APPROVED') return approvedSentence(transaction, settlesOn)
  if (status === 'PENDING' || status === 'CREATED') return PENDING[transaction.awaiting ?? 'provider-answer']
  if (status === 'DECLINED') return `Not charged. ${declineWords(transaction)}.`
  if (status === 'CANCELED') return 'Not charged. The shopper canceled.'
  if (status === 'SESSION_EXPIRED') return 'Not charged. The payment expired before the shopper finished.'
  return `Not charged. The request was rejected (${codeWords(transaction)}).`
}

function declineWords(transaction: Transaction): string {
  const decider = declinedBy(transaction)
  return decider === 'authentication' ? DECIDERS[decider] : `${DECIDERS[decider]} (${codeWords(transaction)})`
}

function approvedSentence(transaction: Transaction, settlesOn: string): string {
  const { transactionType, amount, currency, capturedAmount, refundedAmount, disputedAmount, followUps } = transaction
  const money = (part: bigint) => formatAmount({ amount: part, currency })
  if (followUps.voidState === 'DONE') return 'Voided. The full amount is returned, and nothing is settled.'
  if (disputedAmount > 0n) return `Paid, and ${money(disputedAmount)} withdrawn because the shopper disputes it.`
  if (refundedAmount > 0n && refundedAmount === capturedAmount) return `Refunded in full: ${money(refundedAmount)}.`
  if (refundedAmount > 0n) return `Paid, and ${money(refundedAmount)} of ${money(capturedAmount)} refunded.`
  switch (transactionType) {
    case 'AUTHORIZE':
      if (followUps.expiryState === 'DONE' && capturedAmount === 0n)
        return 'Expired without a capture. Nothing was charged.'
      if (capturedAmount === 0n) return `Authorized, not charged yet. Capture it to receive ${money(amount)}.`
      return `Paid: ${money(capturedAmount)} of ${money(amount)} captured${isReleased(transaction) ? ', the rest released' : ''}.`
    case 'PURCHASE':
    case 'PAYMENT':
      return `Paid. It settles on ${settlesOn}.`
    case 'CAPTURE':
      return `Captured. It settles on ${settlesOn}.`
    case 'PAYOUT':
      return 'Paid out to the account.'
    case 'REFUND':
      return 'Refunded. The shopper sees it on the next statement of the card or account.'
    case 'VOID':
      return 'Voided. The amount is returned.'
    case 'REFUND_REVERSAL':
      return 'The refund failed later, and its money was returned to you.'
    case 'PAYOUT_REVERSAL':
      return 'The payout failed later, and its money was returned to you.'
    case 'AUTHORIZATION_EXPIRY':
      return 'Expired. What was not captured is released to the shopper.'
    case 'CHARGEBACK':
      return 'Withdrawn because the shopper disputes the payment.'
    case 'CHARGEBACK_REVERSAL':
      return 'Returned to you after the dispute.'
  }
}

/** True if a part of an authorization can no longer be captured. */
function isReleased({ amount, capturedAmount, followUps }: Transaction): boolean {
  return followUps.captureState === 'CLOSED' && capturedAmount < amount
}

const PENDING: Readonly<Record<NonNullable<Transaction['awaiting']>, string>> = {
  'provider-answer': 'Result unknown. We are checking with the provider and update this within a minute of its answer.',
  authentication: 'Not charged yet. The shopper is authenticating with their bank.',
  shopper: 'Not charged yet. The shopper is on the payment provider’s page.',
  confirmation: 'Waiting for the provider to confirm. Do not ship yet.',
  recovery: 'Declined for now. The charge is attempted again on a later day.',
}

const DECIDERS: Readonly<Record<Decider, string>> = {
  authentication: 'The shopper did not pass the bank’s check',
  issuer: 'The issuer declined',
  provider: 'The provider declined',
  gateway: 'The gateway declined',
}

/** Meaning of a code, for example `Insufficient funds`; the code itself if it is unknown. */
export function codeName(code: string): string {
  return PROCESSING_CODES[code as ProcessingCode]?.name ?? code
}

/** A code with what it means: `1004: insufficient funds`. */
export function codeWords({ processingCode, responseMessage }: Transaction): string {
  if (processingCode === null) return responseMessage ?? 'no reason given'
  return `${processingCode}: ${PROCESSING_CODES[processingCode].name.toLowerCase()}`
}

/** True for a field that identifies the customer, which only some roles may see. */
export function saysCustomer(field: string): boolean {
  return /^customer(?:_|$)/.test(field)
}

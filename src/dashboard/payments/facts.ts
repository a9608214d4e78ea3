import { endedAtAuthentication } from '#domain/declined-by.ts'
import { remainingAmounts } from '#domain/follow-up.ts'
import { PROCESSING_CODES } from '#domain/processing-code.ts'
import { fittingText } from '#domain/provider-text.ts'
import type { RiskData } from '#domain/rules/rule.ts'
import type { Transaction } from '#domain/transaction.ts'
import { isReport } from '#domain/transaction-type.ts'
import { type Html, html } from '#html/html.ts'
import { addressOfError } from '#http/response/error-catalogue.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { breakableEmail, formatAmount, formatTime, sentenceCase } from '../parts/format.ts'
import { customerLabel, markedMethod, methodLabel } from '../parts/payment-labels.ts'
import { copiedId, type Fact, factList, linkedId, shortId } from '../parts/sheet.ts'

export function isCapturable(transaction: Transaction): boolean {
  return transaction.authorizationExpiresAt !== null && remainingAmounts(transaction).capturable > 0n
}

export function summaryFacts(caller: PersonCaller, transaction: Transaction): Html {
  const facts: readonly Fact[] = [
    ['Customer', may(caller, 'payments.read-customer') && linkedCustomer(caller, transaction), 'customer-name'],
    ['Payment method', markedMethod(transaction)],
    ['Date', formatTime(transaction.createdAt, caller.timeZone, 'second'), 'time'],
    ['Reference', transaction.reference, 'reference'],
  ]
  return factList(facts, 'facts tiles')
}

function linkedCustomer(caller: PersonCaller, transaction: Transaction): Html | string {
  const { id } = transaction.customer
  const words = customerLabel(transaction) || id
  if (!words || !id || !may(caller, 'customers.read')) return words ?? ''
  return html`<a href="/dashboard/customers/${encodeURIComponent(id)}">${words}</a>`
}

export function detailFacts(
  { timeZone }: PersonCaller,
  {
    transaction,
    terminalName,
    disputeId,
  }: {
    readonly transaction: Transaction
    readonly terminalName: string
    readonly disputeId: string | undefined
  },
): Html {
  return factList([
    ['Completed', transaction.followUps.finishedAt && formatTime(transaction.followUps.finishedAt, timeZone, 'second')],
    [
      'Capture by',
      isCapturable(transaction) &&
        transaction.authorizationExpiresAt &&
        formatTime(transaction.authorizationExpiresAt, timeZone),
      'capture-by',
    ],
    ['Session', transaction.sessionId && linkedId('sessions', transaction.sessionId), 'session'],
    ['Dispute', disputeId && linkedId('disputes', disputeId), 'dispute'],
    ['Payment link', transaction.paymentLinkId && linkedId('payment-links', transaction.paymentLinkId), 'payment-link'],
    ['Your reference', transaction.followUpReference, 'follow-up-reference'],
    ['Description', transaction.description],
    ['Terminal', terminalName, 'terminal'],
    ['Order', transaction.orderId, 'order-id'],
  ])
}

/** Answer of the provider, for questions to its support. */
export function providerFacts(transaction: Transaction, accountName: string | undefined): Html {
  const { processingResult, processingCode, status, transactionType } = transaction
  const wasAsked = !endedAtAuthentication(transaction) || transaction.data?.retryOptions !== undefined
  const code =
    processingCode &&
    html`<a href="${addressOfError(processingCode)}">${processingCode} · ${PROCESSING_CODES[processingCode].name}</a>`
  return factList([
    ['Processing code', code, 'processing-code'],
    ['Response', fittingText(transaction.responseMessage, status), 'response-message'],
    ['Provider account', wasAsked && (accountName ?? processingResult.paymentProviderAccountId), 'account'],
    ['Provider', wasAsked && processingResult.paymentProviderId],
    ['Provider code', fittingText(processingResult.providerResponseCode, status)],
    ['Provider message', fittingText(processingResult.providerResponseMessage, status)],
    ['Approval code', processingResult.approvalCode],
    ['Reference number', processingResult.referenceNumber],
    ['Started by', !isReport(transactionType) && sentenceCase(transaction.initiatedBy), 'started-by'],
    ...transaction.errors.map(({ property, message }) => [property || 'Error', message] as const),
  ])
}

export function amountFacts(transaction: Transaction): Html {
  const { currency, amount, capturedAmount, expiredAmount, refundedAmount, disputedAmount } = transaction
  const { followUps, transactionType } = transaction
  const money = (part: bigint) => formatAmount({ amount: part, currency })
  const { capturable, refundable } = remainingAmounts(transaction)
  const underWay = (part: bigint) => part > 0n && money(part)
  return factList([
    ['Amount', money(amount), 'amount'],
    ['Captured', money(capturedAmount), 'captured'],
    ['Capture in progress', underWay(followUps.capturingAmount)],
    ['Available to capture', transactionType === 'AUTHORIZE' && money(capturable), 'capturable'],
    ['Expired', expiredAmount > 0n && money(expiredAmount), 'expired'],
    ['Refunded', money(refundedAmount), 'refunded'],
    ['Disputed', disputedAmount > 0n && money(disputedAmount), 'disputed'],
    ['Refund in progress', underWay(followUps.refundingAmount)],
    ['Available to refund', money(refundable), 'refundable'],
  ])
}

const CHECKS: Readonly<Record<string, string>> = {
  match: 'Matches',
  partial_match: 'Partial match',
  no_match: 'Does not match',
  not_checked: 'Not checked',
  unavailable: 'Not available',
}

const LETTERS: Readonly<Record<string, string>> = {
  Y: 'Authenticated (Y); issuer liable',
  A: 'Attempted (A); issuer liable',
  I: 'Information only (I)',
  U: 'Could not be authenticated (U)',
  N: 'Not authenticated (N)',
  R: 'Rejected by the issuer (R)',
}

export function cardFacts({ paymentMethod, authentication, data }: Transaction): Html {
  const { masked, brand, hash, token, method, type } = paymentMethod
  return factList([
    ['Method', methodLabel(masked === null ? method : type), 'method'],
    ['Number', masked && html`<span translate="no">${masked}</span>`, 'masked'],
    ['Brand', brand && (BRAND_NAMES[brand] ?? brand), 'brand'],
    ['Same card', hash && html`${sameCard(hash)} ${shortId(hash)}`, 'hash'],
    ['Token', token && copiedId(token, undefined, 'token')],
    ['3-D Secure', authentication.status && LETTERS[authentication.status], 'authentication'],
    ['Challenged', authentication.level && (authentication.level === 2 ? 'Yes' : 'No')],
    ['Security code', data?.checks && CHECKS[data.checks.cvv]],
    ['Address', data?.checks && CHECKS[data.checks.avs]],
  ])
}

function sameCard(hash: string): Html {
  const href = `/dashboard/transactions?${new URLSearchParams({ card: hash })}`
  return html`<a href="${href}" data-action="same-card">View payments with this card</a>`
}

export function customerFacts(caller: PersonCaller, { customer, customerIp }: Transaction): Html {
  const { id, email, phone, address, city, postalCode, country } = customer
  const place = [address, [postalCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
  const linked = id && may(caller, 'customers.read') ? linkedId('customers', id) : id
  const facts: readonly Fact[] = [
    ['Email', email && breakableEmail(email), 'email'],
    ['Phone', phone],
    ['Address', place],
    ['IP address', customerIp],
    ['Customer ID', linked, 'customer-id'],
  ]
  return facts.some(([, value]) => value) ? factList(facts) : html`<p class="muted">No customer details.</p>`
}

/** Why lists or risk rules stopped a payment, let it pass or marked it, from its record alone. */
export function riskSheet({ data, review }: Transaction): Html | false {
  if (!data?.risk) return false
  const { risk } = data
  const names = (marks: RiskData['matched']) =>
    marks.map(({ rule, action }) => `${rule} (${sentenceCase(action)})`).join(', ')
  const facts = factList([
    ['List entry', risk.list, 'risk-list'],
    ['Rules that matched', names(risk.matched), 'risk-matched'],
    ['Watch-only rules that matched', names(risk.shadow), 'risk-shadow'],
    ['Version of the rules', risk.version > 0 && risk.version, 'risk-version'],
    ['Review', review && sentenceCase(review), 'review'],
  ])
  return html`<section class="sheet"><h2>${risk.decision === 'BLOCK' ? 'Why stopped?' : 'Risk'}</h2>
<p data-field="why">${sentenceOf(risk)}</p>
${facts}</section>`
}

function sentenceOf({ decision, rule, list }: RiskData): string {
  if (list !== null) {
    return decision === 'BLOCK'
      ? 'An entry of your block list matches this payment. No provider was asked, and nothing was charged.'
      : 'An entry of your allow list matches this payment, so no risk rule was applied.'
  }
  if (rule === null) return 'No risk rule matched.'
  return SENTENCES[decision](rule)
}

const SENTENCES: Readonly<Record<RiskData['decision'], (rule: string) => string>> = {
  BLOCK: (rule) => `Your rule “${rule}” blocks payments like this one. No provider was asked, and nothing was charged.`,
  ALLOW: (rule) => `Your rule “${rule}” lets payments like this one pass.`,
  CHALLENGE: (rule) => `Your rule “${rule}” asks the bank to authenticate the shopper.`,
  REVIEW: (rule) => `Your rule “${rule}” wants a person to look at this payment.`,
}

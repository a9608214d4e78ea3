import { endedAtAuthentication } from '#domain/declined-by.ts'
import { remainingAmounts } from '#domain/follow-up.ts'
import { PROCESSING_CODES } from '#domain/processing-code.ts'
import { fittingText } from '#domain/provider-text.ts'
import type { Transaction } from '#domain/transaction.ts'
import { isReport } from '#domain/transaction-type.ts'
import { type Html, html } from '#html/html.ts'
import { addressOfError } from '#http/response/error-catalogue.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { BRAND_NAMES } from '#web/shared/brand-names.ts'
import { type Fact, factList } from '../parts/facts.ts'
import { formatAmount, formatTime, sentenceCase } from '../parts/format.ts'
import { methodLabel } from '../parts/payment-labels.ts'
import { copiedId, linkedId, shortId } from '../parts/short-id.ts'

export function isCapturable(transaction: Transaction): boolean {
  return transaction.authorizationExpiresAt !== null && remainingAmounts(transaction).capturable > 0n
}

export function detailFacts(
  { timeZone }: PersonCaller,
  {
    transaction,
    terminalName,
    accountName,
    disputeId,
  }: {
    readonly transaction: Transaction
    readonly terminalName: string
    readonly accountName: string | undefined
    readonly disputeId: string | undefined
  },
): Html {
  const { processingResult, processingCode, status, transactionType } = transaction
  const wasAsked = !endedAtAuthentication(transaction) || transaction.data?.retryOptions !== undefined
  const code =
    processingCode &&
    html`<a href="${addressOfError(processingCode)}">${processingCode} · ${PROCESSING_CODES[processingCode].name}</a>`
  return factList([
    ['Created', formatTime(transaction.createdAt, timeZone, 'second'), 'time'],
    ['Completed', transaction.followUps.finishedAt && formatTime(transaction.followUps.finishedAt, timeZone, 'second')],
    [
      'Capture by',
      isCapturable(transaction) &&
        transaction.authorizationExpiresAt &&
        formatTime(transaction.authorizationExpiresAt, timeZone),
      'capture-by',
    ],
    ['Order', transaction.orderId, 'order-id'],
    ['Session', transaction.sessionId && linkedId('sessions', transaction.sessionId), 'session'],
    ['Dispute', disputeId && linkedId('disputes', disputeId), 'dispute'],
    ['Payment link', transaction.paymentLinkId && linkedId('payment-links', transaction.paymentLinkId), 'payment-link'],
    ['Your reference', transaction.followUpReference, 'follow-up-reference'],
    ['Description', transaction.description],
    ['Terminal', terminalName, 'terminal'],
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
    ['Fingerprint', hash && html`${shortId(hash)} ${sameCard(hash)}`, 'hash'],
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
  const { id, firstName, lastName, email, phone, address, city, postalCode, country } = customer
  const place = [address, [postalCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
  const linked = id && may(caller, 'customers.read') ? linkedId('customers', id) : id
  const facts: readonly Fact[] = [
    ['Name', [firstName, lastName].filter(Boolean).join(' '), 'customer-name'],
    ['Email', email, 'email'],
    ['Phone', phone],
    ['Address', place],
    ['IP address', customerIp],
    ['Customer', linked, 'customer-id'],
  ]
  return facts.some(([, value]) => value) ? factList(facts) : html`<p class="muted">No customer details.</p>`
}

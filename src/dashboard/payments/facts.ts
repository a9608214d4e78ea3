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
import { copiedId, shortId } from '../parts/short-id.ts'
import { isCapturable } from './capture-by.ts'

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
    { name: 'Created', value: formatTime(transaction.createdAt, timeZone, 'second'), field: 'time' },
    {
      name: 'Completed',
      value: transaction.followUps.finishedAt && formatTime(transaction.followUps.finishedAt, timeZone, 'second'),
    },
    {
      name: 'Capture by',
      value:
        isCapturable(transaction) &&
        transaction.authorizationExpiresAt &&
        formatTime(transaction.authorizationExpiresAt, timeZone),
      field: 'capture-by',
    },
    { name: 'Order', value: transaction.orderId, field: 'order-id' },
    { name: 'Session', value: sessionLink(transaction), field: 'session' },
    { name: 'Dispute', value: disputeLink(disputeId), field: 'dispute' },
    { name: 'Payment link', value: paymentLink(transaction), field: 'payment-link' },
    { name: 'Your reference', value: transaction.followUpReference, field: 'follow-up-reference' },
    { name: 'Description', value: transaction.description },
    { name: 'Terminal', value: terminalName, field: 'terminal' },
    { name: 'Processing code', value: code, field: 'processing-code' },
    { name: 'Response', value: fittingText(transaction.responseMessage, status), field: 'response-message' },
    {
      name: 'Provider account',
      value: wasAsked && (accountName ?? processingResult.paymentProviderAccountId),
      field: 'account',
    },
    { name: 'Provider', value: wasAsked && processingResult.paymentProviderId },
    { name: 'Provider code', value: fittingText(processingResult.providerResponseCode, status) },
    { name: 'Provider message', value: fittingText(processingResult.providerResponseMessage, status) },
    { name: 'Approval code', value: processingResult.approvalCode },
    { name: 'Reference number', value: processingResult.referenceNumber },
    {
      name: 'Started by',
      value: !isReport(transactionType) && sentenceCase(transaction.initiatedBy),
      field: 'started-by',
    },
    ...transaction.errors.map(({ property, message }) => ({ name: property || 'Error', value: message })),
  ])
}

function sessionLink({ sessionId }: Transaction): Html | false {
  return (
    sessionId !== null && html`<a href="/dashboard/sessions/${encodeURIComponent(sessionId)}">${shortId(sessionId)}</a>`
  )
}

function disputeLink(disputeId: string | undefined): Html | false {
  return (
    disputeId !== undefined &&
    html`<a href="/dashboard/disputes/${encodeURIComponent(disputeId)}">${shortId(disputeId)}</a>`
  )
}

function paymentLink({ paymentLinkId }: Transaction): Html | false {
  return (
    paymentLinkId !== null &&
    html`<a href="/dashboard/payment-links/${encodeURIComponent(paymentLinkId)}">${shortId(paymentLinkId)}</a>`
  )
}

export function amountFacts(transaction: Transaction): Html {
  const { currency, amount, capturedAmount, expiredAmount, refundedAmount, disputedAmount } = transaction
  const { followUps, transactionType } = transaction
  const money = (part: bigint) => formatAmount({ amount: part, currency })
  const { capturable, refundable } = remainingAmounts(transaction)
  const underWay = (part: bigint) => part > 0n && money(part)
  return factList([
    { name: 'Amount', value: money(amount), field: 'amount' },
    { name: 'Captured', value: money(capturedAmount), field: 'captured' },
    { name: 'Capture in progress', value: underWay(followUps.capturingAmount) },
    { name: 'Available to capture', value: transactionType === 'AUTHORIZE' && money(capturable), field: 'capturable' },
    { name: 'Expired', value: expiredAmount > 0n && money(expiredAmount), field: 'expired' },
    { name: 'Refunded', value: money(refundedAmount), field: 'refunded' },
    { name: 'Disputed', value: disputedAmount > 0n && money(disputedAmount), field: 'disputed' },
    { name: 'Refund in progress', value: underWay(followUps.refundingAmount) },
    { name: 'Available to refund', value: money(refundable), field: 'refundable' },
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
    { name: 'Method', value: methodLabel(masked === null ? method : type), field: 'method' },
    { name: 'Number', value: masked && html`<span translate="no">${masked}</span>`, field: 'masked' },
    { name: 'Brand', value: brand && (BRAND_NAMES[brand] ?? brand), field: 'brand' },
    {
      name: 'Fingerprint',
      value: hash && html`${shortId(hash)} ${sameCard(hash)}`,
      field: 'hash',
    },
    { name: 'Token', value: token && copiedId(token, undefined, 'token') },
    { name: '3-D Secure', value: authentication.status && LETTERS[authentication.status], field: 'authentication' },
    { name: 'Challenged', value: authentication.level && (authentication.level === 2 ? 'Yes' : 'No') },
    { name: 'Security code', value: data?.checks && CHECKS[data.checks.cvv] },
    { name: 'Address', value: data?.checks && CHECKS[data.checks.avs] },
  ])
}

function sameCard(hash: string): Html {
  const href = `/dashboard/transactions?${new URLSearchParams({ card: hash })}`
  return html`<a href="${href}" data-action="same-card">View payments with this card</a>`
}

/** Customer details, if the caller may see them. */
export function customerFacts(caller: PersonCaller, { customer, customerIp }: Transaction): Html {
  const { id, firstName, lastName, email, phone, address, city, postalCode, country } = customer
  const place = [address, [postalCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
  const linked =
    id && may(caller, 'customers.read')
      ? html`<a href="/dashboard/customers/${encodeURIComponent(id)}">${shortId(id)}</a>`
      : id
  const facts: readonly Fact[] = [
    { name: 'Name', value: [firstName, lastName].filter(Boolean).join(' '), field: 'customer-name' },
    { name: 'Email', value: email, field: 'email' },
    { name: 'Phone', value: phone },
    { name: 'Address', value: place },
    { name: 'IP address', value: customerIp },
    { name: 'Customer', value: linked, field: 'customer-id' },
  ]
  return facts.some(({ value }) => value) ? factList(facts) : html`<p class="muted">No customer details.</p>`
}

import { formatMoney } from '#domain/currency.ts'
import { notFound } from '#domain/problem.ts'
import { PROCESSING_CODES } from '#domain/processing-code.ts'
import { fittingText } from '#domain/provider-text.ts'
import { routingSentences, routingTitle } from '#domain/rules/routing-words.ts'
import type { RiskAction } from '#domain/rules/rule.ts'
import { timelineItem as item, type TimelineItem } from '#domain/timeline.ts'
import type { Transaction } from '#domain/transaction.ts'
import { isReport } from '#domain/transaction-type.ts'
import { type History, type PastAttempt, type PastDelivery, readHistory } from '#store/transactions/history.ts'
import type { Gateway } from '../gateway.ts'
import { attemptItems } from './timeline-of-attempts.ts'

export type { TimelineItem }

/**
 * Timeline of a merchant's transaction in chronological order (docs/reference/transactions.md#timeline).
 * @param terminalIds terminals that the caller is limited to
 * @throws RequestError 404 for an unknown ID, and for another merchant's or terminal's
 */
export async function readTimeline(
  { reads }: Pick<Gateway, 'reads'>,
  merchantId: string,
  id: string,
  terminalIds?: readonly string[],
): Promise<readonly TimelineItem[]> {
  const history = await reads.read((sql) => readHistory(sql, merchantId, id))
  if (!history || terminalIds?.includes(history.transaction.terminalId) === false) throw notFound('transaction')
  return timelineOf(history)
}

/** Steps are in their natural order, because clocks of processes differ by more than the time between two of them. */
function timelineOf(history: History): TimelineItem[] {
  const { transaction, sessionOpenedAt, attempts, events, deliveries, followUps } = history
  const end = transaction.followUps.finishedAt
  // The end and its event are of one commit, by two clocks.
  const eventAt = (event: string, at: Date) => (event === 'transaction.processed' && end && at < end ? end : at)
  const later = [
    ...attempts.flatMap(reversalItems),
    ...events.map(({ id, event, createdAt }) => item('event', eventAt(event, createdAt), event, { detail: id })),
    ...deliveries.map(deliveryItem),
    ...followUps.map(followUpItem),
  ]
  const items = [
    createdItem(history),
    ...riskItems(transaction),
    ...routingItems(history),
    ...attempts.flatMap((_, index) => attemptItems(history, index)),
    ...waitingItems(transaction),
    ...finishedItems(transaction),
    ...later.sort((one, other) => one.at.getTime() - other.at.getTime()),
  ]
  // Reports are final when recorded, by two clocks.
  const from = transaction.createdAt
  return [
    ...(sessionOpenedAt ? [item('session-opened', sessionOpenedAt, 'Session opened')] : []),
    ...items.map((one) => (one.at < from ? { ...one, at: from } : one)),
  ]
}

function createdItem({ transaction, attempts }: History): TimelineItem {
  const { createdAt, transactionType, amount, currency, initiatedBy, description } = transaction
  const title = `${inWords(transactionType)} of ${formatMoney({ amount, currency }, 'en')}`
  // The gateway requests an expiry by an attempt; reports of providers have none.
  const reporter = attempts.length > 0 ? 'gateway' : 'provider'
  const actor = isReport(transactionType) ? reporter : initiatedBy.toLowerCase()
  return item('created', createdAt, title, { actor, detail: description })
}

const DECISIONS: Readonly<Record<RiskAction, string>> = {
  ALLOW: 'Allowed',
  BLOCK: 'Blocked',
  CHALLENGE: 'Challenge required',
  REVIEW: 'Marked for review',
}

function riskItems({ createdAt, data }: Transaction): TimelineItem[] {
  if (!data?.risk) return []
  const { decision, rule, list, version, matched, shadow } = data.risk
  const names = [
    ...matched.map((mark) => `${mark.rule}: ${mark.action}`),
    ...shadow.map((mark) => `${mark.rule}: ${mark.action} (shadow)`),
  ]
  const by = rule === null ? '; no risk rule matched' : ` by rule ${rule}`
  const title = DECISIONS[decision] + (list === null ? by : ` by list entry ${list}`)
  return [item('risk', createdAt, title, { detail: [`Version ${version}`, ...names].join('; ') })]
}

function routingItems({ transaction: { createdAt, data }, attempts }: History): TimelineItem[] {
  if (!data?.routing) return []
  const nameOf = (id: string) => attempts.find(({ providerAccountId }) => providerAccountId === id)?.account ?? id
  const detail = routingSentences(data.routing, nameOf).join(' ')
  return [item('routing', createdAt, routingTitle(data.routing), { detail })]
}

/** Event that a pending transaction waits for; an authentication has its own entry. */
function waitingItems({ awaiting, updatedAt, responseMessage }: Transaction): TimelineItem[] {
  switch (awaiting) {
    case 'shopper':
      return [item('pending', updatedAt, 'Waiting for the shopper on another page')]
    case 'confirmation':
      return [
        item('pending', updatedAt, 'Waiting for the provider to confirm', {
          code: '1002',
          detail: fittingText(responseMessage, 'PENDING'),
        }),
      ]
    case 'recovery':
      return [
        item('pending', updatedAt, 'Declined for now; attempted again later', {
          code: '1002',
          detail: responseMessage,
        }),
      ]
    case 'provider-answer':
      return [
        item('unknown-outcome', updatedAt, 'No response from the provider', {
          code: '1002',
          detail: 'The result is unknown; we keep asking the provider.',
        }),
      ]
    default:
      return []
  }
}

function finishedItems({ status, processingCode, responseMessage, followUps, updatedAt }: Transaction): TimelineItem[] {
  if (status === 'PENDING' || status === 'CREATED') return []
  const meaning = processingCode && PROCESSING_CODES[processingCode].meaning
  const detail = [fittingText(responseMessage, status), meaning].find((text) => text) ?? null
  return [item('finished', followUps.finishedAt ?? updatedAt, inWords(status), { code: processingCode, detail })]
}

const REVERSALS: Readonly<Record<NonNullable<PastAttempt['reversal']>['state'], string>> = {
  REVERSING: 'Reversing the charge',
  REVERSED: 'Charge reversed',
  'GIVEN UP': 'Reversal failed',
}

function reversalItems({ reversal, account, attemptId }: PastAttempt): TimelineItem[] {
  if (!reversal) return []
  return [item('reversal', reversal.at, REVERSALS[reversal.state], { detail: `${account} (${attemptId})` })]
}

function followUpItem({ id, transactionType, amount, currency, status, processingCode, createdAt }: Transaction) {
  const title = `${inWords(transactionType)} of ${formatMoney({ amount, currency }, 'en')}: ${inWords(status).toLowerCase()}`
  return item('follow-up', createdAt, title, { code: processingCode, detail: id })
}

function deliveryItem(delivery: PastDelivery): TimelineItem {
  const { endpointId, endpointUrl, attempt, at, isDelivered, responseStatus, failure } = delivery
  const code = responseStatus === null ? null : String(responseStatus)
  const endpoint = endpointUrl === null ? endpointId : new URL(endpointUrl).host
  const detail = [`${endpoint}, attempt ${attempt}`, failure].filter((text) => text !== null).join(': ')
  return item('delivery', at, isDelivered ? 'Event delivered' : 'Event not delivered', { code, detail })
}

function inWords(constant: string): string {
  const words = constant.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

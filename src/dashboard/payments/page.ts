import type { FollowUpAction } from '#domain/follow-up.ts'
import { fittingText } from '#domain/provider-text.ts'
import { routingSentences, routingTitle } from '#domain/rules/routing-words.ts'
import type { Transaction } from '#domain/transaction.ts'
import { isOriginal, isReport } from '#domain/transaction-type.ts'
import { REQUESTED_BY } from '#flows/dashboard/follow-up-once.ts'
import type { StoredEvent } from '#flows/events.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { codeBlock, copyButton } from '../parts/code-block.ts'
import { postButton } from '../parts/form.ts'
import { badge, eventName, formatAmount, formatTime, statusBadge } from '../parts/format.ts'
import { type Column, cell, list } from '../parts/list.ts'
import { amountOf, codeWords, paymentSentence, typeLabel } from '../parts/payment-labels.ts'
import { shortId } from '../parts/short-id.ts'
import { statePanel } from '../parts/states.ts'
import { type Step, timeline } from '../parts/timeline.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import { amountFacts, cardFacts, customerFacts, detailFacts } from './facts.ts'
import { riskSheet } from './risk.ts'

export interface PaymentView {
  readonly transaction: Transaction
  readonly terminalName: string
  /** Of the provider account; undefined if none was charged or it is gone. */
  readonly accountName: string | undefined
  readonly accountNames: ReadonlyMap<string, string>
  /** The latest dispute of it, or the one that it belongs to. */
  readonly disputeId: string | undefined
  readonly allowed: readonly FollowUpAction[]
  readonly followUps: readonly Transaction[]
  readonly events: readonly StoredEvent[]
  /** Undefined where it could not be read in time. */
  readonly steps: readonly Step[] | undefined
  /** The day on which it settles, in words. */
  readonly settlesOn: string
  readonly record: object
  readonly done?: Transaction | undefined
}

export function transactionPage(caller: PersonCaller, view: PaymentView): DashboardPageAnswer {
  const { transaction } = view
  const { id, reference, transactionType } = transaction
  return dashboardPage(caller, {
    page: 'transaction',
    title: formatAmount(amountOf(transaction)),
    lead: html`${typeLabel(transactionType)} · <span data-field="reference">${reference}</span> · times are in ${caller.timeZone}`,
    back: { href: '/dashboard/transactions', words: 'Payments' },
    actions: actionsOf(caller, view),
    progress: progressOf(view),
    body: html`${doneNotice(view.done)}
${standing(caller, view)}
<div class="columns">
<div>
${timelineSheet(caller, view)}
${followUpSheet(caller, view)}
${eventSheet(caller, view)}
${may(caller, 'payments.read-customer') && html`<section class="sheet"><h2>Customer</h2>${customerFacts(caller, transaction)}</section>`}
${metadataSheet(transaction)}
</div>
<div>
${riskSheet(transaction)}
<section class="sheet"><h2>Details</h2>${detailFacts(caller, view)}</section>
${isOriginal(transactionType) && html`<section class="sheet"><h2>Amounts</h2>${amountFacts(transaction)}</section>`}
<section class="sheet"><h2>Paid with</h2>${cardFacts(transaction)}${decideLink(caller, transaction)}</section>
${whySheet(view)}
</div>
</div>
<details class="sheet" data-section="json"><summary>API record (JSON)</summary>
${codeBlock(JSON.stringify(view.record, null, 2), `Record of ${id}`, 'json')}</details>`,
  })
}

function decideLink(caller: PersonCaller, { id, transactionType, review }: Transaction): Html | false {
  if (!may(caller, 'reviews.decide') || !isOriginal(transactionType) || transactionType === 'PAYOUT') return false
  const words = review === 'OPEN' ? 'Review this payment' : 'Block who paid'
  return html`<p><a href="/dashboard/reviews/${encodeURIComponent(id)}" data-action="block">${words}</a></p>`
}

/** While the payment, a follow-up or the first attempt of a delivery is in progress. */
function progressOf({ transaction, followUps, events }: PaymentView): string | false {
  const statuses = [transaction, ...followUps].map(({ status }) => status)
  const deliveries = events.flatMap((event) => event.deliveries)
  const isDue = deliveries.some(({ status, attempts }) => status === 'PENDING' && attempts === 0)
  if (!isDue && !statuses.includes('PENDING')) return false
  return [transaction.awaiting, ...statuses, ...deliveries.map(({ status, attempts }) => `${status}${attempts}`)].join()
}

const ACTIONS: Readonly<Record<FollowUpAction, { readonly words: string; readonly look: string }>> = {
  capture: { words: 'Capture', look: 'primary' },
  refund: { words: 'Refund', look: 'danger' },
  void: { words: 'Void', look: 'danger' },
}

function actionsOf(caller: PersonCaller, { transaction: { id }, allowed }: PaymentView): Html | false {
  const shown = allowed.filter((action) => may(caller, `payments.${action}`))
  if (shown.length === 0) return false
  return html`<div class="actions sticky-action">${shown.map(
    (action) =>
      html`<a class="button button-${ACTIONS[action].look}" href="/dashboard/transactions/${encodeURIComponent(id)}/${action}" data-action="${action}">${ACTIONS[action].words}</a>`,
  )}</div>`
}

const DONE: Partial<Record<Transaction['status'], readonly [tone: string, words: string]>> = {
  APPROVED: ['success', 'succeeded'],
  PENDING: ['warning', 'is processing'],
}

function doneNotice(done: Transaction | undefined): Html | false {
  if (!done) return false
  const { status, transactionType } = done
  const why = fittingText(done.responseMessage, status) ?? codeWords(done)
  const [tone, words] = DONE[status] ?? ['danger', `failed (${why})`]
  return html`<p class="notice notice-${tone}" role="status" data-field="done">${typeLabel(transactionType)} of ${formatAmount(amountOf(done))} ${words}.</p>`
}

function standing(caller: PersonCaller, { transaction, settlesOn, followUps, allowed }: PaymentView): Html {
  const { id, status, parentId } = transaction
  const underWay = followUps.filter((one) => one.status === 'PENDING').length
  const hasChoice = (['refund', 'void'] as const).every(
    (one) => allowed.includes(one) && may(caller, `payments.${one}`),
  )
  return html`<section class="sheet standing">
<p>${statusBadge(status, 'status')} ${underWay > 0 && badge(`${underWay} in progress`, 'warning')}</p>
<p class="lead" data-field="sentence">${paymentSentence(transaction, settlesOn)}</p>
${hasChoice && html`<p class="hint">A void cancels the payment before it settles. A refund returns all or a part of it at any time.</p>`}
<p class="hint">${shortId(id, 'id')} ${copyButton(id, 'ID')}</p>
${parentId !== null && html`<p><a href="/dashboard/transactions/${encodeURIComponent(parentId)}" data-field="parent">View original payment</a></p>`}
</section>`
}

function timelineSheet({ timeZone }: PersonCaller, { steps }: PaymentView): Html {
  const content = steps
    ? timeline(steps, timeZone)
    : statePanel({ state: 'error', heading: 'Could not load the timeline', words: 'Reload the page to try again.' })
  return html`<section class="sheet"><h2>Timeline</h2>
${content}</section>`
}

/** Choice of the account by the routing rules, as the record keeps it. */
function whySheet({ transaction, accountNames }: PaymentView): Html | false {
  const routing = transaction.data?.routing
  if (!routing) return false
  const sentences = routingSentences(routing, (id) => accountNames.get(id) ?? id)
  return html`<section class="sheet" data-section="routing"><h2>Why this account?</h2>
<p data-field="routing-rule">${routingTitle(routing)}.</p>
<ul data-field="routing-accounts">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul></section>`
}

function followUpSheet({ timeZone }: PersonCaller, { followUps }: PaymentView): Html | false {
  if (followUps.length === 0) return false
  return html`<section><h2>Captures, refunds, voids and disputes</h2>
${list({
  name: 'follow-ups',
  caption: 'Captures, refunds, voids and disputes of this payment',
  rows: followUps,
  idOf: ({ id }) => id,
  hrefOf: ({ id }) => `/dashboard/transactions/${encodeURIComponent(id)}`,
  columns: (cell) => [
    cell.title('type', 'Type', ({ transactionType }) => typeLabel(transactionType)),
    cell.state('status', 'Status', ({ status }) => statusBadge(status)),
    cell.more('person', 'By', requesterOf),
    cell.time('time', 'Time', ({ createdAt }) => formatTime(createdAt, timeZone)),
    cell.figure('amount', 'Amount', (one) => formatAmount(amountOf(one))),
  ],
})}</section>`
}

function requesterOf(one: Transaction): string {
  if (one.transactionType === 'AUTHORIZATION_EXPIRY') return 'Automatic'
  return personOf(one) ?? (isReport(one.transactionType) ? 'Provider' : 'API')
}

/** User who requested a follow-up in the dashboard; undefined for servers. */
export function personOf({ metadata }: Transaction): string | undefined {
  const name = metadata?.[REQUESTED_BY]
  return typeof name === 'string' ? name : undefined
}

function eventSheet(caller: PersonCaller, { events }: PaymentView): Html | false {
  if (events.length === 0) return false
  return html`<section><h2>Events</h2>
${list({
  name: 'events',
  caption: 'Events of this payment',
  rows: events,
  idOf: ({ id }) => id,
  hrefOf: ({ id }) => `/dashboard/events/${encodeURIComponent(id)}`,
  columns: (cell) => [
    cell.title('event', 'Event', ({ event }) => eventName(event)),
    cell.state('deliveries', 'Deliveries', deliveriesOf),
    cell.time('time', 'Time', ({ createdAt }) => formatTime(createdAt, caller.timeZone)),
    ...(may(caller, 'events.resend') ? [redeliverColumn(caller)] : []),
  ],
})}</section>`
}

function redeliverColumn(caller: PersonCaller): Column<StoredEvent> {
  const button = ({ id }: StoredEvent) =>
    postButton(caller, {
      action: `/dashboard/events/${encodeURIComponent(id)}/redeliver`,
      words: 'Redeliver',
      does: 'redeliver',
      look: 'quiet',
    })
  return cell.more('actions', 'Actions', button)
}

function deliveriesOf({ deliveries }: StoredEvent): Html {
  const failed = deliveries.filter(({ status }) => status === 'FAILED').length
  const delivered = deliveries.filter(({ status }) => status === 'DELIVERED').length
  if (deliveries.length === 0) return badge('Not sent', 'plain')
  if (failed > 0) return badge(`${failed} failed`, 'danger')
  return delivered === deliveries.length ? badge('Delivered', 'success') : badge('Pending', 'warning')
}

function metadataSheet({ metadata }: Transaction): Html | false {
  if (metadata === null || Object.keys(metadata).length === 0) return false
  return html`<section class="sheet"><h2>Metadata</h2>
${codeBlock(JSON.stringify(metadata, null, 2), 'Metadata', 'metadata')}</section>`
}

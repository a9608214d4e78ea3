import { type FollowUpAction, settlesAt } from '#domain/follow-up.ts'
import { orNotFound } from '#domain/problem.ts'
import { fittingText } from '#domain/provider-text.ts'
import { routingSentences, routingTitle } from '#domain/rules/routing-words.ts'
import { dayIn } from '#domain/time-zone.ts'
import type { Transaction } from '#domain/transaction.ts'
import { isOriginal, isReport } from '#domain/transaction-type.ts'
import { limitOf } from '#flows/dashboard/support-limit.ts'
import { readDisputes } from '#flows/disputes/read-disputes.ts'
import { listMerchantEvents, type StoredEvent } from '#flows/events.ts'
import type { Gateway } from '#flows/gateway.ts'
import { allowedActionsOf } from '#flows/manage/allowed-actions.ts'
import { readStatus, readTransactions } from '#flows/transactions/index.ts'
import { readTimeline } from '#flows/transactions/timeline.ts'
import { type Html, html } from '#html/html.ts'
import { transactionView } from '#http/api/transactions/view.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { postButton } from '../parts/form.ts'
import { badge, eventName, formatAmount, formatDay, formatTime } from '../parts/format.ts'
import { cell, list } from '../parts/list.ts'
import {
  amountOf,
  codeWords,
  paymentBadge,
  paymentHref,
  paymentSentence,
  saysCustomer,
  typeLabel,
} from '../parts/payment-labels.ts'
import { paymentList } from '../parts/payments-of.ts'
import { codeBlock, copyButton, metadataSheet, shortId } from '../parts/sheet.ts'
import { accountNames, ifAvailable, terminalNames } from '../shell/read.ts'
import { type MerchantPerson, requireMerchantPerson, screen } from '../shell/screen.ts'
import { amountFacts, cardFacts, customerFacts, detailFacts, providerFacts, riskSheet, summaryFacts } from './facts.ts'
import { PAYMENTS_PATH } from './query.ts'
import { personOf, timelineSheet } from './timeline.ts'

const MOST_BESIDE = 100

type PaymentView = Awaited<ReturnType<typeof readPayment>>

export const payment = screen({
  path: `${PAYMENTS_PATH}/:id`,
  permission: 'payments.read',
  query: ['done'],
  read: (gateway, { caller, params, query }) =>
    readPayment(gateway, requireMerchantPerson(caller), params.id, query.done),
  show: (caller, view) => {
    const { transaction, followUps, items, record } = view
    const { transactionType, status } = transaction
    return {
      title: formatAmount(amountOf(transaction)),
      lead: typeLabel(transactionType),
      back: { href: PAYMENTS_PATH, words: 'Payments' },
      actions: actionsOf(caller, view),
      progress: progressOf(view),
      body: html`${view.done && followUpNotice(view.done)}
${standing(caller, view)}
<div class="columns">
<div>
${followUpSheet(caller, view)}
${timelineSheet(items, followUps, caller.timeZone)}
${eventSheet(caller, view)}
<section class="sheet"><h2>Details</h2>${detailFacts(caller, view)}</section>
</div>
<div>
${riskSheet(transaction)}
${isOriginal(transactionType) && status === 'APPROVED' && html`<section class="sheet"><h2>Amounts</h2>${amountFacts(transaction)}</section>`}
<section class="sheet"><h2>Paid with</h2>${cardFacts(transaction)}${decideLink(caller, transaction)}</section>
${may(caller, 'payments.read-customer') && html`<section class="sheet"><h2>Customer</h2>${customerFacts(caller, transaction)}</section>`}
</div>
</div>
<details class="sheet" data-section="provider"><summary>Provider details</summary>
${providerFacts(transaction, view.accountName)}${whySheet(view)}</details>
${metadataSheet(transaction.metadata)}
<details class="sheet" data-section="json"><summary>API record (JSON)</summary>
${codeBlock(JSON.stringify(record, null, 2), `Record of ${transaction.id}`, 'json')}</details>`,
    }
  },
})

/** Reads a payment with what is beside it. @param done ID of the follow-up that was just requested */
async function readPayment(gateway: Gateway, caller: MerchantPerson, id: string, done: string | undefined) {
  const { merchantId, timeZone } = caller
  const transaction = orNotFound(await readStatus(gateway, merchantId, id), 'transaction')
  const [terminals, accounts, following, events, items, limit, disputes] = await Promise.all([
    terminalNames(gateway, merchantId),
    accountNames(gateway, merchantId),
    ifAvailable(readTransactions(gateway, merchantId, { parentId: id }, MOST_BESIDE)),
    listMerchantEvents(gateway, merchantId, { transactionId: id }, MOST_BESIDE),
    ifAvailable(readTimeline(gateway, merchantId, id)),
    limitOf(gateway, caller),
    readDisputes(gateway, merchantId, { transactionId: id }, 1),
  ])
  const followUps = following?.items ?? []
  return {
    ...{ transaction, followUps, items, accountNames: accounts, events: events.items },
    terminalName: terminals.get(transaction.terminalId) ?? transaction.terminalId,
    accountName: accounts.get(transaction.processingResult.paymentProviderAccountId ?? ''),
    disputeId: transaction.data?.disputeId ?? disputes.items[0]?.disputeId,
    allowed: actionsWithinLimit(gateway, transaction, limit),
    settlesOn: formatDay(dayIn(timeZone, settlesAt(transaction, gateway.settings.settlementDelaySeconds))),
    record: recordFor(gateway, caller, transaction),
    done: followUps.find((one) => one.id === done),
  }
}

/** As the API gives it, without the customer where the role does not see customers. */
function recordFor(gateway: Gateway, caller: MerchantPerson, transaction: Transaction): object {
  const record = transactionView(gateway, transaction)
  if (may(caller, 'payments.read-customer')) return record
  return Object.fromEntries(Object.entries(record).filter(([field]) => !saysCustomer(field)))
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
  refund: { words: 'Refund', look: 'secondary' },
  void: { words: 'Void', look: 'danger' },
}

function actionsOf(caller: PersonCaller, { transaction: { id }, allowed }: PaymentView): Html | false {
  const shown = allowed.filter((action) => may(caller, `payments.${action}`))
  if (shown.length === 0) return false
  return html`<div class="actions sticky-action">${shown.map(
    (action) =>
      html`<a class="button button-${ACTIONS[action].look}" href="${paymentHref(id)}/${action}" data-action="${action}">${ACTIONS[action].words}</a>`,
  )}</div>`
}

const DONE: Partial<Record<Transaction['status'], readonly [tone: string, words: string]>> = {
  APPROVED: ['success', 'succeeded'],
  PENDING: ['warning', 'is processing'],
}

function followUpNotice(done: Transaction): Html {
  const { status, transactionType } = done
  const why = fittingText(done.responseMessage, status) ?? codeWords(done)
  const [tone, words] = DONE[status] ?? ['danger', `failed (${why})`]
  return html`<p class="notice notice-${tone}" role="status" data-field="done">${typeLabel(transactionType)} of ${formatAmount(amountOf(done))} ${words}.</p>`
}

function standing(caller: PersonCaller, { transaction, settlesOn, followUps, allowed }: PaymentView): Html {
  const { id, parentId } = transaction
  const underWay = followUps.filter((one) => one.status === 'PENDING').length
  const hasChoice = (['refund', 'void'] as const).every(
    (one) => allowed.includes(one) && may(caller, `payments.${one}`),
  )
  return html`<section class="sheet standing">
<p>${paymentBadge(transaction, 'status')} ${underWay > 0 && badge(`${underWay} in progress`, 'warning')}</p>
<p class="lead" data-field="sentence">${paymentSentence(transaction, settlesOn)}</p>
${summaryFacts(caller, transaction)}
${hasChoice && html`<p class="hint">A void cancels the payment before it settles. A refund returns all or a part of it at any time.</p>`}
<p class="hint">${shortId(id, 'id')} ${copyButton(id, 'ID')}</p>
${parentId !== null && html`<p><a href="${paymentHref(parentId)}" data-field="parent">View original payment</a></p>`}
</section>`
}

/** Choice of the account by the routing rules, as the record keeps it. */
function whySheet({ transaction, accountNames }: PaymentView): Html | false {
  const routing = transaction.data?.routing
  if (!routing) return false
  const sentences = routingSentences(routing, (id) => accountNames.get(id) ?? id)
  return html`<section data-section="routing"><h2>Why this account?</h2>
<p data-field="routing-rule">${routingTitle(routing)}.</p>
<ul data-field="routing-accounts">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul></section>`
}

function followUpSheet({ timeZone }: PersonCaller, { followUps }: PaymentView): Html | false {
  if (followUps.length === 0) return false
  const rows = paymentList(followUps, timeZone, {
    name: 'follow-ups',
    caption: 'Captures, refunds, voids and disputes of this payment',
    title: cell.title('type', 'Type', ({ transactionType }) => typeLabel(transactionType)),
    further: [cell.more('person', 'By', requesterOf)],
  })
  return html`<section><h2>Captures, refunds, voids and disputes</h2>
${rows}</section>`
}

function requesterOf(one: Transaction): string {
  if (one.transactionType === 'AUTHORIZATION_EXPIRY') return 'Automatic'
  return personOf(one) ?? (isReport(one.transactionType) ? 'Provider' : 'API')
}

function eventSheet(caller: PersonCaller, { events }: PaymentView): Html | false {
  if (events.length === 0) return false
  const button = { words: 'Redeliver', does: 'redeliver', look: 'quiet' } as const
  const redeliverButton = ({ id }: StoredEvent) =>
    postButton(caller, { action: `/dashboard/events/${encodeURIComponent(id)}/redeliver`, ...button })
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
    ...(may(caller, 'events.resend') ? [cell.more('actions', 'Actions', redeliverButton)] : []),
  ],
})}</section>`
}

function deliveriesOf({ deliveries }: StoredEvent): Html {
  const failed = deliveries.filter(({ status }) => status === 'FAILED').length
  const delivered = deliveries.filter(({ status }) => status === 'DELIVERED').length
  if (deliveries.length === 0) return badge('No subscriber', 'plain')
  if (failed > 0) return badge(`${failed} failed`, 'danger')
  return delivered === deliveries.length ? badge('Delivered', 'success') : badge('Pending', 'warning')
}

/** Actions on a payment within a user's limit, so that no button leads to a refusal. @param limit null: none */
export function actionsWithinLimit(
  gateway: Gateway,
  transaction: Transaction,
  limit: bigint | null,
): readonly FollowUpAction[] {
  const allowed = allowedActionsOf(gateway, transaction)
  if (limit === null) return allowed
  return allowed.filter((action) => (action === 'void' ? transaction.amount <= limit : limit > 0n))
}

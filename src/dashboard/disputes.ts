import {
  DISPUTE_STAGES,
  DISPUTE_STATUSES,
  type DisputeFunds,
  type DisputeReason,
  type DisputeStatus,
  disputeActions,
} from '#domain/dispute.ts'
import type { Transaction } from '#domain/transaction.ts'
import { acceptDispute } from '#flows/disputes/accept-dispute.ts'
import { caseUrl, readDisputesByDeadline, showDispute } from '#flows/disputes/read-disputes.ts'
import { showTestClock } from '#flows/test-clock.ts'
import { readStatus, readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import type { Route } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import type { ShownDispute } from '#interface/dispute.ts'
import { postForm } from './parts/form.ts'
import { badges, formatAmount, formatTime, sentenceCase } from './parts/format.ts'
import { type Column, cell, list } from './parts/list.ts'
import { paymentHref, typeLabel } from './parts/payment-labels.ts'
import { customerLine, paymentsOf } from './parts/payments-of.ts'
import { copiedId, type Fact, factList, linkedId, sheet, shortId } from './parts/sheet.ts'
import { tabs } from './parts/tabs.ts'
import { cardFacts, customerFacts } from './payments/facts.ts'
import { DASHBOARD_PAGE_SIZE, listing } from './shell/listing.ts'
import { ifAvailable } from './shell/read.ts'
import { action, screen } from './shell/screen.ts'

const DISPUTES_PATH = '/dashboard/disputes'

const MOST_RECORDS = 100

const dispute = screen({
  path: `${DISPUTES_PATH}/:id`,
  permission: 'disputes.read',
  done: { accepted: 'Dispute accepted.' },
  read: async (gateway, { merchantId, params: { id } }) => {
    const record = await showDispute(gateway, merchantId, id)
    const ofDispute = { parentId: record.transactionId, disputeId: id }
    const [{ items: money }, payment, now] = await Promise.all([
      readTransactions(gateway, merchantId, ofDispute, MOST_RECORDS),
      readStatus(gateway, merchantId, record.transactionId),
      showTestClock(gateway, merchantId),
    ])
    return { record, money, payment, now, caseUrl: caseUrl(gateway, record) }
  },
  show: (caller, { record, money, payment, now, caseUrl: url }) => ({
    title: formatAmount(record),
    lead: `Dispute · ${sentenceCase(record.reason)}`,
    back: { href: DISPUTES_PATH, words: 'Disputes' },
    body: html`<div class="columns"><div>
<section class="sheet standing"><p>${disputeBadge(record.status, 'status')}</p>
${record.status === 'NEEDS_RESPONSE' && html`<p>${deadline(caller, record, now)}</p>`}
${record.status === 'NEEDS_RESPONSE' && html`<p data-field="advice">${REASON_WORDS[record.reason]}</p>`}
${record.isDoubleLoss && html`<p class="notice notice-danger" data-field="double-loss">The money was returned twice: by a refund and by this dispute. Call the provider.</p>`}
${respondLinks(caller, record, url)}</section>
${payment && evidenceSheet(caller, payment)}
<section class="stack"><h2>Money</h2>${money.length === 0 ? html`<p class="sheet muted">No money has moved.</p>` : paymentsOf('dispute', money, caller.timeZone, { title: TYPE })}</section>
<section class="stack"><h2>History</h2>${historyOf(caller, record)}</section>
</div><div>
<section class="sheet"><h2>Details</h2>${factList(factsOf(caller, record))}</section>
</div></div>`,
  }),
})

/** Facts of the payment that speak for or against its shopper. */
function evidenceSheet(caller: PersonCaller, payment: Transaction): Html {
  const order = factList([
    ['Payment', html`<a href="${paymentHref(payment.id)}">${payment.reference}</a>`],
    ['Description', payment.description],
    ['Paid', formatTime(payment.createdAt, caller.timeZone)],
  ])
  const customer = may(caller, 'payments.read-customer') && customerFacts(caller, payment)
  return sheet('evidence', 'Evidence', order, customer, cardFacts(payment))
}

const TYPE: Column<Transaction> = cell.title('type', 'Type', ({ transactionType }) => typeLabel(transactionType))

const DAY_MS = 86_400_000

/** Deadline of a dispute; while it needs a response, with the days left. */
function deadline({ timeZone }: PersonCaller, { status, respondBy }: ShownDispute, now: Date): Html | null {
  if (respondBy === null) return null
  const time = formatTime(respondBy, timeZone)
  if (status !== 'NEEDS_RESPONSE') return time
  const days = Math.floor((respondBy.getTime() - now.getTime()) / DAY_MS)
  const left = days === 1 ? '1 day left' : days > 0 ? `${days} days left` : 'Less than a day left'
  return html`<strong>${days < 0 ? 'Overdue' : left}</strong><br>${time}`
}

function respondLinks(caller: PersonCaller, record: ShownDispute, url: string | undefined): Html | false {
  const isPossible = disputeActions(record, record.canAccept).includes('accept') && may(caller, 'disputes.manage')
  if (!url && !isPossible) return false
  const link =
    url &&
    html`<a class="button button-primary" href="${url}" target="_blank" rel="noreferrer" data-action="provider-case">Open the case at the provider</a>`
  const accepts = html`<a class="button button-danger" href="${accept.hrefOf({ id: record.disputeId })}" data-action="dispute-accept">Accept dispute</a>`
  return html`${isPossible && html`<p class="hint">To contest it, send evidence in the dashboard of the provider.</p>`}
<p class="actions">${link}${isPossible && accepts}</p>`
}

const accept = screen({
  path: `${DISPUTES_PATH}/:id/accept`,
  permission: 'disputes.manage',
  page: 'dispute',
  read: (gateway, { merchantId, params: { id } }) => showDispute(gateway, merchantId, id),
  show: (caller, record) => {
    const href = dispute.hrefOf({ id: record.disputeId })
    const money =
      record.funds === 'WITHDRAWN'
        ? 'The shopper keeps the money.'
        : 'No money moves unless the provider takes it. A refund may end an inquiry instead.'
    return {
      title: 'Accept dispute',
      lead: `${formatAmount(record)} · ${sentenceCase(record.reason)}`,
      back: { href, words: 'Dispute' },
      body: postForm(caller, {
        name: 'dispute-accept',
        action: `${href}/accept`,
        className: 'form sheet',
        body: html`<p>${money} You cannot undo this.</p>
<div class="form-actions"><button class="button button-danger" data-action="confirm">Accept dispute</button>
<a class="button button-quiet" href="${href}" data-action="cancel">Cancel</a></div>`,
      }),
    }
  },
})

const acceptRoute = action(dispute, {
  at: '/accept',
  permission: 'disputes.manage',
  done: 'accepted',
  does: async (gateway, { merchantId, actor, params: { id } }) => {
    await acceptDispute(gateway, actor, merchantId, id)
  },
})

function historyOf({ timeZone }: PersonCaller, { history }: ShownDispute): Html {
  return list({
    name: 'history',
    rowName: 'change',
    caption: 'Changes of the dispute, oldest first',
    rows: history,
    idOf: ({ at }) => at,
    columns: (column) => [
      column.title('changed-status', 'Status', ({ status }) => sentenceCase(status)),
      column.note('changed-stage', 'Stage', ({ stage }) => sentenceCase(stage)),
      column.more('changed-funds', 'Money', ({ funds }) => FUNDS_WORDS[funds]),
      column.time('changed-at', 'Time', ({ at }) => formatTime(new Date(at), timeZone)),
    ],
  })
}

function factsOf({ timeZone }: PersonCaller, record: ShownDispute): readonly Fact[] {
  const { respondBy, transactionId } = record
  return [
    ['ID', copiedId(record.disputeId, 'id')],
    ['Payment', linkedId('transactions', transactionId), 'payment'],
    ['Respond by', respondBy && formatTime(respondBy, timeZone), 'respond-by'],
    ['Stage', sentenceCase(record.stage), 'stage'],
    ['Money', FUNDS_WORDS[record.funds], 'funds'],
    ['Reason', sentenceCase(record.reason), 'reason'],
    ['Network code', record.networkReasonCode],
    ['Provider', record.provider],
    ['Provider reference', record.providerReference],
    ['Opened', formatTime(record.createdAt, timeZone)],
  ]
}

/** Claim of a shopper, and the answer to it. */
const REASON_WORDS: Readonly<Record<DisputeReason, string>> = {
  FRAUD: 'The shopper says someone else paid. Send proof that it was them: delivery to their address, earlier orders.',
  NOT_RECEIVED: 'The shopper says nothing arrived. Send proof of delivery.',
  NOT_AS_DESCRIBED: 'The shopper says it is not what you described. Send the description and your return policy.',
  DUPLICATE: 'The shopper says they paid twice. Send proof that the payments were for different orders.',
  CREDIT_NOT_PROCESSED: 'The shopper says a refund is missing. Send proof of the refund, or your refund policy.',
  RECURRING_CANCELED: 'The shopper says they had canceled. Send the terms, and proof that it was still active.',
  PROCESSING_ERROR: 'The shopper says the amount or card is wrong. Send the receipt.',
  OTHER: 'The bank names no usual reason. Read the case at the provider.',
}

const FUNDS_WORDS: Readonly<Record<DisputeFunds, string>> = {
  NONE: 'Not taken',
  WITHDRAWN: 'Taken from you',
  REINSTATED: 'Returned to you',
}

const disputeBadge = badges<DisputeStatus>({
  NEEDS_RESPONSE: 'warning',
  UNDER_REVIEW: 'info',
  WON: 'success',
  LOST: 'danger',
  ACCEPTED: 'plain',
  CLOSED: 'plain',
})

const disputes = listing({
  path: DISPUTES_PATH,
  permission: 'disputes.read',
  title: 'Disputes',
  lead: () => 'Payments that shoppers dispute, by deadline.',
  filters: { status: DISPUTE_STATUSES, stage: DISPUTE_STAGES, payment: 'Payment ID' },
  read: async (gateway, { merchantId }, { status, stage, payment: transactionId }, after) => {
    const filter = { status, stage, transactionId, after }
    const page = await readDisputesByDeadline(gateway, merchantId, filter, DASHBOARD_PAGE_SIZE)
    const ids = [...new Set(page.items.map((one) => one.transactionId))]
    const payments = await ifAvailable(readTransactions(gateway, merchantId, { id: ids }, DASHBOARD_PAGE_SIZE))
    const byId = new Map(payments?.items.map((one) => [one.id, one]))
    const now = await showTestClock(gateway, merchantId)
    return { ...page, items: page.items.map((one) => ({ ...one, payment: byId.get(one.transactionId), now })) }
  },
  above: (_caller, { set }) =>
    tabs(
      'Disputes by status',
      set.status || 'all',
      ['NEEDS_RESPONSE', 'Needs response', `${DISPUTES_PATH}?status=NEEDS_RESPONSE`],
      ['all', 'All', DISPUTES_PATH],
    ),
  rows: (caller) => ({
    rowName: 'dispute',
    caption: 'Disputes, the earliest deadline first',
    idOf: ({ disputeId }) => disputeId,
    hrefOf: ({ disputeId: id }) => dispute.hrefOf({ id }),
    columns: (cell) => [
      {
        ...cell.title(
          'reference',
          'Payment',
          ({ payment, transactionId }) => payment?.reference ?? shortId(transactionId),
        ),
        also: ({ payment }) => customerLine(caller, payment),
      },
      cell.state('status', 'Status', ({ status }) => disputeBadge(status)),
      cell.time('respond-by', 'Respond by', (one) => deadline(caller, one, one.now)),
      {
        ...cell.more('reason', 'Reason', ({ reason }) => sentenceCase(reason)),
        also: ({ stage }) => html`<div class="hint" data-field="stage">${sentenceCase(stage)}</div>`,
      },
      cell.more('funds', 'Money', ({ funds }) => FUNDS_WORDS[funds]),
      cell.figure('amount', 'Amount', (one) => formatAmount(one)),
    ],
  }),
  none: () => ({
    words: 'If a shopper disputes a payment, it appears here with its deadline.',
    action: { href: '/docs/integrate/disputes', words: 'Read about disputes', name: 'guide' },
  }),
})

export const disputeRoutes: readonly Route[] = [disputes.route, dispute.route, accept.route, acceptRoute]

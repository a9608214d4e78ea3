import { type DisputeFunds, type DisputeStatus, disputeActions } from '#domain/dispute.ts'
import type { Transaction } from '#domain/transaction.ts'
import { acceptDispute } from '#flows/disputes/accept-dispute.ts'
import { showDispute } from '#flows/disputes/read-disputes.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import type { ShownDispute } from '#interface/dispute.ts'
import type { Fact } from '../parts/facts.ts'
import { postForm } from '../parts/form.ts'
import { badges, formatAmount, formatTime, sentenceCase } from '../parts/format.ts'
import { type Column, cell, list } from '../parts/list.ts'
import { typeLabel } from '../parts/payment-labels.ts'
import { paymentsOf } from '../parts/payments-of.ts'
import { recordBody } from '../parts/sheet.ts'
import { copiedId, linkedId } from '../parts/short-id.ts'
import { action } from '../shell/action.ts'
import { requireMerchant, screen } from '../shell/screen.ts'

export const DISPUTES_PATH = '/dashboard/disputes'

const MOST_RECORDS = 100

export const dispute = screen({
  path: `${DISPUTES_PATH}/:id`,
  permission: 'disputes.read',
  summary: 'A dispute and its money',
  page: 'dispute',
  done: { accepted: 'Dispute accepted.' },
  read: async (gateway, { caller, params: { id } }) => {
    const merchantId = requireMerchant(caller)
    const record = await showDispute(gateway, merchantId, id)
    const ofDispute = { parentId: record.transactionId, disputeId: id }
    const { items: money } = await readTransactions(gateway, merchantId, ofDispute, MOST_RECORDS)
    return { record, money }
  },
  show: (caller, { record, money }) => ({
    title: formatAmount(record),
    lead: `Dispute · ${sentenceCase(record.reason)} · times are in ${caller.timeZone}`,
    back: { href: DISPUTES_PATH, words: 'Disputes' },
    body: recordBody({
      standing: html`<p>${disputeBadge(record.status, 'status')}${dueWords(caller, record)}</p>
${record.isDoubleLoss && html`<p class="notice notice-danger" data-field="double-loss">The money was returned twice: by a refund and by this dispute. Call the provider.</p>`}
${acceptLink(caller, record)}`,
      main: html`<section class="stack"><h2>Money</h2>${money.length === 0 ? html`<p class="sheet muted">No money has moved.</p>` : paymentsOf('dispute', money, caller.timeZone, { title: TYPE })}</section>
<section class="stack"><h2>History</h2>${historyOf(caller, record)}</section>`,
      facts: factsOf(caller, record),
    }),
  }),
})

const TYPE: Column<Transaction> = cell.title('type', 'Type', ({ transactionType }) => typeLabel(transactionType))

function dueWords({ timeZone }: PersonCaller, { status, respondBy }: ShownDispute): Html | false {
  return (
    status === 'NEEDS_RESPONSE' && respondBy !== null && html` by <strong>${formatTime(respondBy, timeZone)}</strong>`
  )
}

function acceptLink(caller: PersonCaller, record: ShownDispute): Html | false {
  const isPossible = disputeActions(record, record.canAccept).includes('accept')
  if (!isPossible || !may(caller, 'disputes.manage')) return false
  return html`<p class="hint">To contest it, send evidence in the dashboard of the provider.</p>
<p><a class="button button-danger" href="${accept.hrefOf({ id: record.disputeId })}" data-action="dispute-accept">Accept dispute</a></p>`
}

/** Asks before a dispute is accepted. */
export const accept = screen({
  path: `${DISPUTES_PATH}/:id/accept`,
  permission: 'disputes.manage',
  summary: 'Ask before a dispute is accepted',
  page: 'dispute',
  read: (gateway, { caller, params: { id } }) => showDispute(gateway, requireMerchant(caller), id),
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

export const acceptRoute = action(dispute, {
  at: '/accept',
  permission: 'disputes.manage',
  summary: 'Accept a dispute',
  done: 'accepted',
  does: async (gateway, { caller, actor, params: { id } }) => {
    await acceptDispute(gateway, actor, requireMerchant(caller), id)
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

export const FUNDS_WORDS: Readonly<Record<DisputeFunds, string>> = {
  NONE: 'Not taken',
  WITHDRAWN: 'Taken from you',
  REINSTATED: 'Returned to you',
}

export const disputeBadge = badges<DisputeStatus>({
  NEEDS_RESPONSE: 'warning',
  UNDER_REVIEW: 'info',
  WON: 'success',
  LOST: 'danger',
  ACCEPTED: 'plain',
  CLOSED: 'plain',
})

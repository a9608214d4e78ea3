import { disputeActions } from '#domain/dispute.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { ShownDispute } from '#flows/disputes/read-disputes.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, postForm, problemSummary } from '../parts/form.ts'
import { formatAmount, formatTime, sentenceCase } from '../parts/format.ts'
import { cell, type Column, list } from '../parts/list.ts'
import { typeLabel } from '../parts/payment-labels.ts'
import { paymentsOf } from '../parts/payments-of.ts'
import { copiedId, shortId } from '../parts/short-id.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { DISPUTES_PATH, disputeBadge, disputePath, FUNDS_WORDS } from './list-page.ts'

interface DisputeView {
  readonly dispute: ShownDispute
  /** Chargebacks of the dispute and their reversals, newest first. */
  readonly records: readonly Transaction[]
  readonly done: string | undefined
  readonly problems?: readonly FieldProblem[]
}

export function disputePage(caller: Viewer, view: DisputeView): DashboardPageAnswer {
  const { dispute, records, problems = [] } = view
  return dashboardPage(caller, {
    page: 'dispute',
    title: formatAmount(dispute),
    lead: `Dispute · ${sentenceCase(dispute.reason)} · times are in ${caller.timeZone}`,
    back: { href: DISPUTES_PATH, words: 'Disputes' },
    status: problems.length > 0 ? 422 : 200,
    body: html`${doneNotice(view.done)}${problemSummary(problems)}
<section class="sheet standing"><p>${disputeBadge(dispute.status, 'status')}${dueWords(caller, dispute)}</p>
${dispute.isDoubleLoss && html`<p class="notice notice-danger" data-field="double-loss">The money was returned twice: by a refund and by this dispute. Call the provider.</p>`}
${acceptLink(caller, dispute)}</section>
<div class="columns"><div>
<section class="stack"><h2>Money</h2>${records.length === 0 ? html`<p class="sheet muted">No money has moved.</p>` : paymentsOf('dispute', records, caller.timeZone, TYPE)}</section>
<section class="stack"><h2>History</h2>${historyOf(caller, dispute)}</section>
</div><div>
<section class="sheet"><h2>Details</h2>${factsOf(caller, dispute)}</section>
</div></div>`,
  })
}

const TYPE: Column<Transaction> = cell.title('type', 'Type', ({ transactionType }) => typeLabel(transactionType))

function dueWords({ timeZone }: Viewer, { status, respondBy }: ShownDispute): Html | false {
  return (
    status === 'NEEDS_RESPONSE' && respondBy !== null && html` by <strong>${formatTime(respondBy, timeZone)}</strong>`
  )
}

function acceptLink(caller: Viewer, dispute: ShownDispute): Html | false {
  const isPossible = disputeActions(dispute, dispute.canAccept).includes('accept')
  if (!isPossible || !may(caller, 'disputes.manage')) return false
  return html`<p class="hint">To contest it, send evidence in the dashboard of the provider.</p>
<p><a class="button button-danger" href="${disputePath(dispute.disputeId)}/accept" data-action="dispute-accept">Accept dispute</a></p>`
}

export function acceptPage(caller: Viewer, dispute: ShownDispute): DashboardPageAnswer {
  const href = disputePath(dispute.disputeId)
  const money =
    dispute.funds === 'WITHDRAWN'
      ? 'The shopper keeps the money.'
      : 'No money moves unless the provider takes it. A refund may end an inquiry instead.'
  return dashboardPage(caller, {
    page: 'dispute',
    title: 'Accept dispute',
    lead: `${formatAmount(dispute)} · ${sentenceCase(dispute.reason)}`,
    back: { href, words: 'Dispute' },
    body: postForm(caller, {
      name: 'dispute-accept',
      action: `${href}/accept`,
      className: 'form sheet',
      body: html`<p>${money} You cannot undo this.</p>
<div class="form-actions"><button class="button button-danger" data-action="confirm">Accept dispute</button>
<a class="button button-quiet" href="${href}" data-action="cancel">Cancel</a></div>`,
    }),
  })
}

function historyOf({ timeZone }: Viewer, { history }: ShownDispute): Html {
  return list({
    name: 'history',
    rowName: 'change',
    caption: 'Changes of the dispute, oldest first',
    rows: history,
    idOf: ({ at }) => at,
    columns: (cell) => [
      cell.title('changed-status', 'Status', ({ status }) => sentenceCase(status)),
      cell.note('changed-stage', 'Stage', ({ stage }) => sentenceCase(stage)),
      cell.more('changed-funds', 'Money', ({ funds }) => FUNDS_WORDS[funds]),
      cell.time('changed-at', 'Time', ({ at }) => formatTime(new Date(at), timeZone)),
    ],
  })
}

function factsOf({ timeZone }: Viewer, dispute: ShownDispute): Html {
  const { respondBy, transactionId, createdAt } = dispute
  const payment = html`<a href="/dashboard/transactions/${encodeURIComponent(transactionId)}">${shortId(transactionId)}</a>`
  return factList([
    ['ID', copiedId(dispute.disputeId, 'id')],
    ['Payment', payment, 'payment'],
    ['Respond by', respondBy && formatTime(respondBy, timeZone), 'respond-by'],
    ['Stage', sentenceCase(dispute.stage), 'stage'],
    ['Money', FUNDS_WORDS[dispute.funds], 'funds'],
    ['Reason', sentenceCase(dispute.reason), 'reason'],
    ['Network code', dispute.networkReasonCode],
    ['Provider', dispute.provider],
    ['Provider reference', dispute.providerReference],
    ['Opened', formatTime(createdAt, timeZone)],
  ])
}

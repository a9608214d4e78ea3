import { isOpen, type SessionState, sessionStatusOf } from '#domain/session.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { codeBlock } from '../parts/code-block.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, postButton, problemSummary } from '../parts/form.ts'
import { formatAmount, formatTime, statusBadge } from '../parts/format.ts'
import { paymentMethodLabel, typeLabel } from '../parts/payment-labels.ts'
import { cell } from '../parts/list.ts'
import { paymentsOf } from '../parts/payments-of.ts'
import { copiedId } from '../parts/short-id.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { SESSIONS_PATH } from './list-page.ts'

interface SessionView {
  readonly state: SessionState
  readonly terminalName: string
  readonly hostedPageUrl: string
  readonly done: string | undefined
  readonly problems?: readonly FieldProblem[]
}

export function sessionPage(caller: Viewer, view: SessionView): DashboardPageAnswer {
  const { state, problems = [] } = view
  const { session } = state
  return dashboardPage(caller, {
    page: 'session',
    title: formatAmount(session),
    lead: html`Session · <span data-field="reference">${session.reference}</span> · times are in ${caller.timeZone}`,
    back: { href: SESSIONS_PATH, words: 'Sessions' },
    progress: progressOf(state),
    status: problems.length > 0 ? 422 : 200,
    body: html`${doneNotice(view.done)}${problemSummary(problems)}
<section class="sheet standing"><p>${statusBadge(sessionStatusOf(state), 'status')}</p>
${cancelForm(caller, state)}</section>
<div class="columns"><div>
<section class="stack"><h2>Payments</h2>${paymentsOf('session', state.payments, caller.timeZone, cell.title('method', 'Method', paymentMethodLabel))}</section>
${
  session.metadata !== null &&
  html`<section class="sheet"><h2>Metadata</h2>
${codeBlock(JSON.stringify(session.metadata, null, 2), 'Metadata', 'metadata')}</section>`
}
</div><div>
<section class="sheet"><h2>Details</h2>${detailFacts(caller, view)}</section>
</div></div>`,
  })
}

/** While a payment of the session is in progress. */
function progressOf({ payments }: SessionState): string | false {
  const statuses = payments.map(({ status }) => status)
  return statuses.includes('PENDING') && statuses.join()
}

function cancelForm(caller: Viewer, state: SessionState): Html | false {
  if (!isOpen(state) || !may(caller, 'payments.void')) return false
  return html`<p class="hint">After you cancel, the shopper can no longer pay. You cannot undo it.</p>
${postButton(caller, { action: `${SESSIONS_PATH}/${encodeURIComponent(state.session.sessionId)}/cancel`, words: 'Cancel session', does: 'cancel-session', look: 'danger' })}`
}

function detailFacts({ timeZone }: Viewer, { state: { session }, terminalName, hostedPageUrl }: SessionView): Html {
  return factList([
    ['ID', copiedId(session.sessionId, 'id')],
    ['Description', session.description],
    ['Terminal', terminalName, 'terminal'],
    ['Type', typeLabel(session.transactionType)],
    ['Created', formatTime(session.createdAt, timeZone, 'second'), 'time'],
    ['Expires', formatTime(session.expiresAt, timeZone, 'second'), 'expires'],
    ['Hosted page', html`<code translate="no">${hostedPageUrl}</code>`],
  ])
}

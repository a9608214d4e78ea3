import { isOpen, SESSION_STATUSES, type SessionState, sessionStatusOf } from '#domain/session.ts'
import { withAuditEntry } from '#flows/change.ts'
import { cancelByMerchant } from '#flows/sessions/cancel-by-merchant.ts'
import { readSessions } from '#flows/sessions/list-sessions.ts'
import { showSession } from '#flows/sessions/read-session.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import { type Html, html } from '#html/html.ts'
import type { Route } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { postButton } from './parts/form.ts'
import { formatAmount, formatTime, statusBadge } from './parts/format.ts'
import { cell } from './parts/list.ts'
import { paymentMethodLabel, typeLabel } from './parts/payment-labels.ts'
import { paymentsOf } from './parts/payments-of.ts'
import { copiedId, metadataSheet, recordBody } from './parts/sheet.ts'
import { API_REFERENCE } from './parts/states.ts'
import { DASHBOARD_PAGE_SIZE, listing } from './shell/listing.ts'
import { terminalNames } from './shell/read.ts'
import { action, screen } from './shell/screen.ts'

const SESSIONS_PATH = '/dashboard/sessions'

const sessions = listing({
  path: SESSIONS_PATH,
  permission: 'payments.read',
  title: 'Checkouts',
  lead: () => 'A checkout is one order, in the API a session. Those that are created or expired were never paid.',
  filters: { reference: 'Reference', status: SESSION_STATUSES, terminal: 'Terminal' },
  read: async (gateway, { merchantId }, { reference, status, terminal: terminalId }, after) => {
    const [terminals, page] = await Promise.all([
      terminalNames(gateway, merchantId),
      readSessions(gateway, merchantId, { reference, terminalId, status, after }, DASHBOARD_PAGE_SIZE),
    ])
    return { ...page, terminals, choices: { terminal: [...terminals] } }
  },
  rows: ({ timeZone }, { terminals }) => ({
    caption: 'Checkouts, newest first',
    idOf: ({ session: order }) => order.sessionId,
    hrefOf: ({ session: order }) => session.hrefOf({ id: order.sessionId }),
    columns: (cell) => [
      cell.title('reference', 'Reference', ({ session: order }) => order.reference),
      cell.state('status', 'Status', (state) => statusBadge(sessionStatusOf(state))),
      cell.more('terminal', 'Terminal', ({ session: order }) => terminals.get(order.terminalId) ?? order.terminalId),
      cell.time('time', 'Time', ({ session: order }) => formatTime(order.createdAt, timeZone)),
      cell.figure('amount', 'Amount', ({ session: order }) => formatAmount(order)),
    ],
  }),
  none: () => ({
    words: 'Create a session through the API to send a shopper to the hosted page.',
    action: API_REFERENCE,
  }),
})

const session = screen({
  path: `${SESSIONS_PATH}/:id`,
  permission: 'payments.read',
  done: { canceled: 'Session canceled. No payment can begin.' },
  read: async (gateway, { merchantId, params: { id } }) => {
    const [state, terminals] = await Promise.all([
      showSession(gateway, merchantId, id),
      terminalNames(gateway, merchantId),
    ])
    return { state, terminals, url: hostedPageUrl(gateway, id) }
  },
  show: (caller, { state, terminals, url }) => {
    const { session: order } = state
    const { timeZone } = caller
    return {
      title: formatAmount(order),
      lead: html`Session · <span data-field="reference">${order.reference}</span>`,
      back: { href: SESSIONS_PATH, words: 'Checkouts' },
      progress: progressOf(state),
      body: recordBody({
        standing: html`<p>${statusBadge(sessionStatusOf(state), 'status')}</p>
${cancelForm(caller, state)}`,
        main: html`<section class="stack"><h2>Payments</h2>${paymentsOf('session', state.payments, timeZone, { title: cell.title('method', 'Method', paymentMethodLabel) })}</section>
${metadataSheet(order.metadata)}`,
        facts: [
          ['ID', copiedId(order.sessionId, 'id')],
          ['Description', order.description],
          ['Terminal', terminals.get(order.terminalId) ?? order.terminalId, 'terminal'],
          ['Type', typeLabel(order.transactionType)],
          ['Created', formatTime(order.createdAt, timeZone, 'second'), 'time'],
          ['Expires', formatTime(order.expiresAt, timeZone, 'second'), 'expires'],
          ['Hosted page', html`<code translate="no">${url}</code>`],
        ],
      }),
    }
  },
})

const cancelRoute = action(session, {
  at: '/cancel',
  permission: 'payments.void',
  done: 'canceled',
  does: async (gateway, { merchantId, actor, params: { id } }) => {
    await cancelByMerchant(gateway, merchantId, id)
    const entry = { actor, action: 'session.canceled' as const, merchantId, subject: id }
    await withAuditEntry(gateway, entry, async () => {})
  },
})

/** While a payment of the session is in progress. */
function progressOf({ payments }: SessionState): string | false {
  const statuses = payments.map(({ status }) => status)
  return statuses.includes('PENDING') && statuses.join()
}

function cancelForm(caller: PersonCaller, state: SessionState): Html | false {
  if (!isOpen(state) || !may(caller, 'payments.void')) return false
  const action = `${session.hrefOf({ id: state.session.sessionId })}/cancel`
  return html`<p class="hint">After you cancel, the shopper can no longer pay. You cannot undo it.</p>
${postButton(caller, { action, words: 'Cancel session', does: 'cancel-session', look: 'danger' })}`
}

export const sessionRoutes: readonly Route[] = [sessions.route, session.route, cancelRoute]

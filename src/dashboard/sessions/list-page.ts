import { SESSION_STATUSES, type SessionState, sessionStatusOf } from '#domain/session.ts'
import { type Html, html } from '#html/html.ts'
import { filters } from '../parts/filters.ts'
import { formatAmount, formatTime, sentenceCase, statusBadge } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

export const SESSIONS_PATH = '/dashboard/sessions'

interface SessionsView {
  readonly sessions: readonly SessionState[]
  /** Names by ID. */
  readonly terminals: ReadonlyMap<string, string>
  readonly filters: { readonly reference: string; readonly status: string; readonly terminal: string }
  readonly beside: PagerView
}

export function sessionsPage(caller: Viewer, view: SessionsView): DashboardPageAnswer {
  const { reference, status, terminal } = view.filters
  return dashboardPage(caller, {
    page: 'sessions',
    title: 'Sessions',
    lead: `Orders to pay on the hosted page or in embedded fields, newest first. Times are in ${caller.timeZone}.`,
    body: html`${filters({
      path: SESSIONS_PATH,
      filters: [
        { name: 'reference', label: 'Reference', value: reference },
        {
          name: 'status',
          label: 'Status',
          value: status,
          options: SESSION_STATUSES.map((one) => [one, sentenceCase(one)]),
        },
        { name: 'terminal', label: 'Terminal', value: terminal, options: [...view.terminals] },
      ],
    })}
${rowsOf(caller, view)}
${pager(view.beside)}`,
  })
}

function rowsOf({ timeZone }: Viewer, { sessions, terminals, filters: set, beside }: SessionsView): Html {
  if (sessions.length === 0) {
    const isNarrowed = Object.values(set).some(Boolean) || beside.newer !== undefined
    return isNarrowed ? noMatch('sessions', SESSIONS_PATH) : noneYet()
  }
  return list({
    name: 'sessions',
    caption: 'Sessions, newest first',
    rows: sessions,
    idOf: ({ session }) => session.sessionId,
    hrefOf: ({ session }) => `${SESSIONS_PATH}/${encodeURIComponent(session.sessionId)}`,
    columns: (cell) => [
      cell.title('reference', 'Reference', ({ session }) => session.reference),
      cell.state('status', 'Status', (state) => statusBadge(sessionStatusOf(state))),
      cell.more('terminal', 'Terminal', ({ session }) => terminals.get(session.terminalId) ?? session.terminalId),
      cell.time('time', 'Time', ({ session }) => formatTime(session.createdAt, timeZone)),
      cell.figure('amount', 'Amount', ({ session }) => formatAmount(session)),
    ],
  })
}

function noneYet(): Html {
  return statePanel({
    state: 'empty',
    heading: 'No sessions yet',
    words: 'Create a session through the API to send a shopper to the hosted page.',
    action: { href: '/docs/api', words: 'View API reference', name: 'reference' },
  })
}

import { SESSION_STATUSES, sessionStatusOf } from '#domain/session.ts'
import { readSessions } from '#flows/sessions/list-sessions.ts'
import type { Route } from '#http/route.ts'
import { formatAmount, formatTime, statusBadge } from '../parts/format.ts'
import { API_REFERENCE } from '../parts/states.ts'
import { DASHBOARD_PAGE_SIZE } from '../shell/list-query.ts'
import { listing } from '../shell/listing.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { terminalNames } from '../shell/names.ts'
import { cancelRoute, SESSIONS_PATH, session } from './page.ts'

const sessions = listing({
  path: SESSIONS_PATH,
  permission: 'payments.read',
  summary: 'Sessions',
  page: 'sessions',
  title: 'Sessions',
  lead: ({ timeZone }) =>
    `Orders to pay on the hosted page or in embedded fields, newest first. Times are in ${timeZone}.`,
  filters: { reference: 'Reference', status: SESSION_STATUSES, terminal: 'Terminal' },
  read: async (gateway, { caller }, { reference, status, terminal: terminalId }, after) => {
    const merchantId = requireMerchant(caller)
    const [terminals, page] = await Promise.all([
      terminalNames(gateway, merchantId),
      readSessions(gateway, merchantId, { reference, terminalId, status, after }, DASHBOARD_PAGE_SIZE),
    ])
    return { ...page, terminals, choices: { terminal: [...terminals] } }
  },
  rows: ({ timeZone }, { terminals }) => ({
    caption: 'Sessions, newest first',
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

export const sessionRoutes: readonly Route[] = [sessions.route, session.route, cancelRoute]

import { Type } from 'typebox'
import { SESSION_STATUSES } from '#domain/session.ts'
import { withAuditEntry } from '#flows/change.ts'
import type { Gateway } from '#flows/gateway.ts'
import { cancelByMerchant } from '#flows/sessions/cancel-by-merchant.ts'
import { readSessions } from '#flows/sessions/list-sessions.ts'
import { showSession } from '#flows/sessions/read-session.ts'
import { hostedPageUrl } from '#flows/sessions/session-urls.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { type Route, route } from '#http/route.ts'
import { DASHBOARD_PAGE_SIZE, oneOf, pageLinks, QueryText, trimOrUndefined } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { terminalNames } from '../shell/names.ts'
import { successMessages } from '../shell/success-messages.ts'
import { SESSIONS_PATH, sessionsPage } from './list-page.ts'
import { sessionPage } from './page.ts'

const SessionPageParams = Type.Object({ id: Type.String() })

const listRoute = route({
  method: 'GET',
  path: SESSIONS_PATH,
  guard: 'person',
  permission: 'payments.read',
  summary: 'Sessions',
  query: Type.Object({ reference: QueryText, status: QueryText, terminal: QueryText, cursor: QueryText }),
  handle: async (gateway, { caller, query }) => {
    const merchantId = requireMerchant(caller)
    const [reference, terminalId] = [trimOrUndefined(query.reference), trimOrUndefined(query.terminal)]
    const status = oneOf(query.status, SESSION_STATUSES)
    const after = positionOf({ cursor: trimOrUndefined(query.cursor) })
    const [terminals, page] = await Promise.all([
      terminalNames(gateway, merchantId),
      readSessions(gateway, merchantId, { reference, terminalId, status, after }, DASHBOARD_PAGE_SIZE),
    ])
    const filters = { reference: reference ?? '', status: status ?? '', terminal: terminalId ?? '' }
    const beside = pageLinks(SESSIONS_PATH, query, page.next)
    return sessionsPage(caller, { sessions: page.items, terminals, filters, beside })
  },
})

const doneWith = successMessages({ canceled: 'Session canceled. No payment can begin.' })

async function viewOf(gateway: Gateway, merchantId: string, id: string) {
  const [state, terminals] = await Promise.all([
    showSession(gateway, merchantId, id),
    terminalNames(gateway, merchantId),
  ])
  const { terminalId } = state.session
  return { state, terminalName: terminals.get(terminalId) ?? terminalId, hostedPageUrl: hostedPageUrl(gateway, id) }
}

const sessionRoute = route({
  method: 'GET',
  path: `${SESSIONS_PATH}/:id`,
  guard: 'person',
  permission: 'payments.read',
  summary: 'A session and its payments',
  params: SessionPageParams,
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, params, query }) => {
    const view = await viewOf(gateway, requireMerchant(caller), params.id)
    return sessionPage(caller, { ...view, done: doneWith(query.done) })
  },
})

const cancelRoute = route({
  method: 'POST',
  path: `${SESSIONS_PATH}/:id/cancel`,
  guard: 'person',
  permission: 'payments.void',
  summary: 'Cancel a session',
  params: SessionPageParams,
  body: Type.Object({}),
  again: async (gateway, { caller, params }, problems) => {
    const view = await viewOf(gateway, requireMerchant(caller), params.id)
    return sessionPage(caller, { ...view, done: undefined, problems: problems.map(ofForm) })
  },
  handle: async (gateway, { caller, actor, params: { id } }) => {
    const merchantId = requireMerchant(caller)
    await cancelByMerchant(gateway, merchantId, id)
    const deed = { actor, action: 'session.canceled', merchantId, subject: id, changes: {} }
    await withAuditEntry(gateway, deed, async () => {})
    return { status: 303, location: `${SESSIONS_PATH}/${encodeURIComponent(id)}?done=canceled` }
  },
})

/** A session has no field to mark. */
const ofForm = ({ message }: { readonly message: string }) => ({ field: '', message })

export const sessionRoutes: readonly Route[] = [listRoute, sessionRoute, cancelRoute]

import { Type } from 'typebox'
import { DISPUTE_STAGES, DISPUTE_STATUSES } from '#domain/dispute.ts'
import { acceptDispute } from '#flows/disputes/accept-dispute.ts'
import { readDisputesByDeadline, showDispute } from '#flows/disputes/read-disputes.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readTransactions } from '#flows/transactions/index.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { type Route, route } from '#http/route.ts'
import { DASHBOARD_PAGE_SIZE, oneOf, pageLinks, QueryText, trimOrUndefined } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { successMessages } from '../shell/success-messages.ts'
import { DISPUTES_PATH, disputePath, disputesPage } from './list-page.ts'
import { acceptPage, disputePage } from './page.ts'

const DisputePageParams = Type.Object({ id: Type.String() })
const MOST_RECORDS = 100

const READ = { method: 'GET', guard: 'person', permission: 'disputes.read' } as const

const listRoute = route({
  ...READ,
  path: DISPUTES_PATH,
  summary: 'Disputes',
  query: Type.Object({ status: QueryText, stage: QueryText, payment: QueryText, cursor: QueryText }),
  handle: async (gateway, { caller, query }) => {
    const [status, stage] = [oneOf(query.status, DISPUTE_STATUSES), oneOf(query.stage, DISPUTE_STAGES)]
    const transactionId = trimOrUndefined(query.payment)
    const after = positionOf({ cursor: trimOrUndefined(query.cursor) })
    const filter = { status, stage, transactionId, after }
    const page = await readDisputesByDeadline(gateway, requireMerchant(caller), filter, DASHBOARD_PAGE_SIZE)
    const beside = pageLinks(DISPUTES_PATH, query, page.next)
    const filters = { status: status ?? '', stage: stage ?? '', payment: transactionId ?? '' }
    return disputesPage(caller, { disputes: page.items, filters, beside })
  },
})

const doneWith = successMessages({ accepted: 'Dispute accepted.' })

async function viewOf(gateway: Gateway, merchantId: string, id: string) {
  const dispute = await showDispute(gateway, merchantId, id)
  const ofDispute = { parentId: dispute.transactionId, disputeId: id }
  const { items: records } = await readTransactions(gateway, merchantId, ofDispute, MOST_RECORDS)
  return { dispute, records }
}

const disputeRoute = route({
  ...READ,
  path: `${DISPUTES_PATH}/:id`,
  summary: 'A dispute and its money',
  params: DisputePageParams,
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, params, query }) => {
    const view = await viewOf(gateway, requireMerchant(caller), params.id)
    return disputePage(caller, { ...view, done: doneWith(query.done) })
  },
})

const ACCEPT = { path: `${DISPUTES_PATH}/:id/accept`, guard: 'person', permission: 'disputes.manage' } as const

const askRoute = route({
  ...ACCEPT,
  method: 'GET',
  summary: 'Ask before a dispute is accepted',
  params: DisputePageParams,
  handle: async (gateway, { caller, params: { id } }) =>
    acceptPage(caller, await showDispute(gateway, requireMerchant(caller), id)),
})

const acceptRoute = route({
  ...ACCEPT,
  method: 'POST',
  summary: 'Accept a dispute',
  params: DisputePageParams,
  body: Type.Object({}),
  again: async (gateway, { caller, params }, problems) => {
    const view = await viewOf(gateway, requireMerchant(caller), params.id)
    const ofForm = problems.map(({ message }) => ({ field: '', message }))
    return disputePage(caller, { ...view, done: undefined, problems: ofForm })
  },
  handle: async (gateway, { caller, actor, params: { id } }) => {
    await acceptDispute(gateway, actor, requireMerchant(caller), id)
    return { status: 303, location: `${disputePath(id)}?done=accepted` }
  },
})

export const disputeRoutes: readonly Route[] = [listRoute, disputeRoute, askRoute, acceptRoute]

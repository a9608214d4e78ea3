import { showFaults, showRequests } from '#flows/requests/request-log.ts'
import { FaultList, FaultListQuery, RequestList, RequestListQuery } from '../contract/requests.ts'
import { route } from '../route.ts'
import { faultView, requestView } from '../views/request.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { periodOf } from './common/period.ts'

export const listRequestsRoute = route({
  method: 'GET',
  path: '/api/requests',
  guard: 'merchant',
  tag: 'Request log',
  operation: 'listRequests',
  summary: 'List your requests',
  description:
    'Requests of the last 30 days, newest first, without bodies. A request appears about a second after its response.',
  query: RequestListQuery,
  answers: { 200: RequestList },
  handle: async (gateway, { caller, query }) => {
    const {
      method,
      route: pattern,
      status,
      errors: errorsOnly,
      request_id: requestId,
      transaction_id: transactionId,
    } = query
    const filter = {
      method,
      route: pattern,
      status,
      errorsOnly,
      requestId,
      transactionId,
      ...periodOf(query),
      after: positionOf(query),
    }
    const page = await showRequests(gateway, caller.merchantId, filter, limitOf(query))
    return { status: 200, json: listView(page, requestView) }
  },
})

export const listFaultsRoute = route({
  method: 'GET',
  path: '/api/requests/faults',
  guard: 'merchant',
  tag: 'Request log',
  operation: 'listRequestFaults',
  summary: 'List the errors of your requests, grouped',
  description: 'Errors of your requests, grouped; the 50 most frequent first.',
  query: FaultListQuery,
  answers: { 200: FaultList },
  handle: async (gateway, { caller, query }) => {
    const { method, route: pattern, status } = query
    const faults = await showFaults(gateway, caller.merchantId, { method, route: pattern, status, ...periodOf(query) })
    return { status: 200, json: { items: faults.map(faultView) } }
  },
})

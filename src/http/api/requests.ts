import { showFaults, showRequests } from '#flows/requests/request-log.ts'
import { readGiven } from '#interface/read.ts'
import { FaultList, FaultListQuery, RequestListQuery, RequestRecord } from '#interface/request.ts'
import { get } from '../route.ts'
import { filterOf, limitOf } from './common/paging.ts'

export const listRequestsRoute = get('/api/requests', {
  guard: 'merchant',
  permission: 'requests.read',
  tag: 'Request log',
  operation: 'listRequests',
  summary: 'List your requests',
  description:
    'Requests of the last 30 days, newest first, without bodies. A request appears about a second after its response.',
  query: RequestListQuery,
  lists: RequestRecord,
  handle: async (gateway, { caller, query }) => {
    const { errors: errorsOnly, ...filter } = filterOf(RequestListQuery, query)
    return showRequests(gateway, caller.merchantId, { ...filter, errorsOnly }, limitOf(query))
  },
})

export const listFaultsRoute = get('/api/requests/faults', {
  guard: 'merchant',
  permission: 'requests.read',
  tag: 'Request log',
  operation: 'listRequestFaults',
  summary: 'List the errors of your requests, grouped',
  description: 'Errors of your requests, grouped; the 50 most frequent first.',
  query: FaultListQuery,
  shows: FaultList,
  handle: async (gateway, { caller, query }) => ({
    items: await showFaults(gateway, caller.merchantId, readGiven(FaultListQuery, query)),
  }),
})

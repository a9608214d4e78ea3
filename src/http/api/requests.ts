import { showFaults, showRequests } from '#flows/requests/request-log.ts'
import { readGiven } from '#interface/read.ts'
import { FaultList, FaultListQuery, RequestListQuery, RequestRecord } from '#interface/request.ts'
import { ListOf } from '#interface/types.ts'
import { answer, get } from '../route.ts'
import { filterOf, limitOf, listView } from './common/paging.ts'

export const listRequestsRoute = get('/api/requests', {
  guard: 'merchant',
  permission: 'requests.read',
  tag: 'Request log',
  operation: 'listRequests',
  summary: 'List your requests',
  description:
    'Requests of the last 30 days, newest first, without bodies. A request appears about a second after its response.',
  query: RequestListQuery,
  answers: { 200: ListOf(RequestRecord) },
  handle: async (gateway, { caller, query }) => {
    const { errors: errorsOnly, ...filter } = filterOf(RequestListQuery, query)
    const page = await showRequests(gateway, caller.merchantId, { ...filter, errorsOnly }, limitOf(query))
    return answer(listView(page, RequestRecord.of))
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
  answers: { 200: FaultList },
  handle: async (gateway, { caller, query }) => {
    const faults = await showFaults(gateway, caller.merchantId, readGiven(FaultListQuery, query))
    return answer(FaultList.of({ items: faults }))
  },
})

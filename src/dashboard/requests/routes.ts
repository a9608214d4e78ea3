import { Type } from 'typebox'
import { showFaults, showRequests } from '#flows/requests/request-log.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { route } from '#http/route.ts'
import {
  DASHBOARD_PAGE_SIZE,
  DayRange,
  oneOf,
  pageLinks,
  periodOfDays,
  QueryText,
  trimOrUndefined,
} from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { requestsPage } from './page.ts'

const PATH = '/dashboard/requests'
const FAULTS = 5

const requestsRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'requests.read',
  summary: 'Requests',
  query: Type.Object({
    errors: QueryText,
    method: QueryText,
    route: QueryText,
    request_id: QueryText,
    ...DayRange,
    cursor: QueryText,
  }),
  handle: async (gateway, { caller, query }) => {
    const merchantId = requireMerchant(caller)
    const method = oneOf(query.method, ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])
    const [pattern, requestId, errorsOnly] = [
      trimOrUndefined(query.route),
      trimOrUndefined(query.request_id),
      query.errors === 'yes',
    ]
    const shared = { method, route: pattern, ...periodOfDays(caller.timeZone, query) }
    const filter = { ...shared, errorsOnly, requestId, after: positionOf(query) }
    const [{ items, next }, faults] = await Promise.all([
      showRequests(gateway, merchantId, filter, DASHBOARD_PAGE_SIZE),
      requestId === undefined && query.cursor === undefined ? showFaults(gateway, merchantId, shared) : [],
    ])
    const { from = '', to = '' } = query
    const set = { method: method ?? '', route: pattern ?? '', request_id: requestId ?? '', from, to }
    return requestsPage(caller, {
      requests: items,
      faults: faults.slice(0, FAULTS),
      filters: { ...set, errors: errorsOnly ? 'yes' : '' },
      beside: pageLinks(PATH, query, next),
    })
  },
})

export const requestRoutes = [requestsRoute]

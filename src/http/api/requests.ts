import { type Static, Type } from 'typebox'
import { type KeptRequest, type RequestFault, showFaults, showRequests } from '#flows/requests/request-log.ts'
import { Instant, ListOf, NullableString, Paging } from '#interface/types.ts'
import { answer, get } from '../route.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { Period, periodOf } from './common/period.ts'

const Filters = {
  method: Type.Optional(Type.Enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])),
  route: Type.Optional(Type.String({ description: 'Such as `/api/transactions/authorize`.' })),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  ...Period,
}

const RequestListQuery = Type.Object({
  errors: Type.Optional(Type.Boolean({ description: 'Errors only: statuses from 400.' })),
  request_id: Type.Optional(Type.String({ description: 'Header `x-request-id` of the response.' })),
  transaction_id: Type.Optional(Type.String({ description: 'Transaction in the response or the path.' })),
  ...Filters,
  ...Paging,
})
export type RequestListQuery = Static<typeof RequestListQuery>

const FaultListQuery = Type.Object(Filters)

const Route = Type.String({ description: 'The path with the names of its parts, such as `/api/events/{id}`.' })
const Refused = Type.Array(Type.String(), { description: 'Names of the rejected fields.' })

const RequestList = ListOf(
  Type.Object(
    {
      request_id: Type.String(),
      received_at: Instant,
      method: Type.String(),
      path: Type.String({ description: 'Without its query.' }),
      route: Route,
      status: Type.Integer(),
      processing_code: NullableString,
      transaction_id: NullableString,
      duration_ms: Type.Integer(),
      client_id: Type.String(),
      refused_fields: Refused,
    },
    { title: 'Request record' },
  ),
)

const FaultList = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          method: Type.String(),
          route: Route,
          status: Type.Integer(),
          refused_fields: Refused,
          count: Type.Integer(),
          first_at: Instant,
          last_at: Instant,
          last_request_id: Type.String(),
        },
        { title: 'Request fault', description: 'Requests that failed in the same way.' },
      ),
    ),
  },
  { title: 'Request faults' },
)

function requestView(request: KeptRequest) {
  return {
    request_id: request.requestId,
    received_at: request.createdAt,
    method: request.method,
    path: request.path,
    route: request.route,
    status: request.status,
    processing_code: request.processingCode,
    transaction_id: request.transactionId,
    duration_ms: request.durationMs,
    client_id: request.clientId,
    refused_fields: request.refusedFields,
  }
}

function faultView(fault: RequestFault) {
  return {
    method: fault.method,
    route: fault.route,
    status: fault.status,
    refused_fields: fault.refusedFields,
    count: fault.count,
    first_at: fault.firstAt,
    last_at: fault.lastAt,
    last_request_id: fault.lastRequestId,
  }
}

export const listRequestsRoute = get('/api/requests', {
  guard: 'merchant',
  permission: 'requests.read',
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
    return answer(listView(page, requestView))
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
    const { method, route: pattern, status } = query
    const faults = await showFaults(gateway, caller.merchantId, { method, route: pattern, status, ...periodOf(query) })
    return answer({ items: faults.map(faultView) })
  },
})

import type { EventType } from '#domain/event-types.ts'
import {
  listMerchantEvents,
  redeliverAllFailed,
  redeliverEvent,
  showDeliveries,
  showEvent,
} from '#flows/events/index.ts'
import {
  DeliveryList,
  EventList,
  EventListQuery,
  EventParams,
  EventRecord,
  Redelivered,
  RedeliverFailedBody,
} from '../contract/events.ts'
import { route } from '../route.ts'
import { eventView, triedDeliveryView } from '../views/events.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { periodOf } from './common/period.ts'

export const listEventsRoute = route({
  method: 'GET',
  path: '/api/events',
  guard: 'merchant',
  tag: 'Events',
  operation: 'listEvents',
  summary: 'List events',
  description:
    'Newest first. `status` finds events with at least one delivery in that status; with `webhook_endpoint_id`, the ' +
    'delivery there.',
  query: EventListQuery,
  answers: { 200: EventList },
  handle: async (gateway, { caller, query }) => {
    const { transaction_id: transactionId, status, webhook_endpoint_id: webhookEndpointId } = query
    const event = listedType(query.event, webhookEndpointId)
    const filter = { event, transactionId, status, webhookEndpointId, ...periodOf(query), after: positionOf(query) }
    const page = await listMerchantEvents(gateway, caller.merchantId, filter, limitOf(query))
    return { status: 200, json: listView(page, eventView) }
  },
})

/** Whoever never asked for further types, of an endpoint or here, finds none of them in the list. */
function listedType(event: EventType | 'all' | undefined, endpointId?: string): EventType | 'usual' | undefined {
  if (event === 'all') return undefined
  return event ?? (endpointId === undefined ? 'usual' : undefined)
}

export const showEventRoute = route({
  method: 'GET',
  path: '/api/events/:id',
  guard: 'merchant',
  tag: 'Events',
  operation: 'showEvent',
  summary: 'Show an event and its deliveries',
  params: EventParams,
  answers: { 200: EventRecord },
  handle: async (gateway, { caller, params }) => {
    return { status: 200, json: eventView(await showEvent(gateway, caller.merchantId, params.id)) }
  },
})

export const showDeliveriesRoute = route({
  method: 'GET',
  path: '/api/events/:id/deliveries',
  guard: 'merchant',
  tag: 'Events',
  operation: 'showEventDeliveries',
  summary: 'List the delivery attempts of an event',
  params: EventParams,
  answers: { 200: DeliveryList },
  handle: async (gateway, { caller, params }) => {
    const deliveries = await showDeliveries(gateway, caller.merchantId, params.id)
    return { status: 200, json: { items: deliveries.map(triedDeliveryView) } }
  },
})

export const redeliverEventRoute = route({
  method: 'POST',
  path: '/api/events/:id/redeliver',
  guard: 'merchant',
  tag: 'Events',
  operation: 'redeliverEvent',
  summary: 'Resend an event',
  description: 'To every active webhook endpoint that matches the terminal, including newer ones.',
  params: EventParams,
  answers: { 200: EventRecord },
  handle: async (gateway, { caller, params }) => {
    return { status: 200, json: eventView(await redeliverEvent(gateway, caller.merchantId, params.id)) }
  },
})

export const redeliverFailedRoute = route({
  method: 'POST',
  path: '/api/events/redeliver-failed',
  guard: 'merchant',
  tag: 'Events',
  operation: 'redeliverFailedEvents',
  summary: 'Resend failed deliveries',
  description: 'Failed deliveries to active endpoints, up to 1,000 per call, newest first.',
  body: RedeliverFailedBody,
  answers: { 200: Redelivered },
  handle: async (gateway, { caller, body }) => {
    const filter = { webhookEndpointId: body.webhook_endpoint_id, ...periodOf(body) }
    return { status: 200, json: { redelivered: await redeliverAllFailed(gateway, caller.merchantId, filter) } }
  },
})

import { Type } from 'typebox'
import type { EventType } from '#domain/event-types.ts'
import {
  listMerchantEvents,
  redeliverAllFailed,
  redeliverEvent,
  type StoredEvent,
  showDeliveries,
  showEvent,
} from '#flows/events.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { DeliveryList, DeliveryRecord, EventListQuery, EventParams, FailedDeliveriesBody } from '#interface/event.ts'
import { EventPayload } from '#interface/events/processed.ts'
import { readGiven } from '#interface/read.ts'
import { Instant, ListOf } from '#interface/types.ts'
import { TestPayload } from '#interface/webhook-endpoint.ts'
import { listOf, wire } from '#interface/wire.ts'
import { clientMay } from '../request/client-limits.ts'
import { answer, get, post } from '../route.ts'
import { answerOrResult } from './common/action-result.ts'
import { hiddenTypes, requireVisible, visiblePayload } from './common/hidden-events.ts'
import { filterOf, limitOf, listView } from './common/paging.ts'
import { FURTHER_EVENTS } from './event-payloads.ts'

const Payload = Type.Union([EventPayload, ...Object.values(FURTHER_EVENTS).map(({ payload }) => payload), TestPayload])

export const EventRecord = wire('Event', {
  id: Type.String({ description: 'Also the `webhook-id` of every delivery.' }),
  event: Type.String({ description: 'Its type, such as `transaction.processed`; `endpoint.test` for a test.' }),
  transaction_id: Type.Union([Type.String(), Type.Null()], {
    description: 'Null for every type but `transaction.processed`.',
  }),
  created_at: Instant,
  payload: Type.Unsafe<unknown>(Payload),
  deliveries: listOf(DeliveryRecord),
}).named()

const Redelivered = Type.Object(
  { redelivered: Type.Integer({ description: 'Queued deliveries, up to 1,000 per call.' }) },
  { title: 'Redelivered' },
)

export function eventView(event: StoredEvent, caller?: MerchantCaller) {
  const payload = visiblePayload(event, (permission) => caller === undefined || clientMay(caller, permission))
  return EventRecord.of({ ...event, payload })
}

/** @throws RequestError 404 if the caller may not read the object of the event; payments are checked by the route */
function requireReadable(gateway: Gateway, caller: MerchantCaller, id: string): Promise<void> {
  return requireVisible(
    gateway,
    caller.merchantId,
    id,
    (permission) => permission === 'payments.read' || clientMay(caller, permission),
  )
}

function deliveryStatusOf({ deliveries }: StoredEvent): StoredEvent['deliveries'][number]['status'] {
  const statuses = deliveries.map(({ status }) => status)
  return (['PENDING', 'FAILED'] as const).find((one) => statuses.includes(one)) ?? 'DELIVERED'
}

const EVENTS = { guard: 'merchant', tag: 'Events' } as const

export const listEventsRoute = get('/api/events', {
  ...EVENTS,
  permission: 'payments.read',
  operation: 'listEvents',
  summary: 'List events',
  description:
    'Newest first. `status` finds events with at least one delivery in that status; with `webhook_endpoint_id`, the ' +
    'delivery there.',
  query: EventListQuery,
  answers: { 200: ListOf(EventRecord) },
  handle: async (gateway, { caller, query }) => {
    const event = listedType(query.event, query.webhook_endpoint_id)
    const hidden = hiddenTypes((permission) => clientMay(caller, permission))
    const filter = { ...filterOf(EventListQuery, query), event, hidden }
    const page = await listMerchantEvents(gateway, caller.merchantId, filter, limitOf(query))
    return answer(listView(page, (event) => eventView(event, caller)))
  },
})

/** Events of opt-in types are listed only if this query or an endpoint names their type. */
function listedType(event: EventType | 'all' | undefined, endpointId?: string): EventType | 'usual' | undefined {
  if (event === 'all') return undefined
  return event ?? (endpointId === undefined ? 'usual' : undefined)
}

export const showEventRoute = get('/api/events/:id', {
  ...EVENTS,
  permission: 'payments.read',
  operation: 'showEvent',
  summary: 'Show an event and its deliveries',
  params: EventParams,
  answers: { 200: EventRecord },
  handle: async (gateway, { caller, params }) => {
    await requireReadable(gateway, caller, params.id)
    return answer(eventView(await showEvent(gateway, caller.merchantId, params.id), caller))
  },
})

export const showDeliveriesRoute = get('/api/events/:id/deliveries', {
  ...EVENTS,
  permission: 'payments.read',
  operation: 'showEventDeliveries',
  summary: 'List the delivery attempts of an event',
  params: EventParams,
  shows: DeliveryList,
  handle: async (gateway, { caller, params }) => {
    await requireReadable(gateway, caller, params.id)
    const deliveries = await showDeliveries(gateway, caller.merchantId, params.id)
    return { items: deliveries.map(({ delivery, tries }) => ({ ...delivery, tries })) }
  },
})

export const redeliverEventRoute = post('/api/events/:id/redeliver', {
  ...EVENTS,
  permission: 'events.resend',
  operation: 'redeliverEvent',
  summary: 'Resend an event',
  description: 'To every active webhook endpoint that matches the terminal, including newer ones.',
  params: EventParams,
  answers: { 200: answerOrResult(EventRecord) },
  reread: async (gateway, caller, id) => redeliveryView(caller, await showEvent(gateway, caller.merchantId, id)),
  handle: async (gateway, { caller, params }) => {
    await requireReadable(gateway, caller, params.id)
    return answer(redeliveryView(caller, await redeliverEvent(gateway, caller.merchantId, params.id)))
  },
})

function redeliveryView(caller: MerchantCaller, event: StoredEvent) {
  if (clientMay(caller, 'payments.read')) return eventView(event, caller)
  return { id: event.id, status: deliveryStatusOf(event) }
}

export const redeliverFailedRoute = post('/api/events/redeliver-failed', {
  ...EVENTS,
  permission: 'events.resend',
  operation: 'redeliverFailedEvents',
  summary: 'Resend failed deliveries',
  description: 'Failed deliveries to active endpoints, up to 1,000 per call, newest first.',
  body: FailedDeliveriesBody,
  answers: { 200: Redelivered },
  handle: async (gateway, { caller, body }) => {
    const filter = readGiven(FailedDeliveriesBody, body)
    return answer({ redelivered: await redeliverAllFailed(gateway, caller.merchantId, filter) })
  },
})

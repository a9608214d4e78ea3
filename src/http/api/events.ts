import { type Static, Type } from 'typebox'
import { EVENT_TYPES, type EventType, subscribedTypes } from '#domain/event-types.ts'
import {
  listMerchantEvents,
  redeliverAllFailed,
  redeliverEvent,
  type StoredEvent,
  showDeliveries,
  showEvent,
  type TriedDelivery,
} from '#flows/events.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { IssuedWebhookEndpoint, WebhookEndpoint } from '#flows/webhook-endpoints/index.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { EventPayload } from '#interface/events/processed.ts'
import { Instant, ListOf, Paging } from '#interface/types.ts'
import { TestPayload } from '#interface/webhook-endpoint.ts'
import { clientMay } from '../request/client-limits.ts'
import { answer, get, post } from '../route.ts'
import { answerOrResult } from './common/action-result.ts'
import { hiddenTypes, requireVisible, visiblePayload } from './common/hidden-events.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'
import { Period, periodOf } from './common/period.ts'
import { FURTHER_EVENTS } from './event-payloads.ts'

const Text = Type.String()
const DeliveryStatus = Type.Enum(['PENDING', 'DELIVERED', 'FAILED'])

const deliveryFields = {
  webhook_endpoint_id: Type.String(),
  status: DeliveryStatus,
  attempts: Type.Integer({ description: 'Attempts so far.' }),
  response_status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'HTTP status of the last response; null if none arrived within 15 s.',
  }),
  next_attempt_at: Type.Union([Instant, Type.Null()]),
}

const Delivery = Type.Object(deliveryFields, { title: 'Delivery' })

const Try = Type.Object(
  {
    attempt: Type.Integer({ description: '1 is the first.' }),
    tried_at: Instant,
    duration_ms: Type.Integer(),
    response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null without a response.' }),
    answer: Type.Union([Text, Type.Null()], { description: 'The first kB of the response body.' }),
    failure: Type.Union([Text, Type.Null()], { description: 'Reason without a response.' }),
  },
  { title: 'Delivery try' },
)

const DeliveryList = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        ...deliveryFields,
        tries: Type.Array(Try, { description: 'Of the last 30 days, the latest first.' }),
      }),
    ),
  },
  { title: 'Event deliveries' },
)

export const EventRecord = Type.Object(
  {
    id: Type.String({ description: 'Also the `webhook-id` of every delivery.' }),
    event: Type.String({ description: 'Its type, such as `transaction.processed`; `endpoint.test` for a test.' }),
    transaction_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Null for every type but `transaction.processed`.',
    }),
    created_at: Instant,
    payload: Type.Union([EventPayload, ...Object.values(FURTHER_EVENTS).map(({ payload }) => payload), TestPayload]),
    deliveries: Type.Array(Delivery),
  },
  { title: 'Event' },
)

const EventList = ListOf(EventRecord)

const RedeliverFailedBody = Type.Object({
  webhook_endpoint_id: Type.Optional(Type.String({ maxLength: 255 })),
  ...Period,
})

const Redelivered = Type.Object(
  {
    redelivered: Type.Integer({ description: 'Queued deliveries, up to 1,000 per call.' }),
  },
  { title: 'Redelivered' },
)

const EventParams = Type.Object({ id: Type.String({ description: 'Event id.' }) })

const EventListQuery = Type.Object({
  event: Type.Optional(
    Type.Enum([...EVENT_TYPES, 'all'], {
      description: 'A type, or `all`. Default without `webhook_endpoint_id`: the types that endpoints get by default.',
    }),
  ),
  transaction_id: Type.Optional(Type.String()),
  status: Type.Optional(DeliveryStatus),
  webhook_endpoint_id: Type.Optional(Type.String()),
  ...Period,
  ...Paging,
})

export function eventView(event: StoredEvent, caller?: MerchantCaller) {
  return {
    id: event.id,
    event: event.event,
    transaction_id: event.transactionId,
    created_at: event.createdAt,
    payload: visiblePayload(event, (permission) => caller === undefined || clientMay(caller, permission)),
    deliveries: event.deliveries.map(deliveryView),
  }
}

function triedDeliveryView({ delivery, tries }: TriedDelivery) {
  return {
    ...deliveryView(delivery),
    tries: tries.map((one) => ({
      attempt: one.attempt,
      tried_at: one.triedAt,
      duration_ms: one.durationMs,
      response_status: one.answeredStatus,
      answer: one.answer,
      failure: one.failure,
    })),
  }
}

function deliveryView(delivery: StoredEvent['deliveries'][number]) {
  return {
    webhook_endpoint_id: delivery.webhookEndpointId,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    next_attempt_at: delivery.nextAttemptAt,
  }
}

export function webhookEndpointView(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    terminal_id: endpoint.terminalId,
    status: endpoint.status,
    event_types: subscribedTypes(endpoint.eventTypes),
    secret_since: endpoint.secretSince,
    previous_secret_until: endpoint.previousSecretUntil,
    created_at: endpoint.createdAt,
  }
}

/** Shows the secret, on creation and rotation only. */
export function issuedWebhookEndpointView({ endpoint, secret }: IssuedWebhookEndpoint) {
  return { ...webhookEndpointView(endpoint), secret: secret.reveal() }
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

function deliveryStatusOf({ deliveries }: StoredEvent): Static<typeof DeliveryStatus> {
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
  answers: { 200: EventList },
  handle: async (gateway, { caller, query }) => {
    const { transaction_id: transactionId, status, webhook_endpoint_id: webhookEndpointId } = query
    const event = listedType(query.event, webhookEndpointId)
    const hidden = hiddenTypes((permission) => clientMay(caller, permission))
    const filter = {
      event,
      hidden,
      transactionId,
      status,
      webhookEndpointId,
      ...periodOf(query),
      after: positionOf(query),
    }
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
  answers: { 200: DeliveryList },
  handle: async (gateway, { caller, params }) => {
    await requireReadable(gateway, caller, params.id)
    const deliveries = await showDeliveries(gateway, caller.merchantId, params.id)
    return answer({ items: deliveries.map(triedDeliveryView) })
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

function redeliveryView(caller: MerchantCaller, event: Awaited<ReturnType<typeof showEvent>>) {
  if (clientMay(caller, 'payments.read')) return eventView(event, caller)
  return { id: event.id, status: deliveryStatusOf(event) }
}

export const redeliverFailedRoute = post('/api/events/redeliver-failed', {
  ...EVENTS,
  permission: 'events.resend',
  operation: 'redeliverFailedEvents',
  summary: 'Resend failed deliveries',
  description: 'Failed deliveries to active endpoints, up to 1,000 per call, newest first.',
  body: RedeliverFailedBody,
  answers: { 200: Redelivered },
  handle: async (gateway, { caller, body }) => {
    const filter = { webhookEndpointId: body.webhook_endpoint_id, ...periodOf(body) }
    return answer({ redelivered: await redeliverAllFailed(gateway, caller.merchantId, filter) })
  },
})

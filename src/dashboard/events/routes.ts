import { type Static, Type } from 'typebox'
import { EVENT_TYPES } from '#domain/event-types.ts'
import { listMerchantEvents, redeliverAllFailed, redeliverEvent, showDeliveries, showEvent } from '#flows/events.ts'
import type { Gateway } from '#flows/gateway.ts'
import { listMerchantWebhookEndpoints } from '#flows/webhook-endpoints/index.ts'
import { hiddenTypes, requireVisible } from '#http/api/common/hidden-events.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { EventParams } from '#http/api/events.ts'
import { route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import {
  buildUrl,
  checkedPeriodOfDays,
  DASHBOARD_PAGE_SIZE,
  DayRange,
  oneOf,
  pageLinks,
  periodOfDays,
  QueryText,
  trimOrUndefined,
} from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { successMessages } from '../shell/success-messages.ts'
import { eventsPage } from './list-page.ts'
import { eventPage } from './page.ts'

const PATH = '/dashboard/events'
const MOST_ENDPOINTS = 100

const EventsQuery = Type.Object({
  type: QueryText,
  status: QueryText,
  endpoint: QueryText,
  ...DayRange,
  cursor: QueryText,
  done: QueryText,
})

const eventsRoute = route({
  method: 'GET',
  path: PATH,
  guard: 'person',
  permission: 'payments.read',
  summary: 'Events',
  query: EventsQuery,
  handle: async (gateway, { caller, query: { done, ...query } }) => {
    const words = done === undefined ? undefined : queuedWords(Number.parseInt(done, 10) || 0)
    return eventsPage(caller, { ...(await listView(gateway, caller, query)), done: words })
  },
})

function queuedWords(count: number): string {
  return `${count} ${count === 1 ? 'delivery' : 'deliveries'} queued.`
}

async function listView(gateway: Gateway, caller: PersonCaller, query: Omit<Static<typeof EventsQuery>, 'done'>) {
  const merchantId = requireMerchant(caller)
  const event = oneOf(query.type, EVENT_TYPES)
  const status = oneOf(query.status, ['PENDING', 'DELIVERED', 'FAILED'])
  const webhookEndpointId = trimOrUndefined(query.endpoint)
  const hidden = hiddenTypes((permission) => may(caller, permission))
  const period = periodOfDays(caller.timeZone, query)
  const filter = { event, hidden, status, webhookEndpointId, ...period, after: positionOf(query) }
  const [{ items, next }, { items: endpoints }] = await Promise.all([
    listMerchantEvents(gateway, merchantId, filter, DASHBOARD_PAGE_SIZE),
    listMerchantWebhookEndpoints(gateway, merchantId, undefined, MOST_ENDPOINTS),
  ])
  const { from = '', to = '' } = query
  const filters = { type: event ?? '', status: status ?? '', endpoint: webhookEndpointId ?? '', from, to }
  return { events: items, endpoints, filters, beside: pageLinks(PATH, query, next) }
}

const eventRoute = route({
  method: 'GET',
  path: `${PATH}/:id`,
  guard: 'person',
  permission: 'payments.read',
  summary: 'An event',
  params: EventParams,
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, params: { id }, query }) => {
    const merchantId = requireMerchant(caller)
    await requireVisible(gateway, merchantId, id, (permission) => may(caller, permission))
    const event = await showEvent(gateway, merchantId, id)
    const [deliveries, { items: endpoints }] = await Promise.all([
      showDeliveries(gateway, merchantId, id),
      listMerchantWebhookEndpoints(gateway, merchantId, undefined, MOST_ENDPOINTS),
    ])
    const done = doneWith(query.done)
    return eventPage(caller, { event, deliveries, endpoints, done })
  },
})

const doneWith = successMessages({
  redelivered: 'Redelivery queued. The result appears here.',
  tested: 'Test event queued. The result appears here.',
})

const redeliverRoute = route({
  method: 'POST',
  path: `${PATH}/:id/redeliver`,
  guard: 'person',
  permission: 'events.resend',
  summary: 'Redeliver an event',
  params: EventParams,
  handle: async (gateway, { caller, params: { id } }) => {
    await requireVisible(gateway, requireMerchant(caller), id, (permission) => may(caller, permission))
    await redeliverEvent(gateway, requireMerchant(caller), id)
    return { status: 303, location: `${PATH}/${encodeURIComponent(id)}?done=redelivered` }
  },
})

const redeliverFailedRoute = route({
  method: 'POST',
  path: `${PATH}/redeliver-failed`,
  guard: 'person',
  permission: 'events.resend',
  summary: 'Resend failed deliveries',
  body: Type.Object({ endpoint: QueryText, ...DayRange }),
  again: async (gateway, { caller, body: { endpoint = '', from = '', to = '' } }, problems) => {
    const view = await listView(gateway, caller, {})
    return eventsPage(caller, { ...view, filters: { type: '', status: '', endpoint, from, to }, problems })
  },
  handle: async (gateway, { caller, body: { endpoint, from, to } }) => {
    const filter = {
      webhookEndpointId: trimOrUndefined(endpoint),
      ...checkedPeriodOfDays(caller.timeZone, { from: from || undefined, to: to || undefined }),
    }
    const count = await redeliverAllFailed(gateway, requireMerchant(caller), filter)
    return { status: 303, location: buildUrl(PATH, { endpoint, from, to, done: String(count) }) }
  },
})

export const eventRoutes = [eventsRoute, eventRoute, redeliverRoute, redeliverFailedRoute]

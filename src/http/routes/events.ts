import { listMerchantEvents, redeliverEvent, showEvent } from '#flows/events/index.ts'
import { EventList, EventListQuery, EventParams, EventRecord } from '../contract/events.ts'
import { route } from '../route.ts'
import { eventView } from '../views/events.ts'
import { limitOf, listView, positionOf } from './common/paging.ts'

export const listEventsRoute = route({
  method: 'GET',
  path: '/api/events',
  guard: 'merchant',
  tag: 'Events',
  summary: 'List events',
  description: 'Newest first. `status` finds events with at least one delivery in that status.',
  query: EventListQuery,
  answers: { 200: EventList },
  handle: async (gateway, { caller, query }) => {
    const filter = { transactionId: query.transaction_id, status: query.status, after: positionOf(query) }
    const page = await listMerchantEvents(gateway, caller.merchantId, filter, limitOf(query))
    return { status: 200, json: listView(page, eventView) }
  },
})

export const showEventRoute = route({
  method: 'GET',
  path: '/api/events/:id',
  guard: 'merchant',
  tag: 'Events',
  summary: 'Show an event and its deliveries',
  params: EventParams,
  answers: { 200: EventRecord },
  handle: async (gateway, { caller, params }) => {
    return { status: 200, json: eventView(await showEvent(gateway, caller.merchantId, params.id)) }
  },
})

export const redeliverEventRoute = route({
  method: 'POST',
  path: '/api/events/:id/redeliver',
  guard: 'merchant',
  tag: 'Events',
  summary: 'Send an event again',
  description: 'To every active webhook endpoint that fits its terminal, those created later included.',
  params: EventParams,
  answers: { 200: EventRecord },
  handle: async (gateway, { caller, params }) => {
    return { status: 200, json: eventView(await redeliverEvent(gateway, caller.merchantId, params.id)) }
  },
})

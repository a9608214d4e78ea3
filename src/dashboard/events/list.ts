import { EVENT_TYPES } from '#domain/event-types.ts'
import { listMerchantEvents, redeliverAllFailed, type StoredEvent } from '#flows/events.ts'
import { listMerchantWebhookEndpoints, type WebhookEndpoint } from '#flows/webhook-endpoints/index.ts'
import { type Html, html } from '#html/html.ts'
import { hiddenTypes } from '#http/api/common/hidden-events.ts'
import type { Route } from '#http/route.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { postButton } from '../parts/form.ts'
import { deliveryBadge, eventName, formatTime } from '../parts/format.ts'
import { buildUrl } from '../parts/list.ts'
import { listedId } from '../parts/sheet.ts'
import { tabs } from '../parts/tabs.ts'
import { checkedPeriodOfDays, periodOfDays, trimOrUndefined } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, FROM, listing, TO } from '../shell/listing.ts'
import { action, type Texts } from '../shell/screen.ts'
import { EVENTS_PATH, event, MOST_ENDPOINTS, orderLine, paymentOf, redeliverRoute } from './page.ts'

const events = listing({
  path: EVENTS_PATH,
  permission: 'payments.read',
  title: 'Events',
  fillsFilters: true,
  lead: () => 'Events sent to your webhook endpoints, newest first.',
  done: (count) => queuedWords(Number.parseInt(count, 10) || 0),
  filters: {
    type: { label: 'Type', among: EVENT_TYPES.map((type) => [type, type] as const) },
    status: ['PENDING', 'DELIVERED', 'FAILED'],
    endpoint: 'Endpoint',
    from: FROM,
    to: TO,
  },
  read: async (gateway, { caller, merchantId }, { type, status, endpoint: webhookEndpointId, ...days }, after) => {
    const hidden = hiddenTypes((permission) => may(caller, permission))
    const filter = { event: type, hidden, status, webhookEndpointId, ...periodOfDays(caller.timeZone, days), after }
    const [page, { items: endpoints }] = await Promise.all([
      listMerchantEvents(gateway, merchantId, filter, DASHBOARD_PAGE_SIZE),
      listMerchantWebhookEndpoints(gateway, merchantId, undefined, MOST_ENDPOINTS),
    ])
    return { ...page, choices: { endpoint: endpointNames(endpoints) } }
  },
  actions: (caller, { items, set }) => resendAll(caller, items, set),
  above: (_caller, { set }) =>
    tabs(
      'Events by delivery',
      set.status || 'all',
      ['all', 'All', EVENTS_PATH],
      ['FAILED', 'Failed', `${EVENTS_PATH}?status=FAILED`],
    ),
  rows: ({ timeZone }) => ({
    caption: 'Events',
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => event.hrefOf({ id }),
    columns: (cell) => [
      cell.title('event', 'Event', (one) => eventName(one.event)),
      cell.state('deliveries', 'Deliveries', deliveriesOf),
      { ...cell.note('transaction', 'About', paymentOf), also: orderLine },
      cell.more('event-id', 'ID', ({ id }) => listedId(id, 'event')),
      cell.time('time', 'Time', ({ createdAt }) => formatTime(createdAt, timeZone)),
    ],
  }),
  none: (caller) => ({
    words: 'You get an event for every completed payment. Add a webhook endpoint, then make a payment.',
    ...(may(caller, 'webhooks.read') && { action: { href: '/dashboard/webhooks', words: 'Go to webhooks' } }),
  }),
})

function queuedWords(count: number): string {
  return `${count} ${count === 1 ? 'delivery' : 'deliveries'} queued.`
}

/** Resends what failed within the filters; of every type, so not from a list of one. */
function resendAll(
  caller: PersonCaller,
  items: readonly StoredEvent[],
  { type, endpoint, from, to }: Texts,
): Html | false {
  const hasFailed = items.some(({ deliveries }) => deliveries.some(({ status }) => status === 'FAILED'))
  if (!hasFailed || type !== '' || !may(caller, 'events.resend')) return false
  return postButton(caller, {
    action: `${EVENTS_PATH}/redeliver-failed`,
    hidden: { endpoint, from, to },
    words: 'Resend failed',
    does: 'redeliver-failed',
  })
}

function deliveriesOf({ deliveries }: StoredEvent): Html | string {
  if (deliveries.length === 0) return 'No subscriber'
  const statuses = [...new Set(deliveries.map(({ status }) => status))]
  return html`${statuses.map((status) => html`${deliveryBadge(status)} `)}`
}

const redeliverFailedRoute = action(events, {
  at: '/redeliver-failed',
  permission: 'events.resend',
  body: ['endpoint', 'from', 'to'],
  does: async (gateway, { caller, merchantId, body: { endpoint, from, to } }) => {
    const filter = {
      webhookEndpointId: trimOrUndefined(endpoint),
      ...checkedPeriodOfDays(caller.timeZone, { from: from || undefined, to: to || undefined }),
    }
    const count = await redeliverAllFailed(gateway, merchantId, filter)
    return { status: 303, location: buildUrl(EVENTS_PATH, { endpoint, from, to, done: String(count) }) }
  },
})

/** Endpoints by their host, those that share one by host and path: id and name of each. */
function endpointNames(endpoints: readonly WebhookEndpoint[]): readonly (readonly [id: string, name: string])[] {
  const urls = endpoints.map(({ id, url }) => ({ id, url: new URL(url) }))
  return urls.map(({ id, url }) => {
    const isAlone = urls.filter((other) => other.url.host === url.host).length === 1
    return [id, isAlone ? url.host : `${url.host}${url.pathname}`]
  })
}

export const eventRoutes: readonly Route[] = [events.route, event.route, redeliverRoute, redeliverFailedRoute]

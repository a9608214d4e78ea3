import { EVENT_TYPES } from '#domain/event-types.ts'
import type { StoredEvent } from '#flows/events/index.ts'
import type { WebhookEndpoint } from '#flows/webhook-endpoints/index.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { deliveryBadge } from '../parts/delivery-badge.ts'
import { doneNotice } from '../parts/done.ts'
import { filters } from '../parts/filters.ts'
import { type FieldProblem, postButton, problemSummary } from '../parts/form.ts'
import { eventName, formatTime } from '../parts/format.ts'
import { cell, type Column, list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { listedId } from '../parts/short-id.ts'
import { noMatch, statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { endpointNames } from '../webhooks/endpoint-name.ts'
import { paymentOf } from './payment-of.ts'

const PATH = '/dashboard/events'

const STATUSES = [
  ['PENDING', 'Pending'],
  ['DELIVERED', 'Delivered'],
  ['FAILED', 'Failed'],
] as const

interface EventsView {
  readonly events: readonly StoredEvent[]
  readonly endpoints: readonly WebhookEndpoint[]
  readonly filters: {
    readonly type: string
    readonly status: string
    readonly endpoint: string
    readonly from: string
    readonly to: string
  }
  readonly beside: PagerView
  readonly done?: string | undefined
  readonly problems?: readonly FieldProblem[]
}

export function eventsPage(caller: Viewer, view: EventsView): DashboardPageAnswer {
  const { type, status: chosen, endpoint, from, to } = view.filters
  const { problems = [] } = view
  const body = html`${doneNotice(view.done)}${problemSummary(problems)}
${filters({
  path: PATH,
  filters: [
    { name: 'type', label: 'Type', value: type, options: EVENT_TYPES.map((one) => [one, one]) },
    { name: 'status', label: 'Delivery', value: chosen, options: STATUSES },
    { name: 'endpoint', label: 'Endpoint', value: endpoint, options: endpointNames(view.endpoints) },
    { name: 'from', label: 'From', value: from, type: 'date' },
    { name: 'to', label: 'To', value: to, type: 'date' },
  ],
})}
${rowsOf(caller, view)}
${pager(view.beside)}`
  const lead = 'Events sent to your webhook endpoints, newest first.'
  const [actions, status] = [resendAll(caller, view), problems.length > 0 ? 422 : 200]
  return dashboardPage(caller, { page: 'events', title: 'Events', lead, actions, body, status })
}

/** Only what failed is sent again, within the filters that are set; of every type, so not from a list of one. */
function resendAll(caller: Viewer, { events, filters: { type, endpoint, from, to } }: EventsView): Html | undefined {
  const hasFailed = events.some(({ deliveries }) => deliveries.some(({ status }) => status === 'FAILED'))
  if (!hasFailed || type !== '' || !may(caller, 'events.resend')) return undefined
  return postButton(caller, {
    action: `${PATH}/redeliver-failed`,
    hidden: { endpoint, from, to },
    words: 'Resend failed',
    does: 'redeliver-failed',
  })
}

function rowsOf(caller: Viewer, { events, filters: set, beside }: EventsView): Html {
  if (events.length > 0) {
    return list({
      name: 'events',
      caption: 'Events',
      columns: () => columnsFor(caller),
      rows: events,
      idOf: ({ id }) => id,
      hrefOf: ({ id }) => `${PATH}/${id}`,
    })
  }
  if (Object.values(set).some(Boolean) || beside.newer !== undefined) return noMatch('events', PATH)
  return statePanel({
    state: 'empty',
    heading: 'No events yet',
    words: 'You get an event for every completed payment. Add a webhook endpoint, then make a payment.',
    ...(may(caller, 'webhooks.read') && { action: { href: '/dashboard/webhooks', words: 'Go to webhooks' } }),
  })
}

function columnsFor({ timeZone }: Viewer): readonly Column<StoredEvent>[] {
  return [
    cell.title('event', 'Event', ({ event }) => eventName(event)),
    cell.state('deliveries', 'Deliveries', deliveriesOf),
    cell.more('transaction', 'Payment', paymentOf),
    cell.more('event-id', 'ID', ({ id }) => listedId(id, 'event')),
    cell.time('time', `Time (${timeZone})`, ({ createdAt }) => formatTime(createdAt, timeZone)),
  ]
}

function deliveriesOf({ deliveries }: StoredEvent): Html | string {
  if (deliveries.length === 0) return 'Not sent'
  const statuses = [...new Set(deliveries.map(({ status }) => status))]
  return html`${statuses.map((status) => html`${deliveryBadge(status)} `)}`
}

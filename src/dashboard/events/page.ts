import type { StoredEvent, TriedDelivery } from '#flows/events/index.ts'
import type { WebhookEndpoint } from '#flows/webhook-endpoints/index.ts'
import { type Html, html } from '#html/html.ts'
import { withoutRules } from '#http/api/common/hidden-events.ts'
import { may } from '#identity/permissions.ts'
import { codeBlock } from '../parts/code-block.ts'
import { saysCustomer } from '../parts/customer-fields.ts'
import { deliveryBadge } from '../parts/delivery-badge.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { postButton } from '../parts/form.ts'
import { badge, formatCount, formatTime } from '../parts/format.ts'
import { copiedId } from '../parts/short-id.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { paymentOf } from './payment-of.ts'

type Try = TriedDelivery['tries'][number]

interface EventView {
  readonly event: StoredEvent
  readonly deliveries: readonly TriedDelivery[]
  /** Those that still exist. */
  readonly endpoints: readonly WebhookEndpoint[]
  readonly done: string | undefined
}

export function eventPage(caller: Viewer, view: EventView): DashboardPageAnswer {
  const { event, deliveries, endpoints } = view
  const hidesCustomer = !may(caller, 'payments.read-customer')
  const hidesRules = withoutRules(event.event, (permission) => may(caller, permission)) !== undefined
  const body = html`${doneNotice(view.done)}
<section class="sheet">
${factList([
  ['Event', event.event, 'event'],
  ['ID (webhook-id)', copiedId(event.id, 'event-id', 'event ID')],
  ['Payment', paymentOf(event), 'transaction'],
  [`Time (${caller.timeZone})`, formatTime(event.createdAt, caller.timeZone, 'second'), 'time'],
])}
</section>
<section class="sheet" aria-labelledby="deliveries">
<h2 id="deliveries">Deliveries</h2>
${deliveries.length === 0 && statePanel({ state: 'empty', heading: 'Not sent', words: 'No active endpoint matched this event. Add one, then redeliver.' })}
${deliveries.map((delivery) => deliveryOf(caller, delivery, endpoints))}
</section>
<section class="sheet" aria-labelledby="payload">
<h2 id="payload">Payload</h2>
${hidesCustomer && html`<p class="hint">Customer details are hidden for your role.</p>`}
${codeBlock(
  payloadText(event.body, (key) => (hidesCustomer && saysCustomer(key)) || (hidesRules && key === 'matched')),
  'Payload as JSON',
  'payload',
)}
</section>`
  const back = { href: '/dashboard/events', words: 'Events' }
  const actions = redeliver(caller, event)
  return dashboardPage(caller, { page: 'event', title: 'Event', back, actions, body, progress: progressOf(deliveries) })
}

/** While the first attempt at an endpoint is due. */
function progressOf(deliveries: readonly TriedDelivery[]): string | false {
  const states = deliveries.map(({ delivery: { status, attempts } }) => `${status}${attempts}`)
  return states.includes('PENDING0') && states.join()
}

function redeliver(caller: Viewer, { id }: StoredEvent): Html | undefined {
  if (!may(caller, 'events.resend')) return undefined
  const action = `/dashboard/events/${id}/redeliver`
  return postButton(caller, { action, words: 'Redeliver', does: 'redeliver', look: 'primary' })
}

function deliveryOf(
  { timeZone }: Viewer,
  { delivery, tries }: TriedDelivery,
  endpoints: readonly WebhookEndpoint[],
): Html {
  const { webhookEndpointId: id, status, attempts, nextAttemptAt } = delivery
  const endpoint = endpoints.find((one) => one.id === id)
  return html`<article class="delivery" data-id="${id}">
<p class="sheet-head"><span class="breaks">${endpoint ? html`<a href="/dashboard/webhooks/${id}" translate="no">${endpoint.url}</a>` : html`Deleted endpoint (<code translate="no">${id}</code>)`}</span> ${deliveryBadge(status)}</p>
<p class="hint"><span data-field="attempts">${formatCount(attempts)}</span> ${attempts === 1 ? 'attempt' : 'attempts'}${status === 'PENDING' && nextAttemptAt && html`; next attempt <span data-field="next-attempt">${formatTime(nextAttemptAt, timeZone, 'second')}</span>`}</p>
<ol class="timeline" data-list="tries">${tries.map((one) => tryOf(one, id, timeZone))}</ol>
</article>`
}

function tryOf(one: Try, endpointId: string, timeZone: string): Html {
  const { attempt, triedAt, durationMs, answeredStatus: status, answer, failure } = one
  const isGood = status !== null && status >= 200 && status < 300
  return html`<li class="step-${isGood ? 'success' : 'danger'}" data-id="${attempt}">
<p class="step-title"><strong>Attempt ${attempt}</strong> ${badge(status === null ? 'No response' : String(status), isGood ? 'success' : 'danger', 'response-status')}</p>
${failure && html`<div class="step-detail" data-field="failure">${failure}</div>`}
${answer && html`<details class="fold-plain"><summary>Response body</summary>${codeBlock(answer, `Response body of attempt ${attempt}, ${endpointId}`, 'answer')}</details>`}
<p class="hint">${formatTime(triedAt, timeZone, 'millisecond')} · <span data-field="duration">${formatCount(durationMs)} ms</span></p>
</li>
`
}

/** As it is sent, but in lines. Numbers keep their spelling: an int64 does not fit into JavaScript's own. */
function payloadText(body: string, hides: (key: string) => boolean): string {
  const reviver = (key: string, value: unknown, { source }: { source: string }) => {
    if (typeof value === 'number') return JSON.rawJSON(source)
    return hides(key) && value !== null ? '…' : value
  }
  return JSON.stringify(JSON.parse(body, reviver), null, 2)
}

import { redeliverEvent, type StoredEvent, showDeliveries, showEvent, type TriedDelivery } from '#flows/events.ts'
import { listMerchantWebhookEndpoints, type WebhookEndpoint } from '#flows/webhook-endpoints/index.ts'
import { type Html, html } from '#html/html.ts'
import { requireVisible, withoutRules } from '#http/api/common/hidden-events.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { codeBlock } from '../parts/code-block.ts'
import { factList } from '../parts/facts.ts'
import { postButton } from '../parts/form.ts'
import { badge, deliveryBadge, formatCount, formatTime } from '../parts/format.ts'
import { paymentHref, saysCustomer } from '../parts/payment-labels.ts'
import { sheet } from '../parts/sheet.ts'
import { copiedId, shortId } from '../parts/short-id.ts'
import { statePanel } from '../parts/states.ts'
import { action } from '../shell/action.ts'
import { requireMerchant, screen } from '../shell/screen.ts'

export const EVENTS_PATH = '/dashboard/events'

/** Endpoints that a page names. */
export const MOST_ENDPOINTS = 100

const NOT_SENT = {
  heading: 'Not sent',
  words: 'No active endpoint matched this event. Add one, then redeliver.',
}

type Try = TriedDelivery['tries'][number]

export const event = screen({
  path: `${EVENTS_PATH}/:id`,
  permission: 'payments.read',
  summary: 'An event',
  page: 'event',
  done: {
    redelivered: 'Redelivery queued. The result appears here.',
    tested: 'Test event queued. The result appears here.',
  },
  read: async (gateway, { caller, params: { id } }) => {
    const merchantId = requireMerchant(caller)
    await requireVisible(gateway, merchantId, id, (permission) => may(caller, permission))
    const record = await showEvent(gateway, merchantId, id)
    const [deliveries, { items: endpoints }] = await Promise.all([
      showDeliveries(gateway, merchantId, id),
      listMerchantWebhookEndpoints(gateway, merchantId, undefined, MOST_ENDPOINTS),
    ])
    return { record, deliveries, endpoints }
  },
  show: (caller, { record, deliveries, endpoints }) => {
    const hidesCustomer = !may(caller, 'payments.read-customer')
    const hidesRules = withoutRules(record.event, (permission) => may(caller, permission)) !== undefined
    const isHidden = (key: string) => (hidesCustomer && saysCustomer(key)) || (hidesRules && key === 'matched')
    const sent = deliveries.map((delivery) => deliveryOf(caller, delivery, endpoints))
    const payload = codeBlock(payloadText(record.body, isHidden), 'Payload as JSON', 'payload')
    return {
      title: 'Event',
      back: { href: EVENTS_PATH, words: 'Events' },
      actions: redeliver(caller, record),
      progress: progressOf(deliveries),
      body: html`<section class="sheet">
${factList([
  ['Event', record.event, 'event'],
  ['ID (webhook-id)', copiedId(record.id, 'event-id', 'event ID')],
  ['Payment', paymentOf(record), 'transaction'],
  [`Time (${caller.timeZone})`, formatTime(record.createdAt, caller.timeZone, 'second'), 'time'],
])}
</section>
${sheet('deliveries', 'Deliveries', sent.length > 0 ? sent : statePanel({ state: 'empty', ...NOT_SENT }))}
${sheet('payload', 'Payload', hidesCustomer && html`<p class="hint">Customer details are hidden for your role.</p>`, payload)}`,
    }
  },
})

export const redeliverRoute = action(event, {
  at: '/redeliver',
  permission: 'events.resend',
  summary: 'Redeliver an event',
  done: 'redelivered',
  does: async (gateway, { caller, params: { id } }) => {
    await requireVisible(gateway, requireMerchant(caller), id, (permission) => may(caller, permission))
    await redeliverEvent(gateway, requireMerchant(caller), id)
  },
})

/** Link to the payment of an event, by its reference; nothing for an event of no payment. */
export function paymentOf({ event, transactionId, body }: StoredEvent): Html | string {
  if (transactionId === null) return event === 'endpoint.test' ? 'Test event' : ''
  const { payload } = JSON.parse(body) as { readonly payload?: { readonly reference?: unknown } }
  const reference = payload?.reference
  const words = typeof reference === 'string' ? reference : shortId(transactionId)
  return html`<a href="${paymentHref(transactionId)}" translate="no">${words}</a>`
}

/** While the first attempt at an endpoint is due. */
function progressOf(deliveries: readonly TriedDelivery[]): string | false {
  const states = deliveries.map(({ delivery: { status, attempts } }) => `${status}${attempts}`)
  return states.includes('PENDING0') && states.join()
}

function redeliver(caller: PersonCaller, { id }: StoredEvent): Html | undefined {
  if (!may(caller, 'events.resend')) return undefined
  const action = `${event.hrefOf({ id })}/redeliver`
  return postButton(caller, { action, words: 'Redeliver', does: 'redeliver', look: 'primary' })
}

function deliveryOf(
  { timeZone }: PersonCaller,
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

import { minorUnits } from '#domain/currency.ts'
import { parseExactly } from '#domain/exact-json.ts'
import { redeliverEvent, type StoredEvent, showDeliveries, showEvent, type TriedDelivery } from '#flows/events.ts'
import { listMerchantWebhookEndpoints, type WebhookEndpoint } from '#flows/webhook-endpoints/index.ts'
import { type Html, html } from '#html/html.ts'
import { requireVisible, withoutRules } from '#http/api/common/hidden-events.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { postButton } from '../parts/form.ts'
import { deliveryBadge, formatAmount, formatCount, formatTime, responseBadge, timeWithin } from '../parts/format.ts'
import { saysCustomer } from '../parts/payment-labels.ts'
import { codeBlock, copiedId, factList, sheet, shortId } from '../parts/sheet.ts'
import { statePanel } from '../parts/states.ts'
import { action, screen } from '../shell/screen.ts'

export const EVENTS_PATH = '/dashboard/events'

export const MOST_ENDPOINTS = 100

const NOT_SENT = 'No active endpoint matched this event. Add one, then redeliver.'

type Try = TriedDelivery['tries'][number]

export const event = screen({
  path: `${EVENTS_PATH}/:id`,
  permission: 'payments.read',
  done: {
    redelivered: 'Redelivery queued. The result appears here.',
    tested: 'Test event queued. The result appears here.',
  },
  read: async (gateway, { caller, merchantId, params: { id } }) => {
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
      title: record.event,
      back: { href: EVENTS_PATH, words: 'Events' },
      actions: redeliver(caller, record),
      progress: progressOf(deliveries),
      body: html`<section class="sheet">
${factList([
  ['Event', record.event, 'event'],
  ['ID (webhook-id)', copiedId(record.id, 'event-id', 'event ID')],
  ['About', aboutOf(record), 'transaction'],
  ['Time', formatTime(record.createdAt, caller.timeZone, 'second'), 'time'],
])}
</section>
${sheet('deliveries', 'Deliveries', sent.length > 0 ? sent : statePanel('empty', 'No subscriber', NOT_SENT))}
${sheet('payload', 'Payload', hidesCustomer && html`<p class="hint">Customer details are hidden for your role.</p>`, payload)}`,
    }
  },
})

export const redeliverRoute = action(event, {
  at: '/redeliver',
  permission: 'events.resend',
  done: 'redelivered',
  does: async (gateway, { caller, merchantId, params: { id } }) => {
    await requireVisible(gateway, merchantId, id, (permission) => may(caller, permission))
    await redeliverEvent(gateway, merchantId, id)
  },
})

/** Pages of what events are about, by the prefix of its ID. */
const PAGES: Readonly<Record<string, string>> = {
  trx: 'transactions',
  dsp: 'disputes',
  agr: 'agreements',
  lnk: 'payment-links',
}

/** Link to what an event is about: the payment, by its reference, or another object. */
export function paymentOf({ event, transactionId, body }: StoredEvent): Html | string {
  const { transaction_id: payment, id, reference, day } = payloadOf(body)
  const about = [transactionId, payment, id].find((one) => PAGES[String(one).slice(0, 3)])
  if (about === undefined) return event === 'endpoint.test' ? 'Test event' : String(day ?? '')
  const href = `/dashboard/${PAGES[String(about).slice(0, 3)]}/${encodeURIComponent(String(about))}`
  const words = typeof reference === 'string' ? reference : shortId(String(about))
  return html`<a class="breaks" href="${href}" translate="no">${words}</a>`
}

function aboutOf(record: StoredEvent): Html | false {
  const [link, order] = [paymentOf(record), orderLine(record)]
  return (link !== '' || order !== false) && html`${link}${order}`
}

type Payload = Readonly<Record<string, unknown>>

function payloadOf(body: string): Payload {
  return (parseExactly(body) as { readonly payload?: Payload }).payload ?? {}
}

/** Order and amount of what an event is about, as far as its payload has them. */
export function orderLine({ body }: StoredEvent): Html | false {
  const { amount, currency, order_id: order } = payloadOf(body)
  const digits = JSON.stringify(amount) ?? ''
  const isMoney = /^\d+$/.test(digits) && typeof currency === 'string' && minorUnits(currency) !== undefined
  const parts = [
    isMoney && formatAmount({ amount: BigInt(digits), currency }),
    typeof order === 'string' && shortId(order),
  ].filter(Boolean)
  return (
    parts.length > 0 &&
    html`<div class="hint" data-field="order">${parts.map((part, at) => html`${at > 0 && ' · '}${part}`)}</div>`
  )
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
<p class="hint"><span data-field="attempts">${formatCount(attempts)}</span> ${attempts === 1 ? 'attempt' : 'attempts'}${status === 'PENDING' && nextAttemptAt && html`; next attempt <span data-field="next-attempt">${timeWithin(nextAttemptAt, timeZone, 'second')}</span>`}</p>
<ol class="timeline" data-list="tries">${tries.map((one) => tryOf(one, id, timeZone))}</ol>
</article>`
}

function tryOf(one: Try, endpointId: string, timeZone: string): Html {
  const { attempt, triedAt, durationMs, answeredStatus: status, answer, failure } = one
  const isGood = status !== null && status >= 200 && status < 300
  return html`<li class="step-${isGood ? 'success' : 'danger'}" data-id="${attempt}">
<p class="step-title"><strong>Attempt ${attempt}</strong> ${responseBadge(status, 'response-status')}</p>
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

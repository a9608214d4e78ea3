import { Type } from 'typebox'
import { EVENT_TYPES, type EventType, subscribedTypes } from '#domain/event-types.ts'
import {
  changeWebhookEndpoint,
  type EndpointWithHealth,
  type LatestTry,
  readLatestTries,
  rotateSecret,
  showWebhookEndpoint,
  type WebhookEndpoint,
  withDeliveryHealth,
} from '#flows/webhook-endpoints/index.ts'
import { testWebhookEndpoint } from '#flows/webhook-endpoints/test-endpoint.ts'
import { type Html, html } from '#html/html.ts'
import type { EventObject } from '#http/api/common/hidden-events.ts'
import { whenSent } from '#http/api/event-payloads.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { WebhookEndpointChangeBody } from '#interface/webhook-endpoint.ts'
import { postButton, postForm, type Shown } from '../parts/form.ts'
import { activeBadge, eventName, formatCount, formatPercent, formatTime, responseBadge } from '../parts/format.ts'
import { list } from '../parts/list.ts'
import { codeBlock, copiedId, type Fact, factList, secretOnce, sheet } from '../parts/sheet.ts'
import { boxes } from '../shell/boxes.ts'
import { stashSecret } from '../shell/one-time-secret.ts'
import { action, screen, validated } from '../shell/screen.ts'

export const WEBHOOKS_PATH = '/dashboard/webhooks'

export const secretOf = (id: string) => `webhook secret${id}`

const VERIFY = `import { verifyWebhook } from '@tollgate/client'
const { id, event, payload } = verifyWebhook(secret, request.headers, rawBody)`

export const webhook = screen({
  path: `${WEBHOOKS_PATH}/:id`,
  permission: 'webhooks.read',
  done: {
    created: 'Endpoint added. It receives new events of the types and terminal below.',
    rotated: 'Secret rotated. For 24 hours, events are signed with both secrets.',
    disabled: 'Endpoint disabled.',
    activated: 'Endpoint activated.',
    chosen: 'Saved. Applies to new events.',
  },
  read: async (gateway, { merchantId, params: { id } }) => {
    const endpoint = await showWebhookEndpoint(gateway, merchantId, id)
    const [[watched], tries] = await Promise.all([
      withDeliveryHealth(gateway, merchantId, [endpoint]),
      readLatestTries(gateway, endpoint),
    ])
    return { ...watched!, tries }
  },
  secret: ({ endpoint }) => secretOf(endpoint.id),
  show: (caller, watched, shown) => {
    const { endpoint } = watched
    const canManage = may(caller, 'webhooks.manage')
    return {
      title: 'Webhook endpoint',
      lead: html`<span translate="no">${endpoint.url}</span>`,
      back: { href: WEBHOOKS_PATH, words: 'Webhooks' },
      actions: canManage && testAndRotate(caller, endpoint),
      body: html`${shown.secret !== undefined && secretOnce({ field: 'webhook-secret', label: 'Signing secret', value: shown.secret, words: SECRET_WORDS })}
<section class="sheet">
${factList(factsOf(caller, watched))}
</section>
${sheet('latest', 'Last deliveries', latestTries(caller, watched.tries), html`<p><a href="/dashboard/events?endpoint=${endpoint.id}">View events</a> · <a href="/dashboard/events?endpoint=${endpoint.id}&status=FAILED">failed only</a></p>`)}
${sheet('verify', 'Verify signatures', VERIFY_HINT, codeBlock(VERIFY, 'Verification code'))}
${canManage && [typesSheet(caller, endpoint, shown), danger(caller, endpoint)]}`,
    }
  },
})

function latestTries({ timeZone }: PersonCaller, tries: readonly LatestTry[]): Html {
  if (tries.length === 0) return html`<p class="muted">None in the last 30 days.</p>`
  return list({
    name: 'latest-tries',
    caption: 'Last deliveries to this endpoint, newest first',
    rows: tries,
    idOf: ({ eventId }) => eventId,
    hrefOf: ({ eventId }) => `/dashboard/events/${eventId}`,
    columns: (cell) => [
      cell.title('event', 'Event', ({ event }) => eventName(event)),
      cell.state('response-status', 'Response', ({ answeredStatus }) => responseBadge(answeredStatus)),
      cell.number('duration', 'Took', ({ durationMs }) => `${formatCount(durationMs)} ms`),
      cell.time('time', 'Time', ({ triedAt }) => formatTime(triedAt, timeZone, 'second')),
    ],
  })
}

const VERIFY_HINT = html`<p class="muted">Use any Standard Webhooks library, or @tollgate/client:</p>`
const SECRET_WORDS = 'Your server uses it to verify event signatures. Store it with your other secrets.'

function factsOf({ timeZone }: PersonCaller, { endpoint, health }: EndpointWithHealth): readonly Fact[] {
  const timeOf = (at: Date | null) => at && formatTime(at, timeZone)
  return [
    ['Status', activeBadge(endpoint.status), 'status'],
    ['ID', copiedId(endpoint.id, 'endpoint-id')],
    ['Terminal', endpoint.terminalId ?? 'All terminals', 'terminal'],
    ['Event types', subscribedTypes(endpoint.eventTypes).join(', '), 'event-types'],
    ['Delivered in 24 h', deliveredShare(health), 'delivered'],
    ['Last failure', timeOf(health.lastFailureAt), 'last-failure'],
    ['Secret created', timeOf(endpoint.secretSince), 'secret-since'],
    ['Previous secret valid until', timeOf(endpoint.previousSecretUntil), 'previous-secret-until'],
  ]
}

export function deliveredShare({ tries, delivered }: EndpointWithHealth['health']): string {
  return tries === 0 ? 'No deliveries' : formatPercent(delivered / tries)
}

function testAndRotate(caller: PersonCaller, { id, status }: WebhookEndpoint): readonly Html[] {
  const test = status === 'ACTIVE' ? [button(caller, id, 'test', 'Send test event', 'primary')] : []
  return [...test, button(caller, id, 'rotate-secret', 'Rotate secret', 'secondary')]
}

function typesSheet(caller: PersonCaller, { id, eventTypes }: WebhookEndpoint, shown: Shown): Html {
  const body = html`${eventTypesField(subscribedTypes(eventTypes), shown)}
<p class="form-actions"><button class="button button-secondary" data-action="save-event-types">Save</button></p>`
  const action = `${webhook.hrefOf({ id })}/event-types`
  return postForm(caller, { name: 'save-event-types', action, body, className: 'sheet' })
}

function danger(caller: PersonCaller, { id, status }: WebhookEndpoint): Html {
  const isActive = status === 'ACTIVE'
  const words = html`<p class="muted">Disabling fails pending deliveries; you can resend them later. Deleting removes the endpoint and its secret; events keep their delivery history.</p>`
  const buttons = html`<div class="actions">
${isActive ? button(caller, id, 'disable', 'Disable', 'secondary') : button(caller, id, 'activate', 'Activate', 'primary')}
${button(caller, id, 'delete', 'Delete', 'danger')}
</div>`
  return sheet('end', isActive ? 'Disable or delete' : 'This endpoint is disabled', words, buttons)
}

function button(
  caller: PersonCaller,
  id: string,
  does: string,
  words: string,
  look: 'primary' | 'secondary' | 'danger',
) {
  return postButton(caller, { action: `${webhook.hrefOf({ id })}/${does}`, does, words, look })
}

export const eventTypeBoxes = boxes('event_types', EVENT_TYPES)

const GROUPS: Readonly<Record<EventObject, string>> = {
  transaction: 'Payments',
  authorization: 'Payments',
  refund: 'Payments',
  payout: 'Payments',
  session: 'Checkout and links',
  payment_link: 'Checkout and links',
  payment_method: 'Saved cards and agreements',
  agreement: 'Saved cards and agreements',
  dispute: 'Disputes and fraud',
  fraud_warning: 'Disputes and fraud',
  settlement_day: 'Your account',
  webhook_endpoint: 'Your account',
  client: 'Your account',
}

/** A box for each type of event by group, with when it is sent (docs/reference/event-types.md). */
export function eventTypesField(subscribed: readonly EventType[], shown: Shown): Html {
  // What is wrong with a button concerns no field, and has no boxes.
  const isRejected = shown.problems.some(({ field }) => field !== '')
  const chosen = isRejected ? eventTypeBoxes.chosenIn(shown.form) : subscribed
  const labelOf = (type: EventType) =>
    html`<code translate="no">${type}</code><br><span class="hint">${whenSent(type)}.</span>`
  const grouped = Map.groupBy(EVENT_TYPES, (type) => GROUPS[type.split('.', 1)[0] as EventObject])
  const groups = [...grouped].map(
    ([name, types]) => html`<details class="fold" open><summary>${name}</summary>
<fieldset class="stack" aria-label="${name}"><p class="needs-script"><button class="chip" type="button" data-select-all aria-label="Select all: ${name}">Select all</button></p>
<div class="columns columns-even">${eventTypeBoxes.of(types, chosen, labelOf)}</div></fieldset></details>`,
  )
  return eventTypeBoxes.fieldset('Events to send', groups, shown)
}

const MANAGE = { permission: 'webhooks.manage' } as const

const eventTypesRoute = action(webhook, {
  ...MANAGE,
  at: '/event-types',
  body: Type.Object(eventTypeBoxes.schema),
  done: 'chosen',
  does: async (gateway, { merchantId, actor, params: { id }, body }) => {
    const entered = { event_types: eventTypeBoxes.chosenIn(body) }
    const { event_types: eventTypes } = validated(gateway, WebhookEndpointChangeBody, entered)
    await changeWebhookEndpoint(gateway, actor, merchantId, id, { eventTypes })
  },
})

const testRoute = action(webhook, {
  ...MANAGE,
  at: '/test',
  does: async (gateway, { merchantId, actor, params: { id } }) => {
    const event = await testWebhookEndpoint(gateway, actor, merchantId, id)
    return { status: 303, location: `/dashboard/events/${event.id}?done=tested` }
  },
})

const rotateRoute = action(webhook, {
  ...MANAGE,
  at: '/rotate-secret',
  does: async (gateway, { caller, merchantId, actor, params: { id } }) => {
    const { secret } = await rotateSecret(gateway, actor, merchantId, id)
    return webhook.to({ id }, 'rotated', stashSecret(gateway, caller, secretOf(id), secret))
  },
})

const switchRoutes = (['disable', 'activate'] as const).map((does) =>
  action(webhook, {
    ...MANAGE,
    at: `/${does}`,
    done: `${does}d`,
    does: async (gateway, { merchantId, actor, params: { id } }) => {
      const status = does === 'disable' ? 'DISABLED' : 'ACTIVE'
      await changeWebhookEndpoint(gateway, actor, merchantId, id, { status })
    },
  }),
)

export const routesOfOne = [webhook.route, eventTypesRoute, testRoute, rotateRoute, ...switchRoutes]

import { Type } from 'typebox'
import { EVENT_TYPES, type EventType, subscribedTypes } from '#domain/event-types.ts'
import {
  changeWebhookEndpoint,
  type EndpointWithHealth,
  rotateSecret,
  showWebhookEndpoint,
  type WebhookEndpoint,
  withDeliveryHealth,
} from '#flows/webhook-endpoints/index.ts'
import { testWebhookEndpoint } from '#flows/webhook-endpoints/test-endpoint.ts'
import { type Html, html } from '#html/html.ts'
import { whenSent } from '#http/api/event-payloads.ts'
import { may } from '#identity/permissions.ts'
import { WebhookEndpointChangeBody } from '#interface/webhook-endpoint.ts'
import { codeBlock, secretOnce } from '../parts/code-block.ts'
import { type Fact, factList } from '../parts/facts.ts'
import { checkField, postButton, postForm, problemOf, type Shown } from '../parts/form.ts'
import { activeBadge, formatPercent, formatTime } from '../parts/format.ts'
import { copiedId } from '../parts/short-id.ts'
import { action } from '../shell/action.ts'
import { validated } from '../shell/form-action.ts'
import { textFields } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { stashSecret } from '../shell/one-time-secret.ts'
import { screen, type Texts } from '../shell/screen.ts'
import type { Viewer } from '../shell/viewer.ts'

export const WEBHOOKS_PATH = '/dashboard/webhooks'

/** Name of the secret that is passed to the page of an endpoint. */
export const secretOf = (id: string) => `webhook secret${id}`

const VERIFY = `import { verifyWebhook } from '@tollgate/client'
const { id, event, payload } = verifyWebhook(secret, request.headers, rawBody)`

export const webhook = screen({
  path: `${WEBHOOKS_PATH}/:id`,
  permission: 'webhooks.read',
  summary: 'A webhook endpoint',
  page: 'webhook',
  done: {
    created: 'Endpoint added. It receives new events of the types and terminal below.',
    rotated: 'Secret rotated. For 24 hours, events are signed with both secrets.',
    disabled: 'Endpoint disabled.',
    activated: 'Endpoint activated.',
    chosen: 'Saved. Applies to new events.',
  },
  read: async (gateway, { caller, params: { id } }) => {
    const merchantId = requireMerchant(caller)
    const endpoint = await showWebhookEndpoint(gateway, merchantId, id)
    const [watched] = await withDeliveryHealth(gateway, merchantId, [endpoint])
    return watched!
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
<p><a href="/dashboard/events?endpoint=${endpoint.id}">View events</a> · <a href="/dashboard/events?endpoint=${endpoint.id}&status=FAILED">failed only</a></p>
</section>
<section class="sheet" aria-labelledby="verify">
<h2 id="verify">Verify signatures</h2>
<p class="muted">Use any Standard Webhooks library, or @tollgate/client:</p>
${codeBlock(VERIFY, 'Verification code')}
</section>
${canManage && [typesSheet(caller, endpoint, shown), danger(caller, endpoint)]}`,
    }
  },
})

const SECRET_WORDS = 'Your server uses it to verify event signatures. Store it with your other secrets.'

function factsOf({ timeZone }: Viewer, { endpoint, health }: EndpointWithHealth): readonly Fact[] {
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

/** Share of the attempts of 24 hours that succeeded. */
export function deliveredShare({ tries, delivered }: EndpointWithHealth['health']): string {
  return tries === 0 ? 'No deliveries' : formatPercent(delivered / tries)
}

function testAndRotate(caller: Viewer, { id, status }: WebhookEndpoint): readonly Html[] {
  const test = status === 'ACTIVE' ? [button(caller, id, 'test', 'Send test event', 'primary')] : []
  return [...test, button(caller, id, 'rotate-secret', 'Rotate secret', 'secondary')]
}

function typesSheet(caller: Viewer, { id, eventTypes }: WebhookEndpoint, shown: Shown): Html {
  const body = html`${eventTypesField(subscribedTypes(eventTypes), shown)}
<p class="form-actions"><button class="button button-secondary" data-action="save-event-types">Save</button></p>`
  return html`<section class="sheet" aria-labelledby="types"><h2 id="types">Event types</h2>
${postForm(caller, { name: 'save-event-types', action: `${webhook.hrefOf({ id })}/event-types`, body })}
</section>`
}

function danger(caller: Viewer, { id, status }: WebhookEndpoint): Html {
  const isActive = status === 'ACTIVE'
  return html`<section class="sheet" aria-labelledby="end">
<h2 id="end">${isActive ? 'Disable or delete' : 'This endpoint is disabled'}</h2>
<p class="muted">Disabling fails pending deliveries; you can resend them later. Deleting removes the endpoint and its secret; events keep their delivery history.</p>
<div class="actions">
${isActive ? button(caller, id, 'disable', 'Disable', 'secondary') : button(caller, id, 'activate', 'Activate', 'primary')}
${button(caller, id, 'delete', 'Delete', 'danger')}
</div>
</section>`
}

function button(caller: Viewer, id: string, does: string, words: string, look: 'primary' | 'secondary' | 'danger') {
  return postButton(caller, { action: `${webhook.hrefOf({ id })}/${does}`, does, words, look })
}

/** Name of the box of a type, because a form sends every field once: `event_types.refund.failed`. */
const boxOf = (type: EventType) => `event_types.${type}` as const

export const EventTypeBoxes = textFields(...EVENT_TYPES.map(boxOf))

export const chosenTypes = (form: Texts): EventType[] => EVENT_TYPES.filter((type) => form[boxOf(type)] !== undefined)

/** A box for each type of event, with when it is sent (docs/reference/event-types.md). */
export function eventTypesField(subscribed: readonly EventType[], { form, problems }: Shown): Html {
  const problem = problemOf(problems, 'event_types')
  // What is wrong with a button concerns no field, and has no boxes.
  const chosen = problems.some(({ field }) => field !== '') ? chosenTypes(form) : subscribed
  const boxes = EVENT_TYPES.map((type) =>
    checkField({
      name: boxOf(type),
      label: html`<code translate="no">${type}</code><br><span class="hint">${whenSent(type)}.</span>`,
      checked: chosen.includes(type),
    }),
  )
  return html`<fieldset class="stack" id="event_types" tabindex="-1"><legend>Events to send</legend>
${boxes}${problem && html`<p class="field-problem" data-problem="event_types">${problem}</p>`}</fieldset>
`
}

const MANAGE = { permission: 'webhooks.manage' } as const

const eventTypesRoute = action(webhook, {
  ...MANAGE,
  at: '/event-types',
  summary: 'Choose the event types of a webhook endpoint',
  body: Type.Object(EventTypeBoxes),
  done: 'chosen',
  does: async (gateway, { caller, actor, params: { id }, body }) => {
    const entered = { event_types: chosenTypes(body) }
    const { event_types: eventTypes } = validated(gateway, WebhookEndpointChangeBody, entered)
    await changeWebhookEndpoint(gateway, actor, requireMerchant(caller), id, { eventTypes })
  },
})

const testRoute = action(webhook, {
  ...MANAGE,
  at: '/test',
  summary: 'Test a webhook endpoint',
  does: async (gateway, { caller, actor, params: { id } }) => {
    const event = await testWebhookEndpoint(gateway, actor, requireMerchant(caller), id)
    return { status: 303, location: `/dashboard/events/${event.id}?done=tested` }
  },
})

const rotateRoute = action(webhook, {
  ...MANAGE,
  at: '/rotate-secret',
  summary: 'Rotate the secret of a webhook endpoint',
  does: async (gateway, { caller, actor, params: { id } }) => {
    const { secret } = await rotateSecret(gateway, actor, requireMerchant(caller), id)
    return webhook.to({ id }, 'rotated', stashSecret(gateway, caller, secretOf(id), secret))
  },
})

const switchRoutes = (['disable', 'activate'] as const).map((does) =>
  action(webhook, {
    ...MANAGE,
    at: `/${does}`,
    summary: `${does === 'disable' ? 'Disable' : 'Activate'} a webhook endpoint`,
    done: `${does}d`,
    does: async (gateway, { caller, actor, params: { id } }) => {
      const status = does === 'disable' ? 'DISABLED' : 'ACTIVE'
      await changeWebhookEndpoint(gateway, actor, requireMerchant(caller), id, { status })
    },
  }),
)

export const routesOfOne = [webhook.route, eventTypesRoute, testRoute, rotateRoute, ...switchRoutes]

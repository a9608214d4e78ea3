import { Type } from 'typebox'
import { EVENT_TYPES, type EventType } from '#domain/event-types.ts'
import { showTerminals } from '#flows/admin/terminals.ts'
import type { Gateway } from '#flows/gateway.ts'
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  listMerchantWebhookEndpoints,
  removeWebhookEndpoint,
  rotateSecret,
  showWebhookEndpoint,
  withDeliveryHealth,
} from '#flows/webhook-endpoints/index.ts'
import { testWebhookEndpoint } from '#flows/webhook-endpoints/test-endpoint.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { WebhookEndpointBody, WebhookEndpointChangeBody, WebhookEndpointParams } from '#http/api/webhook-endpoints.ts'
import { route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { validated } from '../shell/form-action.ts'
import { DASHBOARD_PAGE_SIZE, pageLinks, QueryText } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { stashSecret, takeSecret } from '../shell/one-time-secret.ts'
import { successMessages } from '../shell/success-messages.ts'
import { eventTypeBox } from './event-types-field.ts'
import { webhooksPage } from './list-page.ts'
import { webhookPage } from './page.ts'

const PATH = '/dashboard/webhooks'
const MOST_TERMINALS = 100
const SECRET = 'webhook secret'

const READ = { method: 'GET', guard: 'person', permission: 'webhooks.read' } as const
const MANAGE = { method: 'POST', guard: 'person', permission: 'webhooks.manage' } as const

const EventTypeBoxes = Object.fromEntries(EVENT_TYPES.map((type) => [eventTypeBox(type), QueryText])) as Readonly<
  Record<ReturnType<typeof eventTypeBox>, typeof QueryText>
>

type TickedBoxes = Readonly<Partial<Record<keyof typeof EventTypeBoxes, string>>>

const ticked = (body: TickedBoxes): EventType[] => EVENT_TYPES.filter((type) => body[eventTypeBox(type)] !== undefined)

const addressOf = (id: string, done?: string) => `${PATH}/${encodeURIComponent(id)}${done ? `?done=${done}` : ''}`

async function listView(gateway: Gateway, caller: PersonCaller, query: { readonly cursor?: string }) {
  const merchantId = requireMerchant(caller)
  const [{ items, next }, { items: terminals }] = await Promise.all([
    listMerchantWebhookEndpoints(gateway, merchantId, positionOf(query), DASHBOARD_PAGE_SIZE),
    showTerminals(gateway, merchantId, undefined, MOST_TERMINALS),
  ])
  return {
    endpoints: await withDeliveryHealth(gateway, merchantId, items),
    terminals,
    beside: pageLinks(PATH, query, next),
  }
}

async function oneView(gateway: Gateway, caller: PersonCaller, id: string) {
  const merchantId = requireMerchant(caller)
  const [watched] = await withDeliveryHealth(gateway, merchantId, [await showWebhookEndpoint(gateway, merchantId, id)])
  return { watched: watched! }
}

const webhooksRoute = route({
  ...READ,
  path: PATH,
  summary: 'Webhook endpoints',
  query: Type.Object({ cursor: QueryText, done: QueryText }),
  handle: async (gateway, { caller, query: { done, ...query } }) => {
    const words = done === 'deleted' ? 'Endpoint deleted.' : undefined
    return webhooksPage(caller, { ...(await listView(gateway, caller, query)), done: words })
  },
})

const createRoute = route({
  ...MANAGE,
  path: PATH,
  summary: 'Add a webhook endpoint',
  body: Type.Object({ url: QueryText, terminal_id: QueryText, ...EventTypeBoxes }),
  again: async (gateway, { caller, body }, problems) => {
    const typed = { url: body.url ?? '', terminal_id: body.terminal_id ?? '', event_types: ticked(body) }
    return webhooksPage(caller, { ...(await listView(gateway, caller, {})), typed, problems })
  },
  handle: async (gateway, { caller, actor, body }) => {
    const types = ticked(body)
    const wanted = validated(gateway, WebhookEndpointBody, {
      url: body.url?.trim() ?? '',
      terminal_id: body.terminal_id || null,
      event_types: types.length > 0 ? types : undefined,
    })
    const created = { url: wanted.url, terminalId: wanted.terminal_id ?? null, eventTypes: wanted.event_types ?? null }
    const { endpoint, secret } = await createWebhookEndpoint(gateway, actor, requireMerchant(caller), created)
    const headers = stashSecret(gateway, caller, SECRET + endpoint.id, secret)
    return { status: 303, location: addressOf(endpoint.id, 'created'), headers }
  },
})

const doneWith = successMessages({
  created: 'Endpoint added. It receives new events of the types and terminal below.',
  rotated: 'Secret rotated. For 24 hours, events are signed with both secrets.',
  disabled: 'Endpoint disabled.',
  activated: 'Endpoint activated.',
  chosen: 'Saved. Applies to new events.',
})

const webhookRoute = route({
  ...READ,
  path: `${PATH}/:id`,
  summary: 'A webhook endpoint',
  params: WebhookEndpointParams,
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, params: { id }, query, header }) => {
    const view = await oneView(gateway, caller, id)
    const { secret, headers } = takeSecret(gateway, caller, SECRET + id, header('cookie'))
    const shown = webhookPage(caller, { ...view, secret: secret?.reveal(), done: doneWith(query.done) })
    return { ...shown, headers: { ...shown.headers, ...headers } }
  },
})

const eventTypesRoute = route({
  ...MANAGE,
  path: `${PATH}/:id/event-types`,
  summary: 'Choose the event types of a webhook endpoint',
  params: WebhookEndpointParams,
  body: Type.Object(EventTypeBoxes),
  again: async (gateway, { caller, params: { id }, body }, problems) =>
    webhookPage(caller, { ...(await oneView(gateway, caller, id)), typed: ticked(body), problems }),
  handle: async (gateway, { caller, actor, params: { id }, body }) => {
    const { event_types: eventTypes } = validated(gateway, WebhookEndpointChangeBody, { event_types: ticked(body) })
    await changeWebhookEndpoint(gateway, actor, requireMerchant(caller), id, { eventTypes })
    return { status: 303, location: addressOf(id, 'chosen') }
  },
})

const testRoute = route({
  ...MANAGE,
  path: `${PATH}/:id/test`,
  summary: 'Test a webhook endpoint',
  params: WebhookEndpointParams,
  again: async (gateway, { caller, params: { id } }, problems) =>
    webhookPage(caller, { ...(await oneView(gateway, caller, id)), problems }),
  handle: async (gateway, { caller, actor, params: { id } }) => {
    const event = await testWebhookEndpoint(gateway, actor, requireMerchant(caller), id)
    return { status: 303, location: `/dashboard/events/${event.id}?done=tested` }
  },
})

const rotateRoute = route({
  ...MANAGE,
  path: `${PATH}/:id/rotate-secret`,
  summary: 'Rotate the secret of a webhook endpoint',
  params: WebhookEndpointParams,
  handle: async (gateway, { caller, actor, params: { id } }) => {
    const { secret } = await rotateSecret(gateway, actor, requireMerchant(caller), id)
    return {
      status: 303,
      location: addressOf(id, 'rotated'),
      headers: stashSecret(gateway, caller, SECRET + id, secret),
    }
  },
})

const switchRoutes = (['disable', 'activate'] as const).map((does) =>
  route({
    ...MANAGE,
    path: `${PATH}/:id/${does}`,
    summary: `${does === 'disable' ? 'Disable' : 'Activate'} a webhook endpoint`,
    params: WebhookEndpointParams,
    handle: async (gateway, { caller, actor, params: { id } }) => {
      const status = does === 'disable' ? 'DISABLED' : 'ACTIVE'
      await changeWebhookEndpoint(gateway, actor, requireMerchant(caller), id, { status })
      return { status: 303, location: addressOf(id, `${does}d`) }
    },
  }),
)

const deleteRoute = route({
  ...MANAGE,
  path: `${PATH}/:id/delete`,
  summary: 'Delete a webhook endpoint',
  params: WebhookEndpointParams,
  handle: async (gateway, { caller, actor, params: { id } }) => {
    await removeWebhookEndpoint(gateway, actor, requireMerchant(caller), id)
    return { status: 303, location: `${PATH}?done=deleted` }
  },
})

export const webhookRoutes = [
  webhooksRoute,
  createRoute,
  webhookRoute,
  eventTypesRoute,
  testRoute,
  rotateRoute,
  ...switchRoutes,
  deleteRoute,
]

import { Type } from 'typebox'
import { subscribedTypes } from '#domain/event-types.ts'
import {
  createWebhookEndpoint,
  listMerchantWebhookEndpoints,
  removeWebhookEndpoint,
  withDeliveryHealth,
} from '#flows/webhook-endpoints/index.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { readBody } from '#interface/read.ts'
import { WebhookEndpointBody } from '#interface/webhook-endpoint.ts'
import { fieldsOf, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { activeBadge, firstWords, formatTime } from '../parts/format.ts'
import { sheet } from '../parts/sheet.ts'
import { textFields } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { stashSecret } from '../shell/one-time-secret.ts'
import { terminalNames } from '../shell/read.ts'
import { action, validated } from '../shell/screen.ts'
import {
  deliveredShare,
  eventTypeBoxes,
  eventTypesField,
  routesOfOne,
  secretOf,
  WEBHOOKS_PATH,
  webhook,
} from './page.ts'

const webhooks = listing({
  path: WEBHOOKS_PATH,
  permission: 'webhooks.read',
  title: 'Webhooks',
  noun: 'endpoints',
  lead: () => 'Endpoints that receive your signed events.',
  done: { deleted: 'Endpoint deleted.' },
  problemsIn: 'form',
  read: async (gateway, { merchantId }, _chosen, after) => {
    const [page, terminals] = await Promise.all([
      listMerchantWebhookEndpoints(gateway, merchantId, after, DASHBOARD_PAGE_SIZE),
      terminalNames(gateway, merchantId),
    ])
    return { ...page, items: await withDeliveryHealth(gateway, merchantId, page.items), terminals }
  },
  rows: ({ timeZone }, { terminals }) => ({
    caption: 'Webhook endpoints',
    idOf: ({ endpoint }) => endpoint.id,
    hrefOf: ({ endpoint: { id } }) => webhook.hrefOf({ id }),
    columns: (cell) => [
      cell.title('url', 'URL', ({ endpoint }) => endpoint.url),
      cell.state('status', 'Status', ({ endpoint }) => activeBadge(endpoint.status)),
      cell.more('terminal', 'Terminal', ({ endpoint: { terminalId: id } }) => (id ? (terminals.get(id) ?? id) : 'All')),
      cell.more('event-types', 'Event types', ({ endpoint }) => firstWords(subscribedTypes(endpoint.eventTypes))),
      cell.number('delivered', 'Delivered, 24 h', ({ health }) => deliveredShare(health)),
      cell.more('last-failure', 'Last failure', ({ health: { lastFailureAt: at } }) =>
        at ? formatTime(at, timeZone) : 'None',
      ),
    ],
  }),
  none: () => ({ words: 'Add your server’s URL to get an event for every completed payment.' }),
  below: (caller, { terminals }, shown) => may(caller, 'webhooks.manage') && createForm(caller, terminals, shown),
})

function createForm(caller: PersonCaller, terminals: ReadonlyMap<string, string>, shown: Shown): Html {
  const field = fieldsOf(shown)
  const hint = caller.realm === 'uat' ? 'HTTP is allowed in test mode.' : 'HTTPS on port 443 only.'
  const choices = [['', 'All terminals'] as const, ...terminals]
  const body = html`${problemSummary(shown.problems)}
<div class="columns columns-even">${field({ name: 'url', label: 'URL', type: 'url', inputmode: 'url', maxlength: 2048, required: true, hint })}
${field({ name: 'terminal_id', label: 'Terminal', options: choices })}</div>
${eventTypesField(['transaction.processed'], shown)}
<p class="form-actions"><button class="button button-primary" data-action="create">Add endpoint</button></p>`
  const form = postForm(caller, { name: 'create', action: WEBHOOKS_PATH, isOnce: true, body, className: 'stack' })
  return sheet('create', 'Add an endpoint', form)
}

const createRoute = action(webhooks, {
  permission: 'webhooks.manage',
  body: Type.Object({ ...textFields('url', 'terminal_id'), ...eventTypeBoxes.schema }),
  does: async (gateway, { caller, merchantId, actor, body }) => {
    const types = eventTypeBoxes.chosenIn(body)
    const wanted = validated(gateway, WebhookEndpointBody, {
      url: body.url?.trim() ?? '',
      terminal_id: body.terminal_id || null,
      event_types: types.length > 0 ? types : undefined,
    })
    const created = readBody(WebhookEndpointBody, wanted)
    const { endpoint, secret } = await createWebhookEndpoint(gateway, actor, merchantId, created)
    return webhook.to({ id: endpoint.id }, 'created', stashSecret(gateway, caller, secretOf(endpoint.id), secret))
  },
})

const deleteRoute = action(webhook, {
  at: '/delete',
  permission: 'webhooks.manage',
  does: async (gateway, { merchantId, actor, params: { id } }) => {
    await removeWebhookEndpoint(gateway, actor, merchantId, id)
    return webhooks.to({}, 'deleted')
  },
})

export const webhookRoutes = [webhooks.route, createRoute, ...routesOfOne, deleteRoute]

import { Type } from 'typebox'
import { subscribedTypes } from '#domain/event-types.ts'
import {
  createWebhookEndpoint,
  listMerchantWebhookEndpoints,
  removeWebhookEndpoint,
  withDeliveryHealth,
} from '#flows/webhook-endpoints/index.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { may } from '#identity/permissions.ts'
import { readBody } from '#interface/read.ts'
import { WebhookEndpointBody } from '#interface/webhook-endpoint.ts'
import { fieldsOf, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { activeBadge, formatTime } from '../parts/format.ts'
import { sheet } from '../parts/sheet.ts'
import { action, validated } from '../shell/action.ts'
import { textFields } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { stashSecret } from '../shell/one-time-secret.ts'
import { terminalNames } from '../shell/read.ts'
import { requireMerchant } from '../shell/screen.ts'
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
  summary: 'Webhook endpoints',
  page: 'webhooks',
  title: 'Webhooks',
  noun: 'endpoints',
  lead: () => 'Endpoints that receive your signed events.',
  done: { deleted: 'Endpoint deleted.' },
  problemsIn: 'form',
  read: async (gateway, { caller }, _chosen, after) => {
    const merchantId = requireMerchant(caller)
    const [page, terminals] = await Promise.all([
      listMerchantWebhookEndpoints(gateway, merchantId, after, DASHBOARD_PAGE_SIZE),
      terminalNames(gateway, merchantId),
    ])
    return { ...page, items: await withDeliveryHealth(gateway, merchantId, page.items), terminals }
  },
  rows: ({ timeZone }) => ({
    caption: 'Webhook endpoints',
    idOf: ({ endpoint }) => endpoint.id,
    hrefOf: ({ endpoint: { id } }) => webhook.hrefOf({ id }),
    columns: (cell) => [
      cell.title('url', 'URL', ({ endpoint }) => endpoint.url),
      cell.state('status', 'Status', ({ endpoint }) => activeBadge(endpoint.status)),
      cell.more('terminal', 'Terminal', ({ endpoint }) => endpoint.terminalId ?? 'All'),
      cell.more('event-types', 'Event types', ({ endpoint }) => subscribedTypes(endpoint.eventTypes).join(', ')),
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
${field({ name: 'url', label: 'URL', type: 'url', inputmode: 'url', maxlength: 2048, required: true, hint })}
${field({ name: 'terminal_id', label: 'Terminal', options: choices })}
${eventTypesField(['transaction.processed'], shown)}
<p class="form-actions"><button class="button button-primary" data-action="create">Add endpoint</button></p>`
  const form = postForm(caller, { name: 'create', action: WEBHOOKS_PATH, isOnce: true, body })
  return sheet('create', 'Add an endpoint', form)
}

const createRoute = action(webhooks, {
  permission: 'webhooks.manage',
  summary: 'Add a webhook endpoint',
  body: Type.Object({ ...textFields('url', 'terminal_id'), ...eventTypeBoxes.schema }),
  does: async (gateway, { caller, actor, body }) => {
    const types = eventTypeBoxes.chosenIn(body)
    const wanted = validated(gateway, WebhookEndpointBody, {
      url: body.url?.trim() ?? '',
      terminal_id: body.terminal_id || null,
      event_types: types.length > 0 ? types : undefined,
    })
    const created = readBody(WebhookEndpointBody, wanted)
    const { endpoint, secret } = await createWebhookEndpoint(gateway, actor, requireMerchant(caller), created)
    return webhook.to({ id: endpoint.id }, 'created', stashSecret(gateway, caller, secretOf(endpoint.id), secret))
  },
})

const deleteRoute = action(webhook, {
  at: '/delete',
  permission: 'webhooks.manage',
  summary: 'Delete a webhook endpoint',
  does: async (gateway, { caller, actor, params: { id } }) => {
    await removeWebhookEndpoint(gateway, actor, requireMerchant(caller), id)
    return webhooks.to({}, 'deleted')
  },
})

export const webhookRoutes = [webhooks.route, createRoute, ...routesOfOne, deleteRoute]

import { Type } from 'typebox'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { type ApiClient, createClient, showClients } from '#flows/clients/index.ts'
import { reachOfRole } from '#flows/clients/reach.ts'
import { type Html, html } from '#html/html.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { CLIENT_PERMISSIONS, may } from '#identity/permissions.ts'
import { ClientBody } from '#interface/client.ts'
import { readGiven } from '#interface/read.ts'
import { fieldsOf, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { activeBadge, formatTime, sentenceCase } from '../parts/format.ts'
import { sheet } from '../parts/sheet.ts'
import { action, validated } from '../shell/action.ts'
import { boxes } from '../shell/boxes.ts'
import { endOfDay, textFields } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { stashCredential } from '../shell/one-time-secret.ts'
import { terminalNames } from '../shell/read.ts'
import { requireMerchant } from '../shell/screen.ts'
import { CLIENTS_PATH, client, nameOf, routesOfOne } from './page.ts'

const clients = listing({
  path: CLIENTS_PATH,
  permission: 'keys.read',
  summary: 'API clients',
  page: 'clients',
  title: 'API clients',
  lead: () => 'Limited access for each of your servers and scripts.',
  problemsIn: 'form',
  read: async (gateway, { caller }, _chosen, after) => {
    const merchantId = requireMerchant(caller)
    const [page, terminals] = await Promise.all([
      showClients(gateway, merchantId, after, DASHBOARD_PAGE_SIZE),
      terminalNames(gateway, merchantId),
    ])
    return { ...page, terminals, isExternal: !gateway.settings.isBuiltInSignIn }
  },
  rows: ({ timeZone }) => ({
    caption: 'API clients',
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => client.hrefOf({ id }),
    columns: (cell) => [
      cell.title('name', 'Name', nameOf),
      cell.state('status', 'Status', ({ status }) => activeBadge(status)),
      cell.more('permissions', 'Permissions', permissionNames),
      cell.more('terminals', 'Terminals', ({ terminalIds }) => terminalIds?.join(', ') ?? 'All'),
      cell.time('last-used', 'Last used', ({ lastUsedAt: at }) => (at ? formatTime(at, timeZone) : 'Never')),
    ],
  }),
  below: (caller, view, shown) => may(caller, 'keys.rotate') && createForm(caller, view, shown),
})

function permissionNames({ permissions }: ApiClient): Html | string {
  const names = permissions?.map((name, index) => html`${index > 0 && ', '}<span class="whole">${name}</span>`)
  return names ? html`${names}` : 'All'
}

interface FormChoices {
  readonly terminals: ReadonlyMap<string, string>
  readonly isExternal: boolean
}

const TERMINAL_HINT = 'A client of one terminal cannot use customers, stored cards, events or webhooks.'
const ADDRESS_HINT = 'IP addresses or networks, one per line, for example 203.0.113.0/24. Leave empty to allow any.'

function createForm(caller: PersonCaller, { terminals, isExternal }: FormChoices, shown: Shown): Html {
  const field = fieldsOf(shown)
  const choices = [['', 'All terminals'] as const, ...terminals]
  const body = html`${problemSummary(shown.problems)}
${field({ name: 'name', label: 'Name', maxlength: LONGEST_NAME.other, required: true })}
${isExternal && field({ name: 'external_client_id', label: 'Client ID at your identity provider', required: true })}
${permissionsField(caller, shown)}
${field({ name: 'terminal_ids', label: 'Terminal', options: choices, hint: TERMINAL_HINT })}
${field({ name: 'allowed_addresses', label: 'Allowed addresses', lines: 3, maxlength: 4000, hint: ADDRESS_HINT })}
${field({ name: 'expires_at', label: 'Last day', type: 'date', hint: 'Leave empty if it does not expire.' })}
<p class="form-actions"><button class="button button-primary" data-action="create">Create client</button></p>`
  const form = postForm(caller, { name: 'create', action: CLIENTS_PATH, isOnce: true, body })
  return sheet('create', 'Create a client', form)
}

const permissionBoxes = boxes('permissions', CLIENT_PERMISSIONS)

function permissionsField(caller: PersonCaller, shown: Shown): Html {
  const offered = CLIENT_PERMISSIONS.filter((permission) => may(caller, permission))
  const chosen = permissionBoxes.chosenIn(shown.form)
  const all = permissionBoxes.of(offered, chosen, (permission) => html`<code translate="no">${permission}</code>`)
  const content = html`<p class="hint">You can grant what your own role, ${sentenceCase(caller.role)}, allows.</p>
${all}`
  return permissionBoxes.fieldset('Permissions', content, shown)
}

const createRoute = action(clients, {
  permission: 'keys.rotate',
  summary: 'Create an API client',
  body: Type.Object({
    ...permissionBoxes.schema,
    ...textFields('name', 'terminal_ids', 'expires_at', 'external_client_id'),
    allowed_addresses: Type.Optional(Type.String({ maxLength: 4000 })),
  }),
  does: async (gateway, { caller, actor, body }) => {
    const { name = '', terminal_ids: terminal, allowed_addresses = '', expires_at: day, external_client_id } = body
    const addresses = allowed_addresses.split(/[\s,]+/).filter((address) => address !== '')
    const wanted = validated(gateway, ClientBody, {
      name: name.trim(),
      permissions: permissionBoxes.chosenIn(body),
      terminal_ids: terminal ? [terminal] : null,
      allowed_addresses: addresses.length === 0 ? null : addresses,
      expires_at: day ? endOfDay(caller.timeZone, day) : null,
      external_client_id: external_client_id || null,
    })
    const manager = { actor, reach: reachOfRole(caller.role) }
    const issued = await createClient(gateway, manager, requireMerchant(caller), readGiven(ClientBody, wanted))
    return client.to({ id: issued.client.id }, 'created', stashCredential(gateway, caller, issued))
  },
})

export const clientRoutes = [clients.route, createRoute, ...routesOfOne]

import { Type } from 'typebox'
import { LONGEST_NAME } from '#domain/name-lengths.ts'
import { createClient, showClients } from '#flows/clients/index.ts'
import { reachOfRole } from '#flows/clients/reach.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { ClientBody } from '#interface/client.ts'
import { readGiven } from '#interface/read.ts'
import { fieldsOf, postForm, problemSummary, type Shown } from '../parts/form.ts'
import { activeBadge, formatTime } from '../parts/format.ts'
import { sheet } from '../parts/sheet.ts'
import { endOfDay, textFields } from '../shell/list-query.ts'
import { DASHBOARD_PAGE_SIZE, listing } from '../shell/listing.ts'
import { stashCredential } from '../shell/one-time-secret.ts'
import { terminalNames } from '../shell/read.ts'
import { action, validated } from '../shell/screen.ts'
import { CLIENTS_PATH, client, nameOf, routesOfOne, terminalsOf } from './page.ts'
import { chosenPermissions, PermissionFields, permissionSummary, permissionsField } from './permissions-field.ts'

const clients = listing({
  path: CLIENTS_PATH,
  permission: 'keys.read',
  title: 'API clients',
  lead: () => 'Limited access for each of your servers and scripts.',
  problemsIn: 'form',
  read: async (gateway, { merchantId }, _chosen, after) => {
    const [page, terminals] = await Promise.all([
      showClients(gateway, merchantId, after, DASHBOARD_PAGE_SIZE),
      terminalNames(gateway, merchantId),
    ])
    return { ...page, terminals, isExternal: !gateway.settings.isBuiltInSignIn }
  },
  rows: ({ timeZone }, { terminals }) => ({
    caption: 'API clients',
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => client.hrefOf({ id }),
    columns: (cell) => [
      cell.title('name', 'Name', nameOf),
      cell.state('status', 'Status', ({ status }) => activeBadge(status)),
      cell.more('permissions', 'Permissions', ({ permissions }) => permissionSummary(permissions)),
      cell.more('terminals', 'Terminals', (one) => terminalsOf(one, terminals)),
      cell.time('last-used', 'Last used', ({ lastUsedAt: at }) => (at ? formatTime(at, timeZone) : 'Never')),
    ],
  }),
  below: (caller, view, shown) => may(caller, 'keys.rotate') && createForm(caller, view, shown),
})

interface FormChoices {
  readonly terminals: ReadonlyMap<string, string>
  readonly isExternal: boolean
}

const NAME_HINT = 'For example “Webshop plugin”.'
const TERMINAL_HINT = 'A client of one terminal cannot use customers, stored cards, events or webhooks.'
const ADDRESS_HINT = 'IP addresses or networks, one per line, for example 203.0.113.0/24. Leave empty to allow any.'

function createForm(caller: PersonCaller, { terminals, isExternal }: FormChoices, shown: Shown): Html {
  const field = fieldsOf(shown)
  const choices = [['', 'All terminals'] as const, ...terminals]
  const body = html`${problemSummary(shown.problems)}
<div class="form">${field({ name: 'name', label: 'Name', maxlength: LONGEST_NAME.other, required: true, hint: NAME_HINT })}
${isExternal && field({ name: 'external_client_id', label: 'Client ID at your identity provider', required: true })}</div>
${permissionsField(caller, shown)}
<div class="form">${field({ name: 'terminal_ids', label: 'Terminal', options: choices, hint: TERMINAL_HINT })}
${field({ name: 'allowed_addresses', label: 'Allowed addresses', lines: 3, maxlength: 4000, hint: ADDRESS_HINT })}
${field({ name: 'expires_at', label: 'Last day', type: 'date', hint: 'Leave empty if it does not expire.' })}
<p class="form-actions"><button class="button button-primary" data-action="create">Create client</button></p></div>`
  const form = postForm(caller, { name: 'create', action: CLIENTS_PATH, isOnce: true, body, className: 'stack' })
  return sheet('create', 'Create a client', form)
}

const createRoute = action(clients, {
  permission: 'keys.rotate',
  body: Type.Object({
    ...PermissionFields,
    ...textFields('name', 'terminal_ids', 'expires_at', 'external_client_id'),
    allowed_addresses: Type.Optional(Type.String({ maxLength: 4000 })),
  }),
  does: async (gateway, { caller, merchantId, actor, body }) => {
    const { name = '', terminal_ids: terminal, allowed_addresses = '', expires_at: day, external_client_id } = body
    const addresses = allowed_addresses.split(/[\s,]+/).filter((address) => address !== '')
    const wanted = validated(gateway, ClientBody, {
      name: name.trim(),
      permissions: chosenPermissions(caller, body),
      terminal_ids: terminal ? [terminal] : null,
      allowed_addresses: addresses.length === 0 ? null : addresses,
      expires_at: day ? endOfDay(caller.timeZone, day) : null,
      external_client_id: external_client_id || null,
    })
    const manager = { actor, reach: reachOfRole(caller.role) }
    const issued = await createClient(gateway, manager, merchantId, readGiven(ClientBody, wanted))
    return client.to({ id: issued.client.id }, 'created', stashCredential(gateway, caller, issued))
  },
})

export const clientRoutes = [clients.route, createRoute, ...routesOfOne]

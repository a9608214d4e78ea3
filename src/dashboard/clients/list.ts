import { Type } from 'typebox'
import { type ApiClient, createClient, showClients } from '#flows/clients/index.ts'
import { reachOfRole } from '#flows/clients/reach.ts'
import { type Html, html } from '#html/html.ts'
import { CLIENT_PERMISSIONS, may, type Permission } from '#identity/permissions.ts'
import { ClientBody } from '#interface/client.ts'
import { readGiven } from '#interface/read.ts'
import { MAX_NAME_LENGTH } from '#interface/types.ts'
import { checkField, fieldsOf, postForm, problemOf, problemSummary, type Shown } from '../parts/form.ts'
import { activeBadge, formatTime, sentenceCase } from '../parts/format.ts'
import { action } from '../shell/action.ts'
import { validated } from '../shell/form-action.ts'
import { DASHBOARD_PAGE_SIZE, endOfDay, textFields } from '../shell/list-query.ts'
import { listing } from '../shell/listing.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { terminalNames } from '../shell/names.ts'
import { stashCredential } from '../shell/one-time-secret.ts'
import type { Texts } from '../shell/screen.ts'
import type { Viewer } from '../shell/viewer.ts'
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

function createForm(caller: Viewer, { terminals, isExternal }: FormChoices, shown: Shown): Html {
  const field = fieldsOf(shown)
  const choices = [['', 'All terminals'] as const, ...terminals]
  const body = html`${problemSummary(shown.problems)}
${field({ name: 'name', label: 'Name', maxlength: MAX_NAME_LENGTH, required: true })}
${isExternal && field({ name: 'external_client_id', label: 'Client ID at your identity provider', required: true })}
${permissionsField(caller, shown)}
${field({ name: 'terminal_ids', label: 'Terminal', options: choices, hint: TERMINAL_HINT })}
${field({ name: 'allowed_addresses', label: 'Allowed addresses', lines: 3, maxlength: 4000, hint: ADDRESS_HINT })}
${field({ name: 'expires_at', label: 'Last day', type: 'date', hint: 'Leave empty if it does not expire.' })}
<p class="form-actions"><button class="button button-primary" data-action="create">Create client</button></p>`
  return html`<section class="sheet" aria-labelledby="create"><h2 id="create">Create a client</h2>
${postForm(caller, { name: 'create', action: CLIENTS_PATH, isOnce: true, body })}
</section>`
}

/** Name of the box of a permission, because a form sends every field once: `permissions.payments.read`. */
const boxOf = (permission: Permission) => `permissions.${permission}` as const

const chosenPermissions = (form: Texts) => CLIENT_PERMISSIONS.filter((one) => form[boxOf(one)] !== undefined)

function permissionsField(caller: Viewer, { form, problems }: Shown): Html {
  const problem = problemOf(problems, 'permissions')
  const chosen: readonly Permission[] = chosenPermissions(form)
  const boxes = CLIENT_PERMISSIONS.filter((permission) => may(caller, permission)).map((permission) =>
    checkField({
      name: boxOf(permission),
      label: html`<code translate="no">${permission}</code>`,
      checked: chosen.includes(permission),
    }),
  )
  return html`<fieldset class="stack" id="permissions" tabindex="-1"><legend>Permissions</legend>
<p class="hint">You can grant what your own role, ${sentenceCase(caller.role)}, allows.</p>
${boxes}${problem && html`<p class="field-problem" data-problem="permissions">${problem}</p>`}</fieldset>
`
}

const createRoute = action(clients, {
  permission: 'keys.rotate',
  summary: 'Create an API client',
  body: Type.Object({
    ...textFields('name', ...CLIENT_PERMISSIONS.map(boxOf), 'terminal_ids'),
    allowed_addresses: Type.Optional(Type.String({ maxLength: 4000 })),
    ...textFields('expires_at', 'external_client_id'),
  }),
  does: async (gateway, { caller, actor, body }) => {
    const { name = '', terminal_ids: terminal, allowed_addresses = '', expires_at: day, external_client_id } = body
    const addresses = allowed_addresses.split(/[\s,]+/).filter((address) => address !== '')
    const wanted = validated(gateway, ClientBody, {
      name: name.trim(),
      permissions: chosenPermissions(body),
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

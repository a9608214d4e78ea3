import { Type } from 'typebox'
import { showTerminals } from '#flows/admin/terminals.ts'
import { changeClient, createClient, rotateSecret, showClient, showClients } from '#flows/clients/index.ts'
import { reachOfRole } from '#flows/clients/reach.ts'
import type { Gateway } from '#flows/gateway.ts'
import { ClientBody, ClientParams, wantedClientOf } from '#http/api/clients.ts'
import { positionOf } from '#http/api/common/paging.ts'
import { route } from '#http/route.ts'
import type { PersonCaller } from '#identity/caller.ts'
import { CLIENT_PERMISSIONS, type Permission } from '#identity/permissions.ts'
import { validated } from '../shell/form-action.ts'
import { DASHBOARD_PAGE_SIZE, endOfDay, pageLinks, QueryText } from '../shell/list-query.ts'
import { requireMerchant } from '../shell/merchant-scope.ts'
import { stashCredential, takeCredential } from '../shell/one-time-secret.ts'
import { successMessages } from '../shell/success-messages.ts'
import { type ClientForm, clientsPage, PATH, permissionBox } from './list-page.ts'
import { OverlapForm, overlapOf } from './overlap.ts'
import { clientPage } from './page.ts'

const MOST_TERMINALS = 100

const READ = { method: 'GET', guard: 'person', permission: 'keys.read' } as const
const MANAGE = { method: 'POST', guard: 'person', permission: 'keys.rotate' } as const

const PermissionBoxes = Object.fromEntries(
  CLIENT_PERMISSIONS.map((one) => [permissionBox(one), QueryText]),
) as Readonly<Record<ReturnType<typeof permissionBox>, typeof QueryText>>

type Entered = Readonly<
  Partial<Record<keyof typeof PermissionBoxes | Exclude<keyof ClientForm, 'permissions'>, string>>
>

function formOf(body: Entered): ClientForm {
  const permissions: readonly Permission[] = CLIENT_PERMISSIONS.filter((one) => body[permissionBox(one)] !== undefined)
  const { name = '', terminal_ids = '', allowed_addresses = '', expires_at = '', external_client_id = '' } = body
  return { name, permissions, terminal_ids, allowed_addresses, expires_at, external_client_id }
}

const addressOf = (id: string, done?: string) => `${PATH}/${encodeURIComponent(id)}${done ? `?done=${done}` : ''}`

async function listView(gateway: Gateway, caller: PersonCaller, query: { readonly cursor?: string }) {
  const merchantId = requireMerchant(caller)
  const [{ items, next }, terminals] = await Promise.all([
    showClients(gateway, merchantId, positionOf(query), DASHBOARD_PAGE_SIZE),
    showTerminals(gateway, merchantId, undefined, MOST_TERMINALS),
  ])
  const isExternal = !gateway.settings.isBuiltInSignIn
  return { clients: items, terminals: terminals.items, beside: pageLinks(PATH, query, next), isExternal }
}

const clientsRoute = route({
  ...READ,
  path: PATH,
  summary: 'API clients',
  query: Type.Object({ cursor: QueryText }),
  handle: async (gateway, { caller, query }) => clientsPage(caller, await listView(gateway, caller, query)),
})

const createRoute = route({
  ...MANAGE,
  path: PATH,
  summary: 'Create an API client',
  body: Type.Object({
    name: QueryText,
    ...PermissionBoxes,
    terminal_ids: QueryText,
    allowed_addresses: Type.Optional(Type.String({ maxLength: 4000 })),
    expires_at: QueryText,
    external_client_id: QueryText,
  }),
  again: async (gateway, { caller, body }, problems) =>
    clientsPage(caller, { ...(await listView(gateway, caller, {})), form: formOf(body), problems }),
  handle: async (gateway, { caller, actor, body }) => {
    const form = formOf(body)
    const { terminal_ids: terminal, expires_at: day } = form
    const addresses = form.allowed_addresses.split(/[\s,]+/).filter((address) => address !== '')
    const wanted = validated(gateway, ClientBody, {
      name: form.name.trim(),
      permissions: form.permissions,
      terminal_ids: terminal === '' ? null : [terminal],
      allowed_addresses: addresses.length === 0 ? null : addresses,
      expires_at: day === '' ? null : endOfDay(caller.timeZone, day),
      external_client_id: form.external_client_id || null,
    })
    const manager = { actor, reach: reachOfRole(caller.role) }
    const issued = await createClient(gateway, manager, requireMerchant(caller), wantedClientOf(wanted))
    const headers = stashCredential(gateway, caller, issued)
    return { status: 303, location: addressOf(issued.client.id, 'created'), headers }
  },
})

const doneWith = successMessages({
  created: 'Client created.',
  rotated: 'Secret rotated. Update your server with the new one.',
  disabled: 'Client disabled. Its access tokens no longer work.',
  activated: 'Client activated.',
})

const clientRoute = route({
  ...READ,
  path: `${PATH}/:id`,
  summary: 'An API client',
  params: ClientParams,
  query: Type.Object({ done: QueryText }),
  handle: async (gateway, { caller, params: { id }, query, header }) => {
    const client = await showClient(gateway, requireMerchant(caller), id)
    const { secret, headers } = takeCredential(gateway, caller, id, header('cookie'))
    const shown = clientPage(caller, { client, secret: secret?.reveal(), done: doneWith(query.done) })
    return { ...shown, headers: { ...shown.headers, ...headers } }
  },
})

const rotateRoute = route({
  ...MANAGE,
  path: `${PATH}/:id/rotate-secret`,
  summary: 'Rotate the secret of an API client',
  params: ClientParams,
  body: OverlapForm,
  again: async (gateway, { caller, params: { id } }, problems) =>
    clientPage(caller, { client: await showClient(gateway, requireMerchant(caller), id), problems }),
  handle: async (gateway, { caller, actor, params: { id }, body }) => {
    const manager = { actor, reach: reachOfRole(caller.role) }
    const issued = await rotateSecret(gateway, manager, requireMerchant(caller), id, overlapOf(body))
    return { status: 303, location: addressOf(id, 'rotated'), headers: stashCredential(gateway, caller, issued) }
  },
})

const switchRoutes = (['disable', 'activate'] as const).map((does) =>
  route({
    ...MANAGE,
    path: `${PATH}/:id/${does}`,
    summary: `${does === 'disable' ? 'Disable' : 'Activate'} an API client`,
    params: ClientParams,
    body: Type.Object({ include_created: QueryText }),
    again: async (gateway, { caller, params: { id } }, problems) =>
      clientPage(caller, { client: await showClient(gateway, requireMerchant(caller), id), problems }),
    handle: async (gateway, { caller, actor, params: { id }, body }) => {
      const status = does === 'disable' ? 'DISABLED' : 'ACTIVE'
      const change = { status, includeCreated: body.include_created === 'yes' } as const
      await changeClient(gateway, { actor, reach: reachOfRole(caller.role) }, requireMerchant(caller), id, change)
      return { status: 303, location: addressOf(id, `${does}d`) }
    },
  }),
)

export const clientRoutes = [clientsRoute, createRoute, clientRoute, rotateRoute, ...switchRoutes]

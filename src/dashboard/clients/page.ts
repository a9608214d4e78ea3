import { type ApiClient, changeClient, rotateSecret, showClient } from '#flows/clients/index.ts'
import { isInReach, reachOfRole } from '#flows/clients/reach.ts'
import { type Html, html } from '#html/html.ts'
import { may, type PersonCaller } from '#identity/caller.ts'
import { checkField, postForm, type Shown } from '../parts/form.ts'
import { activeBadge, formatTime } from '../parts/format.ts'
import { copiedText, type Fact, factList, secretOnce, sheet } from '../parts/sheet.ts'
import { credentialOf, stashCredential } from '../shell/one-time-secret.ts'
import { terminalNames } from '../shell/read.ts'
import { action, screen } from '../shell/screen.ts'
import { OverlapForm, overlapField, overlapOf } from './overlap.ts'
import { permissionDetails } from './permissions-field.ts'

export const CLIENTS_PATH = '/dashboard/clients'

const WORDS = 'Your server uses it with the client ID to get access tokens.'

export const client = screen({
  path: `${CLIENTS_PATH}/:id`,
  permission: 'keys.read',
  done: {
    created: 'Client created.',
    rotated: 'Secret rotated. Update your server with the new one.',
    disabled: 'Client disabled. Its access tokens no longer work.',
    activated: 'Client activated.',
  },
  read: async (gateway, { merchantId, params: { id } }) => {
    return { record: await showClient(gateway, merchantId, id), terminals: await terminalNames(gateway, merchantId) }
  },
  secret: ({ record }) => credentialOf(record.id),
  show: (caller, { record, terminals }, shown) => {
    const mayRotate = may(caller, 'keys.rotate')
    const manages = mayRotate && isInReach(reachOfRole(caller.role), record)
    return {
      title: nameOf(record),
      lead: 'API client',
      back: { href: CLIENTS_PATH, words: 'API clients' },
      body: html`${shown.secret !== undefined && secretOnce({ field: 'client-secret', label: 'Client secret', value: shown.secret, words: WORDS })}
<section class="sheet">${factList(factsOf(caller, record, terminals))}</section>
${manages && [rotateSheet(caller, record, shown), record.permissions !== null && switchSheet(caller, record)]}
${!manages && mayRotate && html`<p class="muted" data-state="beyond">This client may do more than your role. A user whose role allows it can manage it.</p>`}`,
    }
  },
})

/** Name of a client; the one that came with the merchant has none until it is renamed. */
export function nameOf({ name }: ApiClient): string {
  return name ?? 'First client'
}

export function terminalsOf({ terminalIds }: ApiClient, names: ReadonlyMap<string, string>): string {
  return terminalIds?.map((id) => names.get(id) ?? id).join(', ') ?? 'All'
}

function factsOf(
  { timeZone }: PersonCaller,
  client: ApiClient,
  terminals: ReadonlyMap<string, string>,
): readonly Fact[] {
  const time = (at: Date | null) => at && formatTime(at, timeZone)
  return [
    ['Status', activeBadge(client.status), 'status'],
    ['Client ID', copiedText(client.id, 'client ID'), 'client-id'],
    ['Permissions', permissionDetails(client.permissions), 'permissions'],
    ['Terminals', terminalsOf(client, terminals), 'terminals'],
    ['Allowed addresses', client.allowedAddresses?.join(', ') ?? 'Any', 'addresses'],
    ['Expires', time(client.expiresAt) ?? 'Never', 'expires'],
    ['Created by client', client.createdBy, 'created-by'],
    ['Secret created', time(client.secretCreatedAt), 'secret-created'],
    ['Previous secret works until', time(client.previousSecretUntil), 'previous-secret-until'],
    ['Last used', time(client.lastUsedAt) ?? 'Never', 'last-used'],
    ['Last address', client.lastUsedAddress, 'last-address'],
  ]
}

function rotateSheet(caller: PersonCaller, { id }: ApiClient, shown: Shown): Html {
  const body = html`${overlapField(shown)}
<p class="form-actions"><button class="button button-secondary" data-action="rotate-secret">Rotate secret</button></p>`
  const action = `${client.hrefOf({ id })}/rotate-secret`
  return sheet('rotate', 'New secret', postForm(caller, { name: 'rotate-secret', action, isOnce: true, body }))
}

const SWITCHES = {
  ACTIVE: ['disable', 'Disable', 'Disable client', 'danger'],
  DISABLED: ['activate', 'This client is disabled', 'Activate client', 'primary'],
} as const

function switchSheet(caller: PersonCaller, { id, status, permissions }: ApiClient): Html {
  const [does, heading, label, look] = SWITCHES[status]
  const words =
    status === 'ACTIVE'
      ? 'Its secrets and access tokens stop working immediately. You can activate it again.'
      : 'Its secrets work again after the activation.'
  const box = { name: 'include_created', label: 'Also disable the clients that it created' }
  const body = html`${status === 'ACTIVE' && permissions?.includes('keys.rotate') && checkField(box)}
<p class="form-actions"><button class="button button-${look}" data-action="${does}">${label}</button></p>`
  const form = postForm(caller, { name: does, action: `${client.hrefOf({ id })}/${does}`, body })
  return sheet('switch', heading, html`<p class="muted">${words}</p>`, form)
}

const rotateRoute = action(client, {
  at: '/rotate-secret',
  permission: 'keys.rotate',
  body: OverlapForm,
  does: async (gateway, { caller, merchantId, actor, params: { id }, body }) => {
    const manager = { actor, reach: reachOfRole(caller.role) }
    const issued = await rotateSecret(gateway, manager, merchantId, id, overlapOf(body))
    return client.to({ id }, 'rotated', stashCredential(gateway, caller, issued))
  },
})

const switchRoutes = (['disable', 'activate'] as const).map((does) =>
  action(client, {
    at: `/${does}`,
    permission: 'keys.rotate',
    body: ['include_created'],
    done: `${does}d`,
    does: async (gateway, { caller, merchantId, actor, params: { id }, body }) => {
      const status = does === 'disable' ? 'DISABLED' : 'ACTIVE'
      const change = { status, includeCreated: body.include_created === 'yes' } as const
      await changeClient(gateway, { actor, reach: reachOfRole(caller.role) }, merchantId, id, change)
    },
  }),
)

export const routesOfOne = [client.route, rotateRoute, ...switchRoutes]

import type { ApiClient } from '#flows/clients/index.ts'
import { isInReach, reachOfRole } from '#flows/clients/reach.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { copyButton, secretOnce } from '../parts/code-block.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { checkField, type FieldProblem, postForm, problemSummary } from '../parts/form.ts'
import { formatTime } from '../parts/format.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { clientBadge, nameOf, PATH } from './list-page.ts'
import { overlapField } from './overlap.ts'

interface ClientView {
  readonly client: ApiClient
  readonly secret?: string | undefined
  readonly done?: string | undefined
  readonly problems?: readonly FieldProblem[]
}

export function clientPage(caller: Viewer, view: ClientView): DashboardPageAnswer {
  const { client, secret, problems = [] } = view
  const manages = may(caller, 'keys.rotate') && isInReach(reachOfRole(caller.role), client)
  const body = html`${doneNotice(view.done)}${problemSummary(problems)}
${secret !== undefined && secretOnce({ field: 'client-secret', label: 'Client secret', value: secret, words: WORDS })}
<section class="sheet">${facts(caller, client)}</section>
${manages && [rotateSheet(caller, client, problems), client.permissions !== null && switchSheet(caller, client)]}
${!manages && may(caller, 'keys.rotate') && html`<p class="muted" data-state="beyond">This client may do more than your role. A user whose role allows it can manage it.</p>`}`
  return dashboardPage(caller, {
    page: 'client',
    title: nameOf(client),
    lead: 'API client',
    back: { href: PATH, words: 'API clients' },
    status: problems.length > 0 ? 422 : 200,
    body,
  })
}

const WORDS = 'Your server uses it with the client ID to get access tokens.'

function facts({ timeZone }: Viewer, client: ApiClient): Html {
  const time = (at: Date | null) => at && formatTime(at, timeZone)
  const id = html`<span class="copied"><code translate="no">${client.id}</code> ${copyButton(client.id, 'client ID')}</span>`
  return factList([
    ['Status', clientBadge(client.status), 'status'],
    ['Client ID', id, 'client-id'],
    ['Permissions', client.permissions?.join(', ') ?? 'All', 'permissions'],
    ['Terminals', client.terminalIds?.join(', ') ?? 'All', 'terminals'],
    ['Allowed addresses', client.allowedAddresses?.join(', ') ?? 'Any', 'addresses'],
    ['Expires', time(client.expiresAt) ?? 'Never', 'expires'],
    ['Created by client', client.createdBy, 'created-by'],
    ['Secret created', time(client.secretCreatedAt), 'secret-created'],
    ['Previous secret works until', time(client.previousSecretUntil), 'previous-secret-until'],
    ['Last used', time(client.lastUsedAt) ?? 'Never', 'last-used'],
    ['Last address', client.lastUsedAddress, 'last-address'],
  ])
}

function rotateSheet(caller: Viewer, { id }: ApiClient, problems: readonly FieldProblem[]): Html {
  const body = html`${overlapField(problems)}
<p class="form-actions"><button class="button button-secondary" data-action="rotate-secret">Rotate secret</button></p>`
  return html`<section class="sheet" aria-labelledby="rotate"><h2 id="rotate">New secret</h2>
${postForm(caller, { name: 'rotate-secret', action: `${PATH}/${encodeURIComponent(id)}/rotate-secret`, isOnce: true, body })}
</section>`
}

function includeCreatedField(): Html {
  return checkField({ name: 'include_created', label: 'Also disable the clients that it created' })
}

function switchSheet(caller: Viewer, { id, status, permissions }: ApiClient): Html {
  const isActive = status === 'ACTIVE'
  const button = isActive
    ? { does: 'disable', words: 'Disable client', look: 'danger' as const }
    : { does: 'activate', words: 'Activate client', look: 'primary' as const }
  const words = isActive
    ? 'Its secrets and access tokens stop working immediately. You can activate it again.'
    : 'Its secrets work again after the activation.'
  const { does, words: label, look } = button
  const body = html`${isActive && permissions?.includes('keys.rotate') && includeCreatedField()}
<p class="form-actions"><button class="button button-${look}" data-action="${does}">${label}</button></p>`
  return html`<section class="sheet" aria-labelledby="switch"><h2 id="switch">${isActive ? 'Disable' : 'This client is disabled'}</h2>
<p class="muted">${words}</p>
${postForm(caller, { name: button.does, action: `${PATH}/${encodeURIComponent(id)}/${button.does}`, body })}
</section>`
}

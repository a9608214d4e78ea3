import type { ApiClient } from '#flows/clients/index.ts'
import { type Html, html } from '#html/html.ts'
import { MAX_NAME_LENGTH } from '#http/api/common/types.ts'
import { CLIENT_PERMISSIONS, may, type Permission } from '#identity/permissions.ts'
import { doneNotice } from '../parts/done.ts'
import { checkField, type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { badge, formatTime, sentenceCase } from '../parts/format.ts'
import { cell, type Column, list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'

export const PATH = '/dashboard/clients'

/** Name of the box of a permission, because a form sends every field once: `permissions.payments.read`. */
export const permissionBox = (permission: Permission) => `permissions.${permission}` as const

interface ClientsView {
  readonly clients: readonly ApiClient[]
  readonly terminals: readonly { readonly terminalId: string; readonly name: string }[]
  readonly beside: PagerView
  readonly isExternal: boolean
  readonly done?: string | undefined
  readonly form?: ClientForm
  readonly problems?: readonly FieldProblem[]
}

export interface ClientForm {
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly terminal_ids: string
  readonly allowed_addresses: string
  readonly expires_at: string
  readonly external_client_id: string
}

export function clientsPage(caller: Viewer, view: ClientsView): DashboardPageAnswer {
  const { clients, problems = [] } = view
  const body = html`${doneNotice(view.done)}
${table(caller, clients)}
${pager(view.beside)}
${may(caller, 'keys.rotate') && createForm(caller, view)}`
  return dashboardPage(caller, {
    page: 'clients',
    title: 'API clients',
    lead: 'Limited access for each of your servers and scripts.',
    status: problems.length > 0 ? 422 : 200,
    body,
  })
}

function table({ timeZone }: Viewer, clients: readonly ApiClient[]): Html {
  const columns: readonly Column<ApiClient>[] = [
    cell.title('name', 'Name', nameOf),
    cell.state('status', 'Status', ({ status }) => clientBadge(status)),
    cell.more('permissions', 'Permissions', permissionNames),
    cell.more('terminals', 'Terminals', ({ terminalIds }) => terminalIds?.join(', ') ?? 'All'),
    cell.time('last-used', 'Last used', ({ lastUsedAt }) => (lastUsedAt ? formatTime(lastUsedAt, timeZone) : 'Never')),
  ]
  return list({
    name: 'clients',
    caption: 'API clients',
    columns: () => columns,
    rows: clients,
    idOf: ({ id }) => id,
    hrefOf: ({ id }) => `${PATH}/${encodeURIComponent(id)}`,
  })
}

function permissionNames({ permissions }: ApiClient): Html | string {
  const names = permissions?.map((name, index) => html`${index > 0 && ', '}<span class="whole">${name}</span>`)
  return names ? html`${names}` : 'All'
}

/** A client's name; the one that came with the merchant has none until it is given one. */
export function nameOf({ name }: ApiClient): string {
  return name ?? 'First client'
}

export function clientBadge(status: ApiClient['status']): Html {
  return badge(sentenceCase(status), status === 'ACTIVE' ? 'success' : 'plain')
}

function createForm(caller: Viewer, { terminals, isExternal, form, problems = [] }: ClientsView): Html {
  const body = html`${problemSummary(problems)}
${formField({ name: 'name', label: 'Name', maxlength: MAX_NAME_LENGTH, value: form?.name, required: true, problem: problemOf(problems, 'name') })}
${
  isExternal &&
  formField({
    name: 'external_client_id',
    label: 'Client ID at your identity provider',
    value: form?.external_client_id,
    required: true,
    problem: problemOf(problems, 'external_client_id'),
  })
}
${permissionsField(caller, form?.permissions ?? [], problems)}
${formField({
  name: 'terminal_ids',
  label: 'Terminal',
  value: form?.terminal_ids ?? '',
  options: [['', 'All terminals'], ...terminals.map(({ terminalId, name }) => [terminalId, name] as const)],
  hint: 'A client of one terminal cannot use customers, stored cards, events or webhooks.',
  problem: problemOf(problems, 'terminal_ids'),
})}
${formField({
  name: 'allowed_addresses',
  label: 'Allowed addresses',
  lines: 3,
  maxlength: 4000,
  value: form?.allowed_addresses,
  hint: 'IP addresses or networks, one per line, for example 203.0.113.0/24. Leave empty to allow any.',
  problem: problemOf(problems, 'allowed_addresses'),
})}
${formField({
  name: 'expires_at',
  label: 'Last day',
  type: 'date',
  value: form?.expires_at,
  hint: 'Leave empty if it does not expire.',
  problem: problemOf(problems, 'expires_at'),
})}
<p class="form-actions"><button class="button button-primary" data-action="create">Create client</button></p>`
  return html`<section class="sheet" aria-labelledby="create"><h2 id="create">Create a client</h2>
${postForm(caller, { name: 'create', action: PATH, isOnce: true, body })}
</section>`
}

function permissionsField(caller: Viewer, chosen: readonly Permission[], problems: readonly FieldProblem[]): Html {
  const problem = problemOf(problems, 'permissions')
  const boxes = CLIENT_PERMISSIONS.filter((permission) => may(caller, permission)).map((permission) =>
    checkField({
      name: permissionBox(permission),
      label: html`<code translate="no">${permission}</code>`,
      checked: chosen.includes(permission),
    }),
  )
  return html`<fieldset class="stack" id="permissions" tabindex="-1"><legend>Permissions</legend>
<p class="hint">You can grant what your own role, ${sentenceCase(caller.role)}, allows.</p>
${boxes}${problem && html`<p class="field-problem" data-problem="permissions">${problem}</p>`}</fieldset>
`
}

import { type EventType, subscribedTypes } from '#domain/event-types.ts'
import type { EndpointWithHealth } from '#flows/webhook-endpoints/index.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { secretOnce } from '../parts/code-block.ts'
import { doneNotice } from '../parts/done.ts'
import { type FieldProblem, formField, postForm, problemOf, problemSummary } from '../parts/form.ts'
import { badge, formatPercent, formatTime, sentenceCase } from '../parts/format.ts'
import { cell, type Column, list } from '../parts/list.ts'
import { type PagerView, pager } from '../parts/pager.ts'
import { statePanel } from '../parts/states.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { eventTypesField } from './event-types-field.ts'

const PATH = '/dashboard/webhooks'

interface WebhooksView {
  readonly endpoints: readonly EndpointWithHealth[]
  readonly terminals: readonly { readonly terminalId: string; readonly name: string }[]
  readonly beside: PagerView
  readonly done?: string | undefined
  readonly typed?: { readonly url: string; readonly terminal_id: string; readonly event_types: readonly EventType[] }
  readonly problems?: readonly FieldProblem[]
}

export function webhooksPage(caller: Viewer, view: WebhooksView): DashboardPageAnswer {
  const { endpoints, problems = [] } = view
  const body = html`${doneNotice(view.done)}
${endpoints.length > 0 ? table(caller, endpoints) : noneYet()}
${pager(view.beside)}
${may(caller, 'webhooks.manage') && createForm(caller, view)}`
  return dashboardPage(caller, {
    page: 'webhooks',
    title: 'Webhooks',
    lead: 'Endpoints that receive your signed events.',
    status: problems.length > 0 ? 422 : 200,
    body,
  })
}

function noneYet(): Html {
  return statePanel({
    state: 'empty',
    heading: 'No endpoints yet',
    words: 'Add your server’s URL to get an event for every completed payment.',
  })
}

function table({ timeZone }: Viewer, endpoints: readonly EndpointWithHealth[]): Html {
  const columns: readonly Column<EndpointWithHealth>[] = [
    cell.title('url', 'URL', ({ endpoint }) => endpoint.url),
    cell.state('status', 'Status', ({ endpoint }) => endpointBadge(endpoint.status)),
    cell.more('terminal', 'Terminal', ({ endpoint }) => endpoint.terminalId ?? 'All'),
    cell.more('event-types', 'Event types', ({ endpoint }) => subscribedTypes(endpoint.eventTypes).join(', ')),
    cell.number('delivered', 'Delivered, 24 h', ({ health }) => deliveredShare(health)),
    cell.more('last-failure', 'Last failure', ({ health }) =>
      health.lastFailureAt ? formatTime(health.lastFailureAt, timeZone) : 'None',
    ),
  ]
  return list({
    name: 'webhooks',
    caption: 'Webhook endpoints',
    columns: () => columns,
    rows: endpoints,
    idOf: ({ endpoint }) => endpoint.id,
    hrefOf: ({ endpoint }) => `${PATH}/${endpoint.id}`,
  })
}

export function endpointBadge(status: 'ACTIVE' | 'DISABLED'): Html {
  return badge(sentenceCase(status), status === 'ACTIVE' ? 'success' : 'plain')
}

/** The share of the tries of 24 hours that were answered well. */
export function deliveredShare({ tries, delivered }: EndpointWithHealth['health']): string {
  return tries === 0 ? 'No deliveries' : formatPercent(delivered / tries)
}

function createForm(caller: Viewer, { terminals, typed, problems = [] }: WebhooksView): Html {
  const body = html`${problemSummary(problems)}
${formField({
  name: 'url',
  label: 'URL',
  type: 'url',
  inputmode: 'url',
  maxlength: 2048,
  value: typed?.url,
  required: true,
  hint: caller.realm === 'uat' ? 'HTTP is allowed in test mode.' : 'HTTPS on port 443 only.',
  problem: problemOf(problems, 'url'),
})}
${formField({
  name: 'terminal_id',
  label: 'Terminal',
  value: typed?.terminal_id ?? '',
  options: [['', 'All terminals'], ...terminals.map(({ terminalId, name }) => [terminalId, name] as const)],
  problem: problemOf(problems, 'terminal_id'),
})}
${eventTypesField(typed?.event_types ?? ['transaction.processed'], problems)}
<p class="form-actions"><button class="button button-primary" data-action="create">Add endpoint</button></p>`
  return html`<section class="sheet" aria-labelledby="create"><h2 id="create">Add an endpoint</h2>
${postForm(caller, { name: 'create', action: PATH, isOnce: true, body })}
</section>`
}

export function webhookSecret(secret: string): Html {
  const words = 'Your server uses it to verify event signatures. Store it with your other secrets.'
  return secretOnce({ field: 'webhook-secret', label: 'Signing secret', value: secret, words })
}

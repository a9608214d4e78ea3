import { type EventType, subscribedTypes } from '#domain/event-types.ts'
import type { EndpointWithHealth, WebhookEndpoint } from '#flows/webhook-endpoints/index.ts'
import { type Html, html } from '#html/html.ts'
import { may } from '#identity/permissions.ts'
import { codeBlock } from '../parts/code-block.ts'
import { doneNotice } from '../parts/done.ts'
import { factList } from '../parts/facts.ts'
import { type FieldProblem, postButton, postForm, problemSummary } from '../parts/form.ts'
import { formatTime } from '../parts/format.ts'
import { copiedId } from '../parts/short-id.ts'
import { type DashboardPageAnswer, dashboardPage } from '../shell/shell.ts'
import type { Viewer } from '../shell/viewer.ts'
import { eventTypesField } from './event-types-field.ts'
import { deliveredShare, endpointBadge, webhookSecret } from './list-page.ts'

interface WebhookView {
  readonly watched: EndpointWithHealth
  readonly secret?: string | undefined
  readonly done?: string | undefined
  readonly typed?: readonly EventType[]
  readonly problems?: readonly FieldProblem[]
}

const VERIFY = `import { verifyWebhook } from '@tollgate/client'
const { id, event, payload } = verifyWebhook(secret, request.headers, rawBody)`

export function webhookPage(caller: Viewer, view: WebhookView): DashboardPageAnswer {
  const { endpoint } = view.watched
  const { problems = [] } = view
  const body = html`${doneNotice(view.done)}${problemSummary(problems)}
${view.secret !== undefined && webhookSecret(view.secret)}
<section class="sheet">
${facts(caller, view.watched)}
<p><a href="/dashboard/events?endpoint=${endpoint.id}">View events</a> · <a href="/dashboard/events?endpoint=${endpoint.id}&status=FAILED">failed only</a></p>
</section>
<section class="sheet" aria-labelledby="verify">
<h2 id="verify">Verify signatures</h2>
<p class="muted">Use any Standard Webhooks library, or @tollgate/client:</p>
${codeBlock(VERIFY, 'Verification code')}
</section>
${may(caller, 'webhooks.manage') && [typesSheet(caller, view), danger(caller, endpoint)]}`
  return dashboardPage(caller, {
    page: 'webhook',
    title: 'Webhook endpoint',
    lead: html`<span translate="no">${endpoint.url}</span>`,
    back: { href: '/dashboard/webhooks', words: 'Webhooks' },
    actions: may(caller, 'webhooks.manage') ? testAndRotate(caller, endpoint) : undefined,
    status: problems.length > 0 ? 422 : 200,
    body,
  })
}

function facts({ timeZone }: Viewer, { endpoint, health }: EndpointWithHealth): Html {
  const { previousSecretUntil: until } = endpoint
  return factList([
    ['Status', endpointBadge(endpoint.status), 'status'],
    ['ID', copiedId(endpoint.id, 'endpoint-id')],
    ['Terminal', endpoint.terminalId ?? 'All terminals', 'terminal'],
    ['Event types', subscribedTypes(endpoint.eventTypes).join(', '), 'event-types'],
    ['Delivered in 24 h', deliveredShare(health), 'delivered'],
    ['Last failure', health.lastFailureAt && formatTime(health.lastFailureAt, timeZone), 'last-failure'],
    ['Secret created', formatTime(endpoint.secretSince, timeZone), 'secret-since'],
    ['Previous secret valid until', until && formatTime(until, timeZone), 'previous-secret-until'],
  ])
}

function testAndRotate(caller: Viewer, { id, status }: WebhookEndpoint): readonly Html[] {
  const buttons = [
    ...(status === 'ACTIVE' ? [{ does: 'test', words: 'Send test event', look: 'primary' as const }] : []),
    { does: 'rotate-secret', words: 'Rotate secret', look: 'secondary' as const },
  ]
  return buttons.map((button) => doing(caller, id, button))
}

function typesSheet(caller: Viewer, { watched: { endpoint }, typed, problems = [] }: WebhookView): Html {
  const body = html`${eventTypesField(typed ?? subscribedTypes(endpoint.eventTypes), problems)}
<p class="form-actions"><button class="button button-secondary" data-action="save-event-types">Save</button></p>`
  const action = `/dashboard/webhooks/${endpoint.id}/event-types`
  return html`<section class="sheet" aria-labelledby="types"><h2 id="types">Event types</h2>
${postForm(caller, { name: 'save-event-types', action, body })}
</section>`
}

function danger(caller: Viewer, { id, status }: WebhookEndpoint): Html {
  const switches =
    status === 'ACTIVE'
      ? { does: 'disable', words: 'Disable', look: 'secondary' as const }
      : { does: 'activate', words: 'Activate', look: 'primary' as const }
  return html`<section class="sheet" aria-labelledby="end">
<h2 id="end">${status === 'ACTIVE' ? 'Disable or delete' : 'This endpoint is disabled'}</h2>
<p class="muted">Disabling fails pending deliveries; you can resend them later. Deleting removes the endpoint and its secret; events keep their delivery history.</p>
<div class="actions">
${doing(caller, id, switches)}
${doing(caller, id, { does: 'delete', words: 'Delete', look: 'danger' })}
</div>
</section>`
}

function doing(
  caller: Viewer,
  id: string,
  button: { readonly does: string; readonly words: string; readonly look: 'primary' | 'secondary' | 'danger' },
): Html {
  return postButton(caller, { action: `/dashboard/webhooks/${id}/${button.does}`, ...button })
}

import { subscribedTypes } from '#domain/event-types.ts'
import type { StoredEvent, TriedDelivery } from '#flows/events/index.ts'
import type { IssuedWebhookEndpoint, WebhookEndpoint } from '#flows/webhook-endpoints/index.ts'

/** An event as the merchant sees it (docs/reference/events.md#looking-back). */
export function eventView(event: StoredEvent) {
  return {
    id: event.id,
    event: event.event,
    transaction_id: event.transactionId,
    created_at: event.createdAt,
    payload: payloadOf(event.body),
    deliveries: event.deliveries.map(deliveryView),
  }
}

/** A delivery with its tries (docs/reference/events.md#looking-back). */
export function triedDeliveryView({ delivery, tries }: TriedDelivery) {
  return {
    ...deliveryView(delivery),
    tries: tries.map((one) => ({
      attempt: one.attempt,
      tried_at: one.triedAt,
      duration_ms: one.durationMs,
      response_status: one.answeredStatus,
      answer: one.answer,
      failure: one.failure,
    })),
  }
}

function deliveryView(delivery: StoredEvent['deliveries'][number]) {
  return {
    webhook_endpoint_id: delivery.webhookEndpointId,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    next_attempt_at: delivery.nextAttemptAt,
  }
}

/** What was sent, with every number as it was written: an int64 does not fit into JavaScript's own. */
function payloadOf(body: string): unknown {
  const exact = (_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' ? JSON.rawJSON(source) : value
  return (JSON.parse(body, exact) as { payload: unknown }).payload
}

/** A webhook endpoint as the merchant sees it (docs/reference/events.md#webhook-endpoints). */
export function webhookEndpointView(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    terminal_id: endpoint.terminalId,
    status: endpoint.status,
    event_types: subscribedTypes(endpoint.eventTypes),
    secret_since: endpoint.secretSince,
    previous_secret_until: endpoint.previousSecretUntil,
    created_at: endpoint.createdAt,
  }
}

/** The only view that shows the secret: on creation and on rotation. */
export function issuedWebhookEndpointView({ endpoint, secret }: IssuedWebhookEndpoint) {
  return { ...webhookEndpointView(endpoint), secret: secret.reveal() }
}

import type { IssuedWebhookEndpoint, WebhookEndpoint } from '#flows/webhook-endpoints/index.ts'

/** A webhook endpoint as the merchant sees it (docs/reference/events.md#webhook-endpoints). */
export function webhookEndpointView(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    terminal_id: endpoint.terminalId,
    status: endpoint.status,
    created_at: endpoint.createdAt,
  }
}

/** The only view that shows the secret: on creation and on rotation. */
export function issuedWebhookEndpointView({ endpoint, secret }: IssuedWebhookEndpoint) {
  return { ...webhookEndpointView(endpoint), secret: secret.reveal() }
}

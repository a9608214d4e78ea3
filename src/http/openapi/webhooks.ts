import { ProcessedEvent } from '../contract/events.ts'
import type { SchemaRegistry } from './schemas.ts'

/** What the gateway itself sends: one event, signed by the Standard Webhooks scheme (docs/reference/events.md). */
export function webhooksOf(registry: SchemaRegistry): object {
  return {
    'transaction.processed': {
      post: {
        operationId: 'transaction_processed',
        tags: ['Events'],
        summary: 'A transaction reached its final status',
        description: 'Sent to every webhook endpoint, at least once, until it is answered with a 2xx within 15 s.',
        parameters: Object.entries(HEADERS).map(headerOf),
        requestBody: { required: true, content: { 'application/json': { schema: registry.show(ProcessedEvent) } } },
        responses: {
          '2XX': { description: 'Received. Anything else is tried again, hours later too.' },
          410: { description: 'Send nothing here any more: the endpoint is disabled.' },
        },
      },
    },
  }
}

const HEADERS = {
  'webhook-id': 'Id of the event, the same on every attempt.',
  'webhook-timestamp': 'When this attempt was signed, in seconds since 1970.',
  'webhook-signature': '`v1,` and the Base64 of the HMAC-SHA256 of `id.timestamp.body`; one for each valid secret.',
}

function headerOf([name, description]: [string, string]): object {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } }
}

import type { TSchema } from 'typebox'
import { EVENT_TYPES, type EventType } from '#domain/event-types.ts'
import { furtherEventBody, ProcessedEvent, whenSent } from '../api/event-payloads.ts'
import { exampleOf } from './examples.ts'
import type { SchemaRegistry } from './schemas.ts'

/** Webhooks of the gateway, signed by the Standard Webhooks scheme (docs/reference/event-types.md). */
export function webhooksOf(registry: SchemaRegistry): object {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: webhookOf(type, registry) }]))
}

export function eventBody(type: EventType): TSchema {
  return type === 'transaction.processed' ? ProcessedEvent : furtherEventBody(type)
}

function webhookOf(type: EventType, registry: SchemaRegistry): object {
  const body = eventBody(type)
  return {
    operationId: type.replaceAll(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase()),
    tags: ['Events'],
    summary: whenSent(type),
    description: `Sent to every webhook endpoint ${who(type)}, at least once, until it is answered with a 2xx within 15 s.`,
    security: [],
    parameters: Object.entries(HEADERS).map(headerOf),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: registry.show(body), example: exampleOf(body, type) } },
    },
    responses: {
      '2XX': { description: 'Received. Any other response is retried, for hours.' },
      410: { description: 'Disable this endpoint.' },
    },
  }
}

function who(type: EventType): string {
  return type === 'transaction.processed' ? 'that asks for it or for nothing else' : 'that asks for it'
}

const HEADERS = {
  'webhook-id': ['Id of the event, the same on every attempt.', 'evt_2mVnQ8sX4kJ7bT5wLp9RzYcHdFg'],
  'webhook-timestamp': ['When this attempt was signed, in seconds since 1970.', '1769851800'],
  'webhook-signature': [
    '`v1,` and the Base64 of the HMAC-SHA256 of `id.timestamp.body`; one for each valid secret.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
} as const

function headerOf([name, [description, example]]: [string, readonly [string, string]]): object {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example }
}

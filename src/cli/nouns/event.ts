import { text } from '#app/config/kinds.ts'
import type { CommandGroup, Option } from '../command.ts'
import { PAGING, PERIOD } from '../options.ts'

const ENDPOINT: Option = {
  flags: '--endpoint <id>',
  field: 'webhook_endpoint_id',
  kind: text,
  description: 'webhook endpoint ID',
}

const FILTERS: readonly Option[] = [
  {
    flags: '--event <type>',
    field: 'event',
    kind: text,
    description: 'event type, or all (default transaction.processed)',
  },
  { flags: '--transaction <transaction_id>', field: 'transaction_id', kind: text, description: 'transaction ID' },
  {
    flags: '--status <status>',
    field: 'status',
    kind: text,
    description: 'delivery status: PENDING, DELIVERED or FAILED',
  },
  ENDPOINT,
]

/** What a merchant was told, as the merchant (docs/reference/events.md#looking-back). */
export const event: CommandGroup = {
  name: 'event',
  summary: 'Events and their deliveries (merchant)',
  commands: [
    {
      verb: 'list',
      summary: 'List events, newest first',
      method: 'GET',
      asMerchant: '/api/events',
      options: [...FILTERS, ...PERIOD, ...PAGING],
      columns: ['id', 'created_at', 'event', 'transaction_id', 'deliveries'],
      examples: ['event list --status FAILED'],
    },
    {
      verb: 'show',
      summary: 'Show an event with its payload and deliveries',
      method: 'GET',
      asMerchant: '/api/events/{id}',
      args: ['id'],
      examples: ['event show <id>'],
    },
    {
      verb: 'deliveries',
      summary: 'List delivery attempts of an event with responses',
      method: 'GET',
      asMerchant: '/api/events/{id}/deliveries',
      args: ['id'],
      columns: ['webhook_endpoint_id', 'status', 'attempts', 'next_attempt_at', 'tries'],
      examples: ['event deliveries <id>', 'event deliveries <id> --json'],
    },
    {
      verb: 'redeliver',
      summary: 'Resend an event to every active endpoint',
      method: 'POST',
      asMerchant: '/api/events/{id}/redeliver',
      args: ['id'],
      examples: ['event redeliver <id>'],
    },
    {
      verb: 'redeliver-failed',
      summary: 'Resend failed deliveries to active endpoints, up to 1,000 per call',
      method: 'POST',
      asMerchant: '/api/events/redeliver-failed',
      options: [ENDPOINT, ...PERIOD],
      examples: ['event redeliver-failed --endpoint <id> --from 2026-11-01T00:00:00Z'],
    },
  ],
}

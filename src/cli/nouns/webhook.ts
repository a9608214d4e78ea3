import { listOf, text } from '#app/config/kinds.ts'
import type { CommandGroup, Option } from '../command.ts'
import { textOrNone } from '../kinds.ts'
import { MERCHANT, PAGING, required } from '../options.ts'

const ON_BEHALF: Option = { ...MERCHANT, description: 'merchant ID, as an operator (default for merchants: your own)' }
const URL: Option = { flags: '--url <url>', field: 'url', kind: text, description: 'URL that receives the events' }
const STATUS: Option = { flags: '--status <status>', field: 'status', kind: text, description: 'ACTIVE or DISABLED' }

const TERMINAL: Option = {
  flags: '--terminal <terminal_id>',
  field: 'terminal_id',
  kind: textOrNone,
  description: 'terminal ID, or none for all terminals',
}

const EVENTS: Option = {
  flags: '--events <list>',
  field: 'event_types',
  kind: listOf(text),
  description: 'event types, for example session.completed (default: transaction.processed)',
}

/** Webhook endpoints (docs/reference/events.md#webhook-endpoints), by the merchant or by an operator on its behalf. */
export const webhook: CommandGroup = {
  name: 'webhook',
  summary: 'Webhook endpoints',
  commands: [
    {
      verb: 'create',
      summary: 'Create a webhook endpoint',
      method: 'POST',
      asOperator: '/admin/merchants/{merchant_id}/webhook-endpoints',
      asMerchant: '/api/webhook-endpoints',
      options: [ON_BEHALF, required(URL), TERMINAL, EVENTS],
      examples: ['webhook create --merchant <merchant_id> --url https://shop.example/webhooks'],
      note: 'You will not see the signing secret again. Send it to the merchant over a secure channel.',
    },
    {
      verb: 'list',
      summary: 'List webhook endpoints, newest first',
      method: 'GET',
      asOperator: '/admin/merchants/{merchant_id}/webhook-endpoints',
      asMerchant: '/api/webhook-endpoints',
      options: [ON_BEHALF, ...PAGING],
      columns: ['id', 'url', 'terminal_id', 'status', 'event_types', 'created_at'],
      examples: ['webhook list', 'webhook list --merchant <merchant_id>'],
    },
    {
      verb: 'update',
      summary: 'Update an endpoint (merchant)',
      method: 'PATCH',
      asMerchant: '/api/webhook-endpoints/{id}',
      args: ['id'],
      options: [URL, TERMINAL, STATUS, EVENTS],
      examples: [
        'webhook update <id> --status ACTIVE',
        'webhook update <id> --events transaction.processed,refund.failed',
      ],
    },
    {
      verb: 'delete',
      summary: 'Disable an endpoint (merchant)',
      method: 'DELETE',
      asMerchant: '/api/webhook-endpoints/{id}',
      args: ['id'],
      examples: ['webhook delete <id>'],
    },
    {
      verb: 'test',
      summary: 'Send a test event to an endpoint (merchant)',
      method: 'POST',
      asMerchant: '/api/webhook-endpoints/{id}/test',
      args: ['id'],
      examples: ['webhook test <id>'],
      note: 'See the result with "event deliveries" and the ID above.',
    },
    {
      verb: 'rotate-secret',
      summary: 'Rotate the signing secret; the previous one signs for 24 more hours (merchant)',
      method: 'POST',
      asMerchant: '/api/webhook-endpoints/{id}/rotate-secret',
      args: ['id'],
      examples: ['webhook rotate-secret <id>'],
      note: 'You will not see the signing secret again. Update your server within 24 hours.',
    },
  ],
}

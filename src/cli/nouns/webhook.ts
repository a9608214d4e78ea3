import { listOf, text } from '#app/config/kinds.ts'
import type { Noun, Option } from '../command.ts'
import { textOrNone } from '../kinds.ts'
import { MERCHANT, PAGING, required } from '../options.ts'

const ON_BEHALF: Option = { ...MERCHANT, why: 'whose, as an operator; your own as a merchant if not said' }
const URL: Option = { flags: '--url <url>', field: 'url', kind: text, why: 'where events are sent' }
const STATUS: Option = { flags: '--status <status>', field: 'status', kind: text, why: 'ACTIVE or DISABLED' }

const TERMINAL: Option = {
  flags: '--terminal <terminal_id>',
  field: 'terminal_id',
  kind: textOrNone,
  why: 'only events of this terminal, or none for those of all',
}

const EVENTS: Option = {
  flags: '--events <list>',
  field: 'event_types',
  kind: listOf(text),
  why: 'what it is told of, as in session.completed; transaction.processed if never said',
}

/**
 * Where events are sent (docs/reference/events.md#webhook-endpoints), by the merchant or by an operator on its behalf.
 */
export const webhook: Noun = {
  name: 'webhook',
  summary: 'Where events are sent',
  commands: [
    {
      verb: 'create',
      summary: 'Register an address',
      method: 'POST',
      asOperator: '/admin/merchants/{merchant_id}/webhook-endpoints',
      asMerchant: '/api/webhook-endpoints',
      options: [ON_BEHALF, required(URL), TERMINAL, EVENTS],
      examples: ['webhook create --merchant <merchant_id> --url https://shop.example/webhooks'],
      note: 'The signing secret is shown only this once: hand it over now.',
    },
    {
      verb: 'list',
      summary: 'List the addresses, newest first',
      method: 'GET',
      asOperator: '/admin/merchants/{merchant_id}/webhook-endpoints',
      asMerchant: '/api/webhook-endpoints',
      options: [ON_BEHALF, ...PAGING],
      columns: ['id', 'url', 'terminal_id', 'status', 'event_types', 'created_at'],
      examples: ['webhook list', 'webhook list --merchant <merchant_id>'],
    },
    {
      verb: 'update',
      summary: 'Change an address, as the merchant',
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
      summary: 'Send nothing there any more, as the merchant',
      method: 'DELETE',
      asMerchant: '/api/webhook-endpoints/{id}',
      args: ['id'],
      examples: ['webhook delete <id>'],
    },
    {
      verb: 'test',
      summary: 'Send an event that tests an address, as the merchant',
      method: 'POST',
      asMerchant: '/api/webhook-endpoints/{id}/test',
      args: ['id'],
      examples: ['webhook test <id>'],
      note: 'What became of it: tollgate event deliveries, with the id above.',
    },
    {
      verb: 'rotate-secret',
      summary: 'Replace the signing secret, as the merchant; both sign for a day',
      method: 'POST',
      asMerchant: '/api/webhook-endpoints/{id}/rotate-secret',
      args: ['id'],
      examples: ['webhook rotate-secret <id>'],
      note: 'The signing secret is shown only this once: hand it over within 24 hours.',
    },
  ],
}

import { text } from '#app/config/kinds.ts'
import type { Noun, Option } from '../command.ts'
import { PAGING } from '../options.ts'

const FILTERS: readonly Option[] = [
  { flags: '--transaction <transaction_id>', field: 'transaction_id', kind: text, why: 'only of this transaction' },
  { flags: '--status <status>', field: 'status', kind: text, why: 'of a delivery: PENDING, DELIVERED or FAILED' },
]

/** What a merchant was told, as the merchant (docs/reference/events.md#looking-back). */
export const event: Noun = {
  name: 'event',
  summary: 'What merchants were told, as the merchant',
  commands: [
    {
      verb: 'list',
      summary: 'List events, newest first',
      method: 'GET',
      asMerchant: '/api/events',
      options: [...FILTERS, ...PAGING],
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
      verb: 'redeliver',
      summary: 'Send an event once more to every active address',
      method: 'POST',
      asMerchant: '/api/events/{id}/redeliver',
      args: ['id'],
      examples: ['event redeliver <id>'],
    },
  ],
}

import { text } from '#app/config/kinds.ts'
import { Failure, type Noun, type Option } from '../command.ts'
import { PAGING } from '../options.ts'

const FILTERS: readonly Option[] = [
  { flags: '--terminal <terminal_id>', field: 'terminal_id', kind: text, why: 'only of this terminal' },
  { flags: '--reference <reference>', field: 'reference', kind: text, why: 'only under this reference' },
  { flags: '--order <order_id>', field: 'order_id', kind: text, why: 'only of this order' },
  { flags: '--status <status>', field: 'status', kind: text, why: 'e.g. PENDING' },
  { flags: '--type <transaction_type>', field: 'transaction_type', kind: text, why: 'e.g. PURCHASE' },
  { flags: '--from <time>', field: 'created_from', kind: text, why: 'created then or later: 2026-01-31T00:00:00Z' },
  { flags: '--to <time>', field: 'created_to', kind: text, why: 'created then or earlier' },
]

/** What became of payments, as the merchant (docs/reference/statuses.md#how-to-learn-the-end). */
export const transaction: Noun = {
  name: 'transaction',
  summary: 'What became of payments, as the merchant',
  commands: [
    {
      verb: 'show',
      summary: 'Show a transaction',
      method: 'GET',
      asMerchant: '/api/transactions/{transaction_id}/status',
      args: ['transaction_id'],
      pick: found,
      examples: ['transaction show <transaction_id>'],
    },
    {
      verb: 'list',
      summary: 'List transactions, newest first',
      method: 'GET',
      asMerchant: '/api/transactions',
      options: [...FILTERS, ...PAGING],
      columns: [
        'id',
        'created_at',
        'terminal_id',
        'reference',
        'transaction_type',
        'amount',
        'status',
        'processing_code',
      ],
      examples: ['transaction list --status PENDING', 'transaction list --reference order-1 --json'],
    },
  ],
}

/** The status endpoint answers 200 for an unknown id too. */
function found(answer: unknown): unknown {
  const { transaction: record } = answer as { transaction: unknown }
  if (record === null) throw new Failure('No such transaction.')
  return record
}

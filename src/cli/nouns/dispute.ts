import { text } from '#app/config/kinds.ts'
import type { CommandGroup } from '../command.ts'
import { PAGING } from '../options.ts'

/** Payments that shoppers dispute, as the merchant (docs/reference/disputes.md). */
export const dispute: CommandGroup = {
  name: 'dispute',
  summary: 'Disputes of payments, with their deadlines (merchant)',
  commands: [
    {
      verb: 'list',
      summary: 'List disputes, newest first',
      method: 'GET',
      asMerchant: '/api/disputes',
      options: [
        { flags: '--status <status>', field: 'status', kind: text, description: 'status, for example NEEDS_RESPONSE' },
        { flags: '--stage <stage>', field: 'stage', kind: text, description: 'stage, for example CHARGEBACK' },
        {
          flags: '--respond-by-before <time>',
          field: 'respond_by_before',
          kind: text,
          description: 'with an earlier deadline',
        },
        { flags: '--transaction <transaction_id>', field: 'transaction_id', kind: text, description: 'payment ID' },
        ...PAGING,
      ],
      columns: ['id', 'transaction_id', 'stage', 'status', 'funds', 'amount', 'currency', 'respond_by'],
      examples: ['dispute list --status NEEDS_RESPONSE'],
    },
    {
      verb: 'show',
      summary: 'Show a dispute',
      method: 'GET',
      asMerchant: '/api/disputes/{dispute_id}',
      args: ['dispute_id'],
      examples: ['dispute show <dispute_id>'],
    },
    {
      verb: 'accept',
      summary: 'Accept a dispute; you cannot undo it',
      method: 'POST',
      asMerchant: '/api/disputes/{dispute_id}/accept',
      args: ['dispute_id'],
      examples: ['dispute accept <dispute_id>'],
    },
  ],
}

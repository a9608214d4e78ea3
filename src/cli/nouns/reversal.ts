import type { CommandGroup } from '../command.ts'
import { PAGING } from '../options.ts'

/** Reversals that no provider confirmed (docs/operate/monitoring.md#reversals-that-failed). */
export const reversal: CommandGroup = {
  name: 'reversal',
  summary: 'Reversals that the provider never confirmed',
  commands: [
    {
      verb: 'list',
      summary: 'List failed reversals of all merchants, newest first',
      method: 'GET',
      asOperator: '/admin/given-up-reversals',
      options: PAGING,
      columns: ['attempt_id', 'merchant_id', 'transaction_id', 'provider', 'provider_reference', 'given_up_at'],
      examples: ['reversal list'],
    },
    {
      verb: 'retry',
      summary: 'Retry a failed reversal for another 14 days',
      method: 'POST',
      asOperator: '/admin/given-up-reversals/{attempt_id}/retry',
      args: ['attempt_id'],
      examples: ['reversal retry <attempt_id>'],
    },
  ],
}

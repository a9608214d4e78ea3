import type { Noun } from '../command.ts'
import { PAGING } from '../options.ts'

/** Reversals that no provider confirmed (docs/operate/monitoring.md#reversals-that-were-given-up). */
export const reversal: Noun = {
  name: 'reversal',
  summary: 'Reversals that are not repeated any more, because their provider did not confirm them',
  commands: [
    {
      verb: 'list',
      summary: 'List the reversals that were given up, of all merchants, newest first',
      method: 'GET',
      asOperator: '/admin/given-up-reversals',
      options: PAGING,
      columns: ['attempt_id', 'merchant_id', 'transaction_id', 'provider', 'provider_reference', 'given_up_at'],
      examples: ['reversal list'],
    },
    {
      verb: 'retry',
      summary: 'Have a reversal repeated again, for as long as a new one',
      method: 'POST',
      asOperator: '/admin/given-up-reversals/{attempt_id}/retry',
      args: ['attempt_id'],
      examples: ['reversal retry <attempt_id>'],
    },
  ],
}

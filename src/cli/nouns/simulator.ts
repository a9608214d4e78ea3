import { text } from '#app/config/kinds.ts'
import type { CommandGroup } from '../command.ts'

/** What the simulated providers did, as the merchant; uat only (docs/reference/simulators.md#charges). */
export const simulator: CommandGroup = {
  name: 'simulator',
  summary: 'Charges recorded by the simulators (merchant, uat)',
  commands: [
    {
      verb: 'charges',
      summary: 'List charges of the simulators',
      method: 'GET',
      asMerchant: '/api/simulators/charges',
      options: [
        {
          flags: '--transaction <transaction_id>',
          field: 'transaction_id',
          kind: text,
          description: 'transaction ID',
        },
        { flags: '--reference <reference>', field: 'reference', kind: text, description: 'reference' },
      ],
      columns: ['transaction_id', 'provider_account_id', 'operation', 'amount', 'state', 'created_at'],
      examples: ['simulator charges --reference order-1'],
    },
  ],
}

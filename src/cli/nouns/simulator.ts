import { text } from '#app/config/kinds.ts'
import type { Noun } from '../command.ts'

/** What the simulated providers did, as the merchant; uat only (docs/reference/simulators.md#charges). */
export const simulator: Noun = {
  name: 'simulator',
  summary: "The simulated providers' own ledgers, as the merchant (uat)",
  commands: [
    {
      verb: 'charges',
      summary: 'List what the simulators charged',
      method: 'GET',
      asMerchant: '/api/simulators/charges',
      options: [
        {
          flags: '--transaction <transaction_id>',
          field: 'transaction_id',
          kind: text,
          why: 'only of this transaction',
        },
        { flags: '--reference <reference>', field: 'reference', kind: text, why: 'only under this reference' },
      ],
      columns: ['transaction_id', 'provider_account_id', 'operation', 'amount', 'state', 'created_at'],
      examples: ['simulator charges --reference order-1'],
    },
  ],
}

import { text } from '#app/config/kinds.ts'
import type { CommandGroup } from '../command.ts'

/** Erasure of personal data (docs/reference/erasure.md). */
export const erasure: CommandGroup = {
  name: 'erasure',
  summary: "Erasure of people's data (merchant)",
  commands: [
    {
      verb: 'create',
      summary: "Erase a person's data, found by customer ID or email",
      method: 'POST',
      asMerchant: '/api/erasures',
      options: [
        { flags: '--customer <customer_id>', field: 'customer_id', kind: text, description: 'customer ID' },
        { flags: '--email <email>', field: 'email', kind: text, description: 'email, in any spelling' },
      ],
      examples: ['erasure create --customer <customer_id>', 'erasure create --email ada@shop.example'],
    },
    {
      verb: 'show',
      summary: 'Show an erasure',
      method: 'GET',
      asMerchant: '/api/erasures/{erasure_id}',
      args: ['erasure_id'],
      examples: ['erasure show <erasure_id>'],
    },
  ],
}

import type { CommandGroup } from '../command.ts'

/** Customers (docs/reference/erasure.md#export). */
export const customer: CommandGroup = {
  name: 'customer',
  summary: "A customer's data (merchant)",
  commands: [
    {
      verb: 'export',
      summary: 'Export all that is held of a customer',
      method: 'GET',
      asMerchant: '/api/customers/{customer_id}/export',
      args: ['customer_id'],
      examples: ['customer export <customer_id> --json'],
    },
  ],
}

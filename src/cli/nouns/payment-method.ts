import { integer, text } from '#app/config/kinds.ts'
import type { CommandGroup } from '../command.ts'
import { PAGING } from '../options.ts'

const PATH = '/api/payment-methods'
const ONE = `${PATH}/{token}`

/** Stored cards (docs/reference/customers.md#stored-cards). */
export const paymentMethod: CommandGroup = {
  name: 'payment-method',
  summary: 'Stored cards (merchant)',
  commands: [
    {
      verb: 'list',
      summary: 'List stored cards, newest first',
      method: 'GET',
      asMerchant: PATH,
      options: [
        {
          flags: '--expires-before <month>',
          field: 'expires_before',
          kind: text,
          description: 'cards that expire before this month, for example 2027-01',
        },
        { flags: '--customer <customer_id>', field: 'customer_id', kind: text, description: 'customer ID' },
        ...PAGING,
      ],
      columns: ['token', 'created_at', 'masked', 'expiration_month', 'expiration_year', 'issuer_update', 'customer_id'],
      examples: ['payment-method list --expires-before 2027-01'],
    },
    {
      verb: 'show',
      summary: 'Show a stored card',
      method: 'GET',
      asMerchant: ONE,
      args: ['token'],
      examples: ['payment-method show <token>'],
    },
    {
      verb: 'update',
      summary: 'Change the expiry or holder of a stored card',
      method: 'PATCH',
      asMerchant: ONE,
      args: ['token'],
      options: [
        { flags: '--month <month>', field: 'expiration_month', kind: integer(1, 12), description: 'month of expiry' },
        { flags: '--year <year>', field: 'expiration_year', kind: integer(1000, 9999), description: 'year of expiry' },
        { flags: '--holder <name>', field: 'holder_name', kind: text, description: 'name on the card' },
      ],
      examples: ['payment-method update <token> --month 8 --year 2031'],
    },
    {
      verb: 'delete',
      summary: 'Delete a stored card; its agreements end',
      method: 'DELETE',
      asMerchant: ONE,
      args: ['token'],
      examples: ['payment-method delete <token>'],
    },
  ],
}

import { integer, text } from '#app/config/kinds.ts'
import type { CommandGroup, Option } from '../command.ts'
import { PAGING, required } from '../options.ts'
import { amountOf, amountOption } from '../typed-amount.ts'

const IMPORTED: readonly Option[] = [
  required({
    flags: '--payment-method <token>',
    field: 'payment_method_id',
    kind: text,
    description: 'token of the stored card',
  }),
  required({
    flags: '--purpose <purpose>',
    field: 'purpose',
    kind: text,
    description: 'RECURRING, INSTALLMENT or UNSCHEDULED',
  }),
  required({ flags: '--description <text>', field: 'description', kind: text, description: 'what was agreed to' }),
  required({ flags: '--currency <code>', field: 'currency', kind: text, description: 'currency, for example EUR' }),
  required({
    flags: '--network-transaction-id <id>',
    field: 'network_transaction_id',
    kind: text,
    description: "the scheme's ID of the first payment",
  }),
  required({ flags: '--accepted-at <time>', field: 'accepted_at', kind: text, description: 'when the shopper agreed' }),
  {
    flags: '--frequency-days <number>',
    field: 'frequency_days',
    kind: integer(1, 366),
    description: 'days between charges',
  },
  amountOption('max-amount', 'max_amount', 'limit of a charge'),
  { flags: '--ends-on <day>', field: 'ends_on', kind: text, description: 'last day, for example 2027-11-30' },
]

/** Permissions to charge stored cards, as the merchant (docs/reference/agreements.md). */
export const agreement: CommandGroup = {
  name: 'agreement',
  summary: 'Agreements: charges while the shopper is away (merchant)',
  commands: [
    {
      verb: 'list',
      summary: 'List agreements, newest first',
      method: 'GET',
      asMerchant: '/api/agreements',
      options: [
        { flags: '--status <status>', field: 'status', kind: text, description: 'status, for example ACTIVE' },
        { flags: '--customer <customer_id>', field: 'customer_id', kind: text, description: 'customer ID' },
        { flags: '--payment-method <token>', field: 'payment_method_id', kind: text, description: 'stored card' },
        ...PAGING,
      ],
      columns: ['id', 'created_at', 'status', 'purpose', 'currency', 'max_amount', 'customer_id'],
      examples: ['agreement list --status ACTIVE'],
    },
    {
      verb: 'show',
      summary: 'Show an agreement',
      method: 'GET',
      asMerchant: '/api/agreements/{agreement_id}',
      args: ['agreement_id'],
      examples: ['agreement show <agreement_id>'],
    },
    {
      verb: 'cancel',
      summary: 'Cancel an agreement; it can no longer be charged',
      method: 'PATCH',
      asMerchant: '/api/agreements/{agreement_id}',
      args: ['agreement_id'],
      sends: { status: 'CANCELED' },
      examples: ['agreement cancel <agreement_id>'],
    },
    {
      verb: 'import',
      summary: 'Import an agreement for a stored card',
      method: 'POST',
      asMerchant: '/api/agreements',
      options: IMPORTED,
      prepare: (input) => {
        const { max_amount: limit, currency } = input
        return limit === undefined ? input : { ...input, max_amount: amountOf(limit, String(currency)) }
      },
      examples: [
        'agreement import --payment-method <token> --purpose RECURRING --frequency-days 30 --description "Monthly plan" --currency EUR --network-transaction-id MCC123456789 --accepted-at 2026-01-01T10:00:00Z',
      ],
    },
  ],
}

import type { CommandGroup } from '../command.ts'
import { noun, op } from '../op.ts'
import { paymentLink } from './payment-link.ts'
import { rules } from './rules.ts'
import { transaction } from './transaction.ts'

export const PAYMENTS: readonly CommandGroup[] = [
  // docs/reference/sessions.md
  noun('session', 'Sessions of the hosted page and the embedded fields (merchant)', {
    list: op('listSessions', {
      columns: ['id', 'created_at', 'terminal_id', 'reference', 'amount', 'status', 'transaction_id'],
      examples: ['session list --status CREATED', 'session list --reference order-1 --json'],
    }),
    show: op('showSession', { summary: 'Show a session' }),
    update: op('changeSession', {
      flags: { metadata: { description: 'metadata of later payments as JSON, or none' } },
      examples: [`session update <session_id> --metadata '{"cart":"7"}'`],
    }),
    cancel: op('cancelSession', { summary: 'Cancel an open session and the payment that waits for its shopper' }),
  }),
  paymentLink,
  rules,
  transaction,
  // docs/reference/lists.md
  noun('list', 'Block and allow lists of payments (merchant)', {
    add: op('addListEntry', {
      summary: 'Add a value, or who made a payment, to a list: block or allow',
      examples: [
        'list add block --kind email_domain --value throwaway.example --reason "disposable"',
        'list add block --transaction <transaction_id> --kinds card_hash,email',
      ],
      flags: {
        expires_at: { description: 'time at which it expires, for example 2027-01-31T00:00:00Z (default: never)' },
      },
    }),
    remove: op('removeListEntry', { id: 'id', examples: ['list remove block <id>'] }),
    list: op('listListEntries', {
      summary: 'List the entries of a list, newest first',
      columns: ['id', 'created_at', 'kind', 'value', 'reason', 'expires_at', 'hits'],
      examples: ['list list block', 'list list allow --value ada@shop.example'],
      flags: { value: { description: 'entries with this value' } },
    }),
    import: op('importListEntries', {
      summary: 'Add the entries of a CSV file: kind,value,reason,expires_at',
      args: ['file'],
      asCsv: 'file',
      isBad: (answer) => (answer as { errors: readonly unknown[] }).errors.length > 0,
      examples: ['list import block entries.csv'],
    }),
  }),
  // docs/reference/customers.md#stored-cards
  noun('payment-method', 'Stored cards (merchant)', {
    list: op('listPaymentMethods', {
      columns: ['token', 'created_at', 'masked', 'expiration_month', 'expiration_year', 'issuer_update', 'customer_id'],
      examples: ['payment-method list --expires-before 2027-01'],
    }),
    show: op('showPaymentMethod'),
    update: op('changePaymentMethod', { examples: ['payment-method update <token> --month 8 --year 2031'] }),
    delete: op('deletePaymentMethod', { summary: 'Delete a stored card; its agreements end' }),
  }),
  // docs/reference/erasure.md#export
  noun('customer', "A customer's data (merchant)", {
    export: op('exportCustomer', {
      summary: 'Export all that is held of a customer',
      examples: ['customer export <customer_id> --json'],
    }),
  }),
  // docs/reference/erasure.md
  noun('erasure', "Erasure of people's data (merchant)", {
    create: op('createErasure', {
      summary: "Erase a person's data, found by customer ID or email",
      flags: { email: { description: 'email, in any spelling' } },
      examples: ['erasure create --customer <customer_id>', 'erasure create --email ada@shop.example'],
    }),
    show: op('showErasure', { summary: 'Show an erasure' }),
  }),
]

import { noun, op } from '../op.ts'
import { amountOf } from '../typed-amount.ts'

// Orders, cards, permissions and disputes of a merchant's shoppers.

/** docs/reference/sessions.md */
export const session = noun('session', 'Sessions of the hosted page and the embedded fields (merchant)', {
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
})

/** docs/reference/customers.md#stored-cards */
export const paymentMethod = noun('payment-method', 'Stored cards (merchant)', {
  list: op('listPaymentMethods', {
    columns: ['token', 'created_at', 'masked', 'expiration_month', 'expiration_year', 'issuer_update', 'customer_id'],
    examples: ['payment-method list --expires-before 2027-01'],
  }),
  show: op('showPaymentMethod'),
  update: op('changePaymentMethod', { examples: ['payment-method update <token> --month 8 --year 2031'] }),
  delete: op('deletePaymentMethod', { summary: 'Delete a stored card; its agreements end' }),
})

/** docs/reference/erasure.md#export */
export const customer = noun('customer', "A customer's data (merchant)", {
  export: op('exportCustomer', {
    summary: 'Export all that is held of a customer',
    examples: ['customer export <customer_id> --json'],
  }),
})

/** docs/reference/erasure.md */
export const erasure = noun('erasure', "Erasure of people's data (merchant)", {
  create: op('createErasure', {
    summary: "Erase a person's data, found by customer ID or email",
    flags: { email: { description: 'email, in any spelling' } },
    examples: ['erasure create --customer <customer_id>', 'erasure create --email ada@shop.example'],
  }),
  show: op('showErasure', { summary: 'Show an erasure' }),
})

/** docs/reference/agreements.md */
export const agreement = noun('agreement', 'Agreements: charges while the shopper is away (merchant)', {
  list: op('listAgreements', {
    columns: ['id', 'created_at', 'status', 'purpose', 'currency', 'max_amount', 'customer_id'],
    examples: ['agreement list --status ACTIVE'],
  }),
  show: op('showAgreement', { summary: 'Show an agreement' }),
  cancel: op('changeAgreement', {
    summary: 'Cancel an agreement; it can no longer be charged',
    sends: { status: 'CANCELED' },
  }),
  import: op('importAgreement', {
    summary: 'Import an agreement for a stored card',
    prepare: (input) => {
      const { max_amount: limit, currency } = input
      return limit === undefined ? input : { ...input, max_amount: amountOf(limit, String(currency)) }
    },
    examples: [
      'agreement import --payment-method <token> --purpose RECURRING --frequency-days 30 --description "Monthly plan" --currency EUR --network-transaction-id MCC123456789 --accepted-at 2026-01-01T10:00:00Z',
    ],
  }),
})

/** docs/reference/disputes.md */
export const dispute = noun('dispute', 'Disputes of payments, with their deadlines (merchant)', {
  list: op('listDisputes', {
    columns: ['id', 'transaction_id', 'stage', 'status', 'funds', 'amount', 'currency', 'respond_by'],
    examples: ['dispute list --status NEEDS_RESPONSE'],
  }),
  show: op('showDispute', { summary: 'Show a dispute' }),
  accept: op('acceptDispute', { summary: 'Accept a dispute; you cannot undo it' }),
})

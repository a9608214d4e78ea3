import type { Transaction } from '#client/schema.ts'
import { Failure } from '../command.ts'
import { type Details, noun, op } from '../op.ts'
import { amountOf } from '../typed-amount.ts'

/** Fields with a flag; `q` finds what others search for. */
const FILTERS = [
  ...['terminal_id', 'reference', 'follow_up_reference', 'payment_link_id', 'order_id', 'status', 'transaction_type'],
  ...['created_from', 'created_to', 'review', 'capture_by_before', 'q', 'last_four', 'email', 'processing_code'],
  ...['provider_account_id', 'limit', 'cursor'],
]

const REFERENCE = { description: 'your reference; the same again returns the first follow-up' }

const amountFlag = (otherwise: string) => ({
  amount: { description: `amount (default: ${otherwise}), in major units such as 49.00`, isRequired: false },
})

const leftToVoid: Left = ({ amount, transaction_type, captured_amount = 0n }) =>
  transaction_type === 'AUTHORIZE' ? amount - captured_amount || amount : amount

/** docs/reference/statuses.md#how-to-learn-the-end */
export const transaction = noun('transaction', 'Payments and their captures, refunds and voids (merchant)', {
  show: op('showTransactionStatus', {
    summary: 'Show a transaction and its timeline',
    finish: async (answer, connection, { transaction_id: id }) => {
      const record = found(answer)
      const { items: timeline } = await connection.call<{ readonly items: unknown }>('GET', `${toPath(id)}/timeline`)
      return { ...record, timeline }
    },
  }),
  find: op('adminFindTransactions', {
    summary: 'Find transactions of any merchant by ID or reference (operator)',
    args: ['q'],
    columns: ['id', 'merchant_id', 'created_at', 'reference', 'transaction_type', 'amount', 'status'],
    examples: ['transaction find <id>', 'transaction find order-1'],
  }),
  timeline: op('adminShowTransactionTimeline', {
    summary: 'Show the timeline of a transaction of any merchant (operator)',
  }),
  list: op('listTransactions', {
    summary: 'List transactions, newest first',
    only: FILTERS,
    flags: {
      created_from: { description: 'created at or after this time, for example 2026-01-31T00:00:00Z' },
      created_to: { description: 'created at or before this time' },
    },
    columns: [
      'id',
      'created_at',
      'terminal_id',
      'reference',
      'transaction_type',
      'amount',
      'status',
      'processing_code',
    ],
    examples: ['transaction list --status PENDING', 'transaction list --reference order-1 --json'],
  }),
  review: op('reviewTransaction', {
    summary: 'Decide about a payment that a risk rule marked: CLEARED or FRAUD',
    args: ['outcome'],
    examples: ['transaction review <transaction_id> CLEARED'],
  }),
  capture: followUp('capture', ({ amount, captured_amount }) => amount - (captured_amount ?? 0n), {
    summary: 'Capture an authorization, in full or in part',
    flags: amountFlag('the remaining authorized amount'),
    examples: ['transaction capture <transaction_id> --amount 5.00'],
  }),
  refund: followUp('refund', (record) => (record.captured_amount ?? 0n) - (record.refunded_amount ?? 0n), {
    summary: 'Refund a payment, in full or in part',
    flags: amountFlag('the amount not yet refunded'),
    examples: ['transaction refund <transaction_id> --amount 12.50'],
  }),
  void: followUp('void', leftToVoid, {
    summary: 'Void a payment before settlement, or what is not captured of it',
    only: ['follow_up_reference'],
  }),
})

/** How much of a transaction a follow-up is about, by default. */
type Left = (record: Transaction) => bigint

/** A capture, refund or void, in the original's own words (docs/reference/follow-ups.md#the-request). */
function followUp(verb: string, left: Left, { flags, ...details }: Details) {
  return op('manageTransaction', {
    args: ['transaction_id'],
    only: ['amount', 'follow_up_reference'],
    flags: { ...flags, follow_up_reference: REFERENCE },
    readFirst: async (connection, typed) => {
      const record = found(await connection.call('GET', `${toPath(typed.transaction_id)}/status`))
      const { terminal_id, reference, currency, id } = record
      const amount = typed.amount === undefined ? left(record) : amountOf(typed.amount, currency)
      if (amount === 0n) throw new Failure(`Nothing is left to ${verb}.`)
      const { follow_up_reference } = typed
      const request = { terminal_id, reference, currency, parent_transaction_id: id, follow_up_reference }
      return { ...request, amount, transaction_type: verb.toUpperCase() }
    },
    isBad: (answer) => !(answer as Transaction).approved && !(answer as Transaction).pending,
    ...details,
  })
}

const toPath = (id: unknown) => `/api/transactions/${encodeURIComponent(String(id))}`

/** The status endpoint returns 200 for an unknown ID too. */
function found(answer: unknown): Transaction {
  const { transaction: record } = answer as { transaction: Transaction | null }
  if (record === null) throw new Failure('No such transaction.')
  return record
}

import type { Transaction } from '#client/schema.ts'
import { Failure, type Option } from '../command.ts'
import { noun, op } from '../op.ts'
import { amountOf } from '../typed-amount.ts'

/** Fields with a flag; `q` finds what others search for. */
const FILTERS = [
  ...['terminal_id', 'reference', 'follow_up_reference', 'payment_link_id', 'order_id', 'status', 'transaction_type'],
  ...['created_from', 'created_to', 'review', 'capture_by_before', 'q', 'last_four', 'email', 'processing_code'],
  ...['provider_account_id', 'limit', 'cursor'],
]

/** docs/reference/statuses.md#how-to-learn-the-end */
export const transaction = noun('transaction', 'Payments and their captures, refunds and voids (merchant)', {
  show: op('showTransactionStatus', {
    summary: 'Show a transaction and its timeline',
    pick: found,
    andShow: { field: 'timeline', from: '/api/transactions/{transaction_id}/timeline' },
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
  capture: followUp({
    verb: 'capture',
    summary: 'Capture an authorization, in full or in part',
    amount: 'amount (default: the remaining authorized amount), in major units such as 49.00',
    example: 'transaction capture <transaction_id> --amount 5.00',
    left: ({ amount, captured_amount }) => amount - (captured_amount ?? 0n),
  }),
  refund: followUp({
    verb: 'refund',
    summary: 'Refund a payment, in full or in part',
    amount: 'amount (default: the amount not yet refunded), in major units such as 49.00',
    example: 'transaction refund <transaction_id> --amount 12.50',
    left: ({ captured_amount, refunded_amount }) => (captured_amount ?? 0n) - (refunded_amount ?? 0n),
  }),
  void: followUp({
    verb: 'void',
    summary: 'Void a payment before settlement, or what is not captured of it',
    example: 'transaction void <transaction_id>',
    left: ({ amount, transaction_type, captured_amount = 0n }) =>
      transaction_type === 'AUTHORIZE' ? amount - captured_amount || amount : amount,
  }),
})

interface FollowUp {
  readonly verb: 'capture' | 'refund' | 'void'
  readonly summary: string
  /** Description of the amount; it takes no part of a transaction without one. */
  readonly amount?: string
  readonly example: string
  /** How much of a transaction it takes unless told otherwise. */
  readonly left: (record: Transaction) => bigint
}

/** A capture, refund or void, in the original's own words (docs/reference/follow-ups.md#the-request). */
function followUp({ verb, summary, amount: description, example, left }: FollowUp) {
  const amount: Partial<Option> = { description: description ?? '', isRequired: false }
  return op('manageTransaction', {
    summary,
    args: ['transaction_id'],
    only: [...(description ? ['amount'] : []), 'follow_up_reference'],
    flags: {
      amount,
      follow_up_reference: { description: 'your reference; the same again returns the first follow-up' },
    },
    readFirst: async (connection, typed) => {
      const path = `/api/transactions/${encodeURIComponent(String(typed.transaction_id))}/status`
      const record = found(await connection.call('GET', path))
      const { terminal_id, reference, currency, id } = record
      const amount = typed.amount === undefined ? left(record) : amountOf(typed.amount, currency)
      if (amount === 0n) throw new Failure(`Nothing is left to ${verb}.`)
      const transaction_type = verb.toUpperCase()
      return {
        amount,
        terminal_id,
        reference,
        currency,
        transaction_type,
        parent_transaction_id: id,
        follow_up_reference: typed.follow_up_reference,
      }
    },
    isBad: (answer) => !(answer as Transaction).approved && !(answer as Transaction).pending,
    examples: [example],
  })
}

/** The status endpoint answers 200 for an unknown id too. */
function found(answer: unknown): Transaction {
  const { transaction: record } = answer as { transaction: Transaction | null }
  if (record === null) throw new Failure('No such transaction.')
  return record
}

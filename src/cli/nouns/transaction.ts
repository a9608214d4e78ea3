import { listOf, text } from '#app/config/kinds.ts'
import type { Transaction } from '#client/schema.ts'
import { type Call, type CommandGroup, Failure, type Option } from '../command.ts'
import { PAGING } from '../options.ts'
import { amountOf, amountOption } from '../typed-amount.ts'

const FILTERS: readonly Option[] = [
  { flags: '--terminal <terminal_id>', field: 'terminal_id', kind: text, description: 'terminal ID' },
  { flags: '--reference <reference>', field: 'reference', kind: text, description: 'reference' },
  {
    flags: '--follow-up-reference <text>',
    field: 'follow_up_reference',
    kind: text,
    description: 'your reference of a capture, refund or void',
  },
  { flags: '--payment-link <payment_link_id>', field: 'payment_link_id', kind: text, description: 'payment link ID' },
  { flags: '--order <order_id>', field: 'order_id', kind: text, description: 'order ID' },
  { flags: '--status <status>', field: 'status', kind: text, description: 'status, for example PENDING' },
  {
    flags: '--type <transaction_type>',
    field: 'transaction_type',
    kind: text,
    description: 'transaction type, for example PURCHASE',
  },
  {
    flags: '--from <time>',
    field: 'created_from',
    kind: text,
    description: 'created at or after this time, for example 2026-01-31T00:00:00Z',
  },
  { flags: '--to <time>', field: 'created_to', kind: text, description: 'created at or before this time' },
  { flags: '--review <state>', field: 'review', kind: text, description: 'review, for example OPEN' },
  {
    flags: '--capture-by-before <time>',
    field: 'capture_by_before',
    kind: text,
    description: 'authorizations with something left to capture that expire before this time',
  },
  {
    flags: '--find <text>',
    field: 'q',
    kind: text,
    description: 'ID, reference, order ID, email, last 4 digits, amount or customer ID',
  },
  {
    flags: '--last-four <digits>',
    field: 'last_four',
    kind: text,
    description: 'last 4 digits of the card or account',
  },
  { flags: '--email <address>', field: 'email', kind: text, description: 'email of the customer' },
  {
    flags: '--code <processing_code>',
    field: 'processing_code',
    kind: text,
    description: 'processing code, for example 1004',
  },
  {
    flags: '--account <provider_account_id>',
    field: 'provider_account_id',
    kind: text,
    description: 'ID of the last charged provider account',
  },
]

const FOLLOW_UP_REFERENCE: Option = {
  flags: '--follow-up-reference <text>',
  field: 'follow_up_reference',
  kind: text,
  description: 'your reference; the same again returns the first follow-up',
}

/** Payments and what follows them, as the merchant (docs/reference/statuses.md#how-to-learn-the-end). */
export const transaction: CommandGroup = {
  name: 'transaction',
  summary: 'Payments and their captures, refunds and voids (merchant)',
  commands: [
    {
      verb: 'show',
      summary: 'Show a transaction and its timeline',
      method: 'GET',
      asMerchant: '/api/transactions/{transaction_id}/status',
      args: ['transaction_id'],
      pick: found,
      andShow: { field: 'timeline', from: '/api/transactions/{transaction_id}/timeline' },
      examples: ['transaction show <transaction_id>'],
    },
    {
      verb: 'find',
      summary: 'Find transactions of any merchant by ID or reference (operator)',
      method: 'GET',
      asOperator: '/admin/transactions',
      args: ['q'],
      columns: ['id', 'merchant_id', 'created_at', 'reference', 'transaction_type', 'amount', 'status'],
      examples: ['transaction find <id>', 'transaction find order-1'],
    },
    {
      verb: 'timeline',
      summary: 'Show the timeline of a transaction of any merchant (operator)',
      method: 'GET',
      asOperator: '/admin/transactions/{transaction_id}/timeline',
      args: ['transaction_id'],
      examples: ['transaction timeline <transaction_id>'],
    },
    {
      verb: 'list',
      summary: 'List transactions, newest first',
      method: 'GET',
      asMerchant: '/api/transactions',
      options: [...FILTERS, ...PAGING],
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
    },
    {
      verb: 'review',
      summary: 'Decide about a payment that a risk rule marked: CLEARED or FRAUD',
      method: 'POST',
      asMerchant: '/api/transactions/{transaction_id}/review',
      args: ['transaction_id', 'outcome'],
      options: [
        {
          flags: '--block <kinds>',
          field: 'block',
          kind: listOf(text),
          description: 'with FRAUD: kinds of values to block, for example card_hash,email',
        },
      ],
      examples: ['transaction review <transaction_id> CLEARED'],
    },
    followUp({
      verb: 'capture',
      summary: 'Capture an authorization, in full or in part',
      options: [amountOption('amount', 'amount', 'amount (default: the remaining authorized amount)')],
      example: 'transaction capture <transaction_id> --amount 5.00',
      left: ({ amount, captured_amount }) => amount - (captured_amount ?? 0n),
    }),
    followUp({
      verb: 'refund',
      summary: 'Refund a payment, in full or in part',
      options: [amountOption('amount', 'amount', 'amount (default: the amount not yet refunded)')],
      example: 'transaction refund <transaction_id> --amount 12.50',
      left: ({ captured_amount, refunded_amount }) => (captured_amount ?? 0n) - (refunded_amount ?? 0n),
    }),
    followUp({
      verb: 'void',
      summary: 'Void a payment before settlement, or what is not captured of it',
      options: [],
      example: 'transaction void <transaction_id>',
      left: ({ amount, transaction_type, captured_amount = 0n }) =>
        transaction_type === 'AUTHORIZE' ? amount - captured_amount || amount : amount,
    }),
  ],
}

interface FollowUp {
  readonly verb: 'capture' | 'refund' | 'void'
  readonly summary: string
  readonly options: readonly Option[]
  readonly example: string
  /** How much of a transaction it takes unless told otherwise. */
  readonly left: (record: Transaction) => bigint
}

/** A capture, refund or void, in the original's own words (docs/reference/follow-ups.md#the-request). */
function followUp({ verb, summary, options, example, left }: FollowUp): Call {
  return {
    verb,
    summary,
    method: 'POST',
    asMerchant: '/api/transactions/manage',
    args: ['transaction_id'],
    options: [...options, FOLLOW_UP_REFERENCE],
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
  }
}

/** The status endpoint answers 200 for an unknown id too. */
function found(answer: unknown): Transaction {
  const { transaction: record } = answer as { transaction: Transaction | null }
  if (record === null) throw new Failure('No such transaction.')
  return record
}

import { type Static, Type } from 'typebox'
import { BRANDS } from '#domain/brands.ts'
import { MAX_AMOUNT } from '#domain/money.ts'
import { PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { STATUSES } from '#domain/status.ts'
import { REVIEWS } from '#domain/transaction-data.ts'
import { TYPE_NAMES } from '#domain/transaction-type.ts'
import { CsvQuery } from './csv.ts'
import { readGiven } from './read.ts'
import { Instant, InstantOf, KnownCurrency } from './types.ts'

const Minor = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[0-9]{1,19}$', description: `${description} Minor units.` }))
const Cursor = (description: string) => Type.Optional(Type.String({ description }))
const Text = (description: string) => Type.Optional(Type.String({ description }))

/** Filters of transactions (docs/reference/transactions.md#filters). */
const TransactionFilters = {
  q: Text(
    'An ID, else a reference, an order, an email, the last four digits, an amount such as `12.50`, a customer ID.',
  ),
  terminal_id: Type.Optional(Type.String()),
  reference: Type.Optional(Type.String()),
  order_id: Type.Optional(Type.String()),
  parent_id: Text('Its captures, refunds and voids.'),
  agreement_id: Text('Payments and charges of an agreement.'),
  follow_up_reference: Text('Your reference of a capture, refund or void.'),
  payment_link_id: Text('Payments of a payment link.'),
  status: Type.Optional(Type.Enum([...STATUSES])),
  transaction_type: Type.Optional(Type.Enum([...TYPE_NAMES])),
  created_from: Type.Optional(Instant),
  created_to: Type.Optional(Instant),
  review: Type.Optional(Type.Enum([...REVIEWS], { description: 'Payments that a risk rule marked for review.' })),
  capture_by_before: Type.Optional(
    InstantOf({ description: 'Authorizations with something left to capture that expire before this time.' }),
  ),
  last_four: Type.Optional(Type.String({ pattern: '^[0-9]{4}$', description: 'Of the card or account.' })),
  email: Text('Email of the customer, in any spelling.'),
  customer_id: Type.Optional(Type.String()),
  amount_from: Minor('This much or more.'),
  amount_to: Minor('This much or less.'),
  currency: Type.Optional(KnownCurrency),
  payment_method: Type.Optional(Type.Enum([...PAYMENT_METHODS])),
  brand: Type.Optional(Type.Enum([...BRANDS])),
  provider_account_id: Type.Optional(Type.String()),
  processing_code: Type.Optional(Type.String()),
  card_hash: Text('`payment_method.hash` of a record: the same card or account.'),
  refunded: Type.Optional(Type.Boolean({ description: 'Only payments of which something was refunded.' })),
  counted: Type.Optional(Type.Boolean({ description: 'Only completed payments, as counted by analytics.' })),
}

export const TransactionListQuery = Type.Object({
  ...TransactionFilters,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  cursor: Cursor('`next_cursor` of the previous page.'),
  after: Cursor('As `cursor`; the answer has a `previous_cursor` too.'),
  before: Cursor('`previous_cursor` of the page after it.'),
  count: Type.Optional(
    Type.Boolean({
      description: '`true` answers what `GET /api/transactions/count` does, which is the address to use.',
      deprecated: true,
    }),
  ),
})

export const TransactionSelection = Type.Object(TransactionFilters)

export const TransactionExportQuery = Type.Object({ ...TransactionFilters, ...CsvQuery.properties })

export const TransactionExport = Type.String({
  examples: [
    'id,created_at,created_at Europe/Bucharest,transaction_type,status,processing_code,response_message,reference,order_id,parent_id,terminal_id,description,currency,amount,amount_minor,captured_amount_minor,refunded_amount_minor,payment_method,masked,brand,provider,provider_account_id,approval_code,reference_number,authentication_status,customer_id,customer_email,follow_up_reference,authorization_expires_at,expired_amount_minor,payment_link_id\r\n',
  ],
  description:
    'RFC 4180 with a header, one row for each transaction, newest first. `amount` is in major units, `amount_minor` in minor ones; text that begins like a formula, or goes on like one behind a separator, has a quote before it.',
})

export const TransactionLookUpQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'An id of a transaction, order, session, event, attempt, 3-D Secure flow or request, or a reference.',
  }),
})

/** Filter of transactions, as the domain names them. */
export function transactionQuery(query: Static<typeof TransactionSelection>) {
  const { amountFrom, amountTo, ...filter } = readGiven(TransactionSelection, query)
  return { ...filter, amountFrom: amountOf(amountFrom), amountTo: amountOf(amountTo) }
}

/** Limits an amount to int64, which no stored amount exceeds. */
function amountOf(written: string | undefined): bigint | undefined {
  if (written === undefined) return undefined
  const amount = BigInt(written)
  return amount > MAX_AMOUNT ? MAX_AMOUNT : amount
}

import type { Brand } from '#domain/brands.ts'
import type { AmountIn } from '#domain/currency.ts'
import { plainEmail } from '#domain/email.ts'
import type { Position } from '#domain/page.ts'
import type { Status } from '#domain/status.ts'
import type { Review } from '#domain/transaction-data.ts'
import type { TransactionType } from '#domain/transaction-type.ts'
import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'
import { where } from '../shape/where.ts'
import { begins, FACTS, nameConditions, type SearchedTable, textOf, typedText, wasErased } from './search-facts.ts'

export interface TransactionFilter {
  /** One, or one of these. */
  readonly id?: string | readonly string[] | undefined
  readonly terminalId?: string | undefined
  readonly terminalIds?: readonly string[] | undefined
  readonly reference?: string | undefined
  readonly orderId?: string | undefined
  readonly parentId?: string | undefined
  /** Only together with `parentId`, which an index leads to. */
  readonly disputeId?: string | undefined
  readonly followUpReference?: string | undefined
  readonly paymentLinkId?: string | undefined
  readonly agreementId?: string | undefined
  readonly status?: Status | undefined
  readonly transactionType?: TransactionType | undefined
  readonly createdFrom?: Date | undefined
  readonly createdTo?: Date | undefined
  readonly lastFour?: string | undefined
  /** The customer's, in any spelling (`plainEmail`). */
  readonly email?: string | undefined
  readonly customerId?: string | undefined
  readonly amountFrom?: bigint | undefined
  readonly amountTo?: bigint | undefined
  /** Complete reference, ignoring case, accents and apostrophes. */
  readonly plainReference?: string | undefined
  /** Beginning of the reference, compared likewise. */
  readonly referencePrefix?: string | undefined
  /** Beginning of the customer's name or last name, compared likewise. */
  readonly customerName?: string | undefined
  /** One of these, each in one of its currencies. */
  readonly amounts?: readonly AmountIn[] | undefined
  readonly currency?: string | undefined
  /** As terminals name it (`methodName`). */
  readonly paymentMethod?: string | undefined
  readonly brand?: Brand | undefined
  readonly providerAccountId?: string | undefined
  readonly processingCode?: string | undefined
  /** As a record shows it (`paymentMethod.hash`), so of payments that a provider has answered. */
  readonly cardHash?: string | undefined
  /** Only authorizations with something left to capture that expire before this time, by the merchant's clock. */
  readonly captureByBefore?: Date | undefined
  readonly review?: Review | undefined
  readonly refunded?: boolean | undefined
  /** Only payments that have ended: those that analytics count. */
  readonly counted?: boolean | undefined
  /** Only payments, without the captures, refunds and other records that follow them. */
  readonly originals?: true | undefined
  readonly after?: Position | undefined
  /** Continue with what is newer. Not together with `after`. */
  readonly before?: Position | undefined
}

/** Fields that an index of `transactions` leads to. */
const OWN = ['id', 'reference', 'orderId', 'parentId', 'followUpReference', 'paymentLinkId', 'agreementId'] as const
/** Fields that payments have once they are final. */
const ENDING = ['status', 'providerAccountId', 'processingCode', 'cardHash'] as const

export function ofTransaction(sql: Sql, filter: TransactionFilter): Fragment {
  const { providerAccountId, cardHash, disputeId, captureByBefore } = filter
  const fact = (name: keyof typeof FACTS, value: string | undefined) =>
    value !== undefined && sql`(${sql.unsafe(FACTS[name])}) = ${value}`
  return sql`and ${where(
    sql,
    of('transactions', filter, [...OWN, 'status', 'review', 'processingCode']),
    disputeId !== undefined && sql`transactions.data ->> 'disputeId' = ${disputeId}`,
    fact('provider_account_id', providerAccountId),
    fact('card_hash', cardHash),
    captureByBefore && expiresBefore(sql, captureByBefore),
    filter.refunded && sql`transactions.refunded_amount > 0`,
    filter.counted && sql`transactions.status <> 'PENDING'`,
  )}`
}

function expiresBefore(sql: Sql, before: Date): Fragment {
  return sql`transactions.transaction_type = 'AUTHORIZE' and transactions.status = 'APPROVED'
    and transactions.capture_state = 'OPEN' and transactions.void_state is null
    and transactions.captured_amount < transactions.amount and transactions.authorization_expires_at < ${before}`
}

/** Condition on counted payments. Frequent values have no index; an explicit inequality selects it for the others. */
export function ofEnding(sql: Sql, filter: TransactionFilter): Fragment {
  const { status, processingCode } = filter
  return sql`and ${where(
    sql,
    of('payment_search', filter, ENDING),
    isRare(status, 'APPROVED') && sql`payment_search.status <> 'APPROVED'`,
    isRare(processingCode, '0000') && sql`payment_search.processing_code <> '0000'`,
  )}`
}

export const asksForEnding = (filter: TransactionFilter) => isGiven(filter, ENDING)

function isGiven(filter: TransactionFilter, fields: readonly (keyof TransactionFilter)[]): boolean {
  return fields.some((field) => filter[field] !== undefined)
}

function isRare(wanted: string | undefined, ...usual: readonly string[]): boolean {
  return wanted !== undefined && !usual.includes(wanted)
}

/** @param table that rows are read from; only `payment_search` has a column for some facts */
export function ofFacts(sql: Sql, filter: TransactionFilter, table: SearchedTable): Fragment {
  const column = (name: string): Fragment => sql.unsafe(`${table}.${name}`)
  const fact = (name: keyof typeof FACTS): Fragment =>
    table === 'transactions' ? sql.unsafe(`(${FACTS[name]})`) : column(name)
  const isFact = (name: keyof typeof FACTS, value: string | undefined) =>
    value !== undefined && sql`${fact(name)} = ${value}`
  const { terminalIds, transactionType, email, amountFrom, amountTo, amounts, brand, paymentMethod } = filter
  const { createdFrom, createdTo } = filter
  return sql`and ${where(
    sql,
    of(table, filter, ['terminalId', 'transactionType', 'currency']),
    terminalIds && sql`${column('terminal_id')} = any(${terminalIds}::text[])`,
    isRare(transactionType, ...USUAL_TYPES) && sql`${column('transaction_type')} not in ('AUTHORIZE', 'PURCHASE')`,
    filter.counted && sql`${column('transaction_type')} in ('AUTHORIZE', 'PURCHASE', 'PAYMENT')`,
    filter.originals && sql`${column('transaction_type')} in ('AUTHORIZE', 'PURCHASE', 'PAYMENT', 'PAYOUT')`,
    isFact('last_four', filter.lastFour),
    isFact('email', email && plainEmail(email)),
    email !== undefined && table === 'transactions' && sql`not ${wasErased(sql)}`,
    isFact('customer_id', filter.customerId),
    amountFrom !== undefined && sql`${column('amount')} >= ${amountFrom}`,
    amountTo !== undefined && sql`${column('amount')} <= ${amountTo}`,
    ...beginnings(sql, filter, table),
    amounts && sql`(false ${oneOf(sql, amounts, column)})`,
    isFact('brand', brand),
    isRare(brand, ...USUAL_BRANDS) && sql`${fact('brand')} not in ('visa', 'mastercard')`,
    isFact('method', paymentMethod),
    isRare(paymentMethod, 'card') && sql`${fact('method')} <> 'card'`,
    createdFrom && sql`${column('created_at')} >= ${createdFrom}`,
    createdTo && sql`${column('created_at')} <= ${createdTo}`,
    beyond(sql, filter, table),
  )}`
}

type TextField = (typeof OWN | typeof ENDING)[number] | 'review' | 'terminalId' | 'transactionType' | 'currency'

function of(table: SearchedTable, filter: TransactionFilter, fields: readonly TextField[]) {
  return Object.fromEntries(fields.map((field) => [`${table}.${field}`, filter[field]]))
}

/** Beginnings of texts; an erased customer has no name. */
function beginnings(
  sql: Sql,
  { plainReference, referencePrefix, customerName }: TransactionFilter,
  table: SearchedTable,
): readonly (Fragment | false)[] {
  const [first, last] = customerName === undefined ? [] : nameConditions(sql, customerName, table)
  return [
    plainReference !== undefined && sql`${textOf(sql, table, 'reference')} = ${typedText(sql, plainReference)}`,
    referencePrefix !== undefined && begins(sql, table, 'reference', referencePrefix),
    first !== undefined && sql`(${first} or ${last!})`,
    first !== undefined && table === 'transactions' && sql`not ${wasErased(sql)}`,
  ]
}

const USUAL_TYPES: readonly TransactionType[] = ['AUTHORIZE', 'PURCHASE']
const USUAL_BRANDS: readonly Brand[] = ['visa', 'mastercard']

/** An index finds each separately. */
function oneOf(sql: Sql, amounts: readonly AmountIn[], column: (name: string) => Fragment): Fragment {
  return amounts.reduce(
    (others, { amount, currencies }) =>
      sql`${others} or (${column('amount')} = ${amount} and ${column('currency')} = any(${currencies}::text[]))`,
    sql``,
  )
}

function beyond(sql: Sql, { after, before }: TransactionFilter, table: string): Fragment | undefined {
  const place = sql.unsafe(`(${table}.created_at, ${table}.id)`)
  if (after) return sql`${place} < (${after.createdAt}, ${after.id})`
  return before && sql`${place} > (${before.createdAt}, ${before.id})`
}

/** True if an index of `payment_search` leads to the rows, and none of `transactions` does. */
export function isSearch(filter: TransactionFilter): boolean {
  if (filter.refunded || isGiven(filter, [...OWN, 'captureByBefore', 'review'])) return false
  return leadsToFew(filter) || Object.values(rangesOf(filter)).some((bound) => bound !== undefined)
}

/** True if only a range of amounts, or the beginning of a text, leads to the rows. */
export function isRange(filter: TransactionFilter): boolean {
  return isSearch(filter) && !leadsToFew(filter)
}

/** Filters that few or many payments may match. */
export function rangesOf(filter: TransactionFilter): TransactionFilter {
  const { amountFrom, amountTo, referencePrefix, customerName } = filter
  return { amountFrom, amountTo, referencePrefix, customerName }
}

function leadsToFew(filter: TransactionFilter): boolean {
  return (
    isGiven(filter, ['terminalId', 'plainReference', 'lastFour', 'email', 'customerId', 'amounts', 'currency']) ||
    isGiven(filter, ['providerAccountId', 'cardHash', 'originals']) ||
    isRare(filter.transactionType, ...USUAL_TYPES) ||
    isRare(filter.status, 'APPROVED') ||
    isRare(filter.processingCode, '0000') ||
    isRare(filter.brand, ...USUAL_BRANDS) ||
    isRare(filter.paymentMethod, 'card')
  )
}

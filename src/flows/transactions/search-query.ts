import { amountsToFind, currencyNamedIn } from '#domain/currency.ts'
import { isSameEmail, plainEmail } from '#domain/email.ts'
import { isOriginal } from '#domain/transaction-type.ts'
import type { Sql } from '#store/connection/database.ts'
import { listTransactions, type TransactionFilter } from '#store/transactions/transaction-lists.ts'

export interface Query extends TransactionFilter {
  readonly q?: string | undefined
  /** Finds the beginning of a reference or of a name too, if nothing matches in full. */
  readonly isPartial?: true
  /** True if the searcher may not see customers, and must not infer them. */
  readonly withoutCustomers?: true
}

/**
 * Filter of a query; undefined if nothing can match. The text is an ID, else a full reference, order, email, last four
 * digits, amount or customer ID: the first that any payment has. A partial search continues with the beginning of a
 * reference, then of a name (docs/reference/transactions.md#search). A text that only follow-ups have finds them, also
 * among payments alone.
 */
export async function resolveSearch(
  sql: Sql,
  merchantId: string,
  { q, isPartial, withoutCustomers, ...filter }: Query,
): Promise<TransactionFilter | undefined> {
  const typed = q?.trim()
  if (!typed) return filter
  const all = [...meaningsOf(typed), ...(isPartial ? beginningsOf(typed) : [])]
  const meanings = all.filter((meaning) => !withoutCustomers || !namesCustomer(meaning))
  for (const meaning of meanings) {
    const [found] = await listTransactions(sql, merchantId, { ...meaning, terminalIds: filter.terminalIds }, 1)
    if (!found) continue
    if (!isCompatible(filter, meaning)) return undefined
    const isFollowUp = filter.originals && !isOriginal(found.transactionType)
    const hidesAll =
      isFollowUp && (await listTransactions(sql, merchantId, { ...meaning, originals: true }, 1)).length === 0
    return { ...filter, ...meaning, ...(hidesAll && { originals: undefined }) }
  }
  return undefined
}

/** In the order in which they are tried. */
function meaningsOf(typed: string): TransactionFilter[] {
  const isAmount = /\d[.,]\d/.test(typed) || currencyNamedIn(typed) !== undefined
  const amounts = isAmount ? amountsToFind(typed) : []
  return [
    { id: typed },
    { reference: typed },
    { plainReference: typed },
    { orderId: typed },
    ...(plainEmail(typed).includes('@') ? [{ email: plainEmail(typed) }] : []),
    ...(/^\d{4}$/.test(typed) ? [{ lastFour: typed }] : []),
    ...(amounts.length > 0 ? [{ amounts }] : []),
    { customerId: typed },
  ]
}

/** Shorter texts match too much. */
const LEAST_LETTERS = 3

function beginningsOf(typed: string): TransactionFilter[] {
  return typed.length < LEAST_LETTERS ? [] : [{ referencePrefix: typed }, { customerName: typed }]
}

function namesCustomer({ email, customerId, customerName }: TransactionFilter): boolean {
  return [email, customerId, customerName].some((name) => name !== undefined)
}

/** A list that is narrowed to one reference and searched for another is empty. */
function isCompatible(filter: TransactionFilter, meaning: TransactionFilter): boolean {
  return Object.entries(meaning).every(([name, value]) => {
    const other = filter[name as keyof TransactionFilter]
    const isSame = name === 'email' ? isSameEmail(String(other), String(value)) : other === value
    return other === undefined || isSame || name === 'amounts'
  })
}

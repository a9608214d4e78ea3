import { amountsToFind, currencyNamedIn } from '#domain/currency.ts'
import type { Sql } from '#store/connection/database.ts'
import { listTransactions, type TransactionFilter } from '#store/transactions/transaction-lists.ts'

/** What a list is asked for. */
export interface Query extends TransactionFilter {
  /** What somebody typed into a search box. */
  readonly q?: string | undefined
  /** Whoever asks may not find out by searching who the customers are. */
  readonly withoutCustomers?: true
}

/**
 * The filter a query stands for; undefined where nothing can be found. What was typed is an id, else a reference, an
 * order, an email, the last four digits of a card, an amount or a customer's id: the first that anything has, letter
 * by letter (docs/reference/transactions.md#search).
 */
export async function resolveSearch(
  sql: Sql,
  merchantId: string,
  { q, withoutCustomers, ...filter }: Query,
): Promise<TransactionFilter | undefined> {
  const typed = q?.trim()
  if (!typed) return filter
  const meanings = meaningsOf(typed).filter((meaning) => !withoutCustomers || !namesCustomer(meaning))
  for (const meaning of meanings) {
    const [found] = await listTransactions(sql, merchantId, { ...meaning, terminalIds: filter.terminalIds }, 1)
    if (found) return isCompatible(filter, meaning) ? { ...filter, ...meaning } : undefined
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
    { orderId: typed },
    ...(typed.includes('@') ? [{ email: typed }] : []),
    ...(/^\d{4}$/.test(typed) ? [{ lastFour: typed }] : []),
    ...(amounts.length > 0 ? [{ amounts }] : []),
    { customerId: typed },
  ]
}

function namesCustomer({ email, customerId }: TransactionFilter): boolean {
  return email !== undefined || customerId !== undefined
}

/** A list that is narrowed to one reference and searched for another holds nothing. */
function isCompatible(filter: TransactionFilter, meaning: TransactionFilter): boolean {
  return Object.entries(meaning).every(([name, value]) => {
    const other = filter[name as keyof TransactionFilter]
    return other === undefined || other === value || name === 'amounts'
  })
}

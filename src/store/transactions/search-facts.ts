import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'
import { searchable } from '../shape/searchable.ts'

/** A fact of `payment_search` as an expression on `transactions`; the worker copies by the same. */
export const FACTS = {
  last_four: `substring(transactions.payment_method ->> 'masked' from '\\d{4}$')`,
  bin: `substring(transactions.payment_method ->> 'masked' from '^\\d{6}')`,
  // Rows of earlier releases have none, until the worker has seen to it.
  email: `coalesce(transactions.plain_email, lower(transactions.customer ->> 'email'))`,
  customer_id: `transactions.customer ->> 'id'`,
  // Bounded, because an index is.
  reference: `coalesce(left(${searchable('transactions.reference')}, 100), '')`,
  customer_name: `left(${searchable(`nullif(
    concat_ws(' ', transactions.customer ->> 'firstName', transactions.customer ->> 'lastName'), '')`)}, 100)`,
  last_name: `left(${searchable(`(transactions.customer ->> 'lastName')`)}, 100)`,
  brand: `transactions.payment_method ->> 'brand'`,
  method: `case when transactions.payment_method ->> 'type' = 'bank_account' then 'PAYOUT'
    when transactions.payment_method ->> 'masked' is null then transactions.payment_method ->> 'method'
    else transactions.payment_method ->> 'type' end`,
  provider_account_id: `transactions.processing_result ->> 'paymentProviderAccountId'`,
  card_hash: `transactions.payment_method ->> 'hash'`,
} as const

export type SearchedTable = 'transactions' | 'payment_search'

/** Conditions of which a customer's name must meet one. */
export function nameConditions(sql: Sql, name: string, table: SearchedTable): readonly Fragment[] {
  return (['customer_name', 'last_name'] as const).map((column) => begins(sql, table, column, name))
}

type SearchedText = 'reference' | 'customer_name' | 'last_name'

export function begins(sql: Sql, table: SearchedTable, name: SearchedText, text: string) {
  const [column, beginning] = [textOf(sql, table, name), typedText(sql, text)]
  if (table === 'transactions') return sql`starts_with(${column}, ${beginning})`
  return sql`(${column} >= ${beginning} collate "C" and ${column} < (${beginning} || chr(1114111)) collate "C")`
}

export function textOf(sql: Sql, table: SearchedTable, name: SearchedText): Fragment {
  return sql.unsafe(table === 'transactions' ? FACTS[name] : `payment_search.${name}`)
}

/** A text that was typed, as `payment_search` has texts; null if nothing of it is left. */
export function typedText(sql: Sql, text: string): Fragment {
  const plain = sql.unsafe(searchable('typed'))
  return sql`(select nullif(left(${plain}, 100), '') from (select ${text}::text as typed) as given)`
}

export function wasErased(sql: Sql): Fragment {
  return sql`exists (
    select from erased_customers
    where erased_customers.merchant_id = transactions.merchant_id
      and erased_customers.customer_id = transactions.customer ->> 'id'
      and erased_customers.erased_at >= transactions.created_at
  )`
}

import { type Account, type BankAccount, BOOK_ACCOUNTS } from '#domain/ledger.ts'
import { readByCursor } from '../connection/cursor.ts'
import type { Sql } from '../connection/database.ts'
import type { Fragment } from '../shape/fragment.ts'
import { where } from '../shape/where.ts'

/** Entries of all merchants, of one, or of one of their provider accounts. */
export interface JournalFilter {
  readonly merchantId?: string | undefined
  readonly providerAccountId?: string | undefined
}

export interface Balance {
  readonly account: Account | BankAccount
  /** Merchant or provider account whose account it is. */
  readonly owner: string
  readonly currency: string
  /** Debits less credits in minor units, as text; may exceed int64. */
  readonly amount: string
}

/** Half of an entry: a positive amount is its debit. */
export interface Leg extends Balance {
  /** In UTC, as in `2026-01-31`. */
  readonly day: string
  readonly transactionId: string
  /** `SETTLEMENT` of a settlement file, whose batch is the reference. */
  readonly type: string
  readonly reference: string
}

/** Reads entries in the order of their commits, the debit before the credit. @param end day after the last */
export function readLegs(sql: Sql, filter: JournalFilter, from: string, end: string): AsyncIterable<readonly Leg[]> {
  return readByCursor(
    sql,
    sql`
    select to_char(entry.posted_at at time zone 'UTC', 'YYYY-MM-DD') as day, entry.transaction_id as "transactionId",
      coalesce(named.type, 'SETTLEMENT') as type, coalesce(named.reference, entry.reference) as reference,
      leg.account, leg.owner, entry.currency, leg.amount::text as amount
    from ${legs(sql)} left join lateral (
      -- The limit has each looked up by its key, where joins are hashed.
      select transaction_type as type, reference from transactions
      where merchant_id = entry.merchant_id and id = entry.transaction_id limit 1
    ) named on true
    where ${within(sql, filter, end)} and entry.posted_at >= ${from}::timestamp at time zone 'UTC'
    order by entry.posted_at, entry.transaction_id collate "C", entry.line, leg.amount desc`,
  )
}

/** Reads balances of all accounts that had an entry before a day. */
export function readBalances(sql: Sql, filter: JournalFilter, day: string): AsyncIterable<readonly Balance[]> {
  return readByCursor(
    sql,
    sql`
    select leg.account, leg.owner, entry.currency, sum(leg.amount)::text as amount
    from ${legs(sql)} where ${within(sql, filter, day)}
    group by leg.account, leg.owner, entry.currency
    order by leg.account collate "C", leg.owner collate "C", entry.currency collate "C"`,
  )
}

const OF_PROVIDER_ACCOUNTS = Object.entries(BOOK_ACCOUNTS)
  .filter(([, { owner }]) => owner === 'provider-account')
  .map(([account]) => account)

function legs(sql: Sql): Fragment {
  return sql`
    (
      select merchant_id, transaction_id, line, debit, credit, amount, currency, provider_account_id, posted_at,
        '' as reference
      from ledger_entries
      union all
      select account.merchant_id, settlement_id, line, debit, credit, amount, currency, provider_account_id, posted_at,
        batch
      from bank_entries join provider_accounts account using (provider_account_id)
    ) entry cross join lateral (
      select account, change.amount,
        case when account = any(${OF_PROVIDER_ACCOUNTS}) then entry.provider_account_id else entry.merchant_id end as owner
      from (values (entry.debit, entry.amount), (entry.credit, -entry.amount)) change (account, amount)
    ) leg`
}

function within(sql: Sql, { merchantId, providerAccountId }: JournalFilter, end: string): Fragment {
  return where(
    sql,
    {},
    merchantId !== undefined && sql`entry.merchant_id = ${merchantId}`,
    providerAccountId !== undefined && sql`entry.provider_account_id = ${providerAccountId}`,
    sql`entry.posted_at < ${end}::timestamp at time zone 'UTC'`,
  )
}

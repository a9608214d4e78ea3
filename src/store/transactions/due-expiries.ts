import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { clockAhead } from '../merchants/test-clock.ts'
import { isTooLateToWarn, voidTime } from './expiry-times.ts'
import { fromRow, TRANSACTION, type TransactionRow } from './transaction-row.ts'

/** An authorization that is due, to warn its merchant or to void the rest; null if nothing is left to do. */
export interface DueExpiry {
  readonly authorization: Transaction
  readonly task: 'WARN' | 'VOID' | null
}

const IS_OPEN = `held.capture_state = 'OPEN' and held.void_state is null and held.captured_amount < held.amount`

/** Claims due authorizations; failed voids are due again after `leaseSeconds`, warnings are followed by the void. */
export async function claimDueExpiries(sql: Sql, limit: number, leaseSeconds: number): Promise<DueExpiry[]> {
  const rows = await sql<(TransactionRow & { task: DueExpiry['task'] })[]>`
    with due as (
      select merchant_id, id, expiry_step, ${clockAhead(sql, sql`transactions.merchant_id`)} as ahead
      from transactions where expiry_due_at <= now()
      order by expiry_due_at limit ${limit} for update skip locked
    )
    update transactions held set expiry_step = 'VOID', expiry_due_at = case
        when held.captured_amount >= held.amount or held.capture_state = 'CLOSED' or held.void_state = 'DONE' then null
        when due.expiry_step = 'WARN' then ${voidTime(sql, 'held')} - due.ahead
        else now() + make_interval(secs => ${leaseSeconds})
      end
    from due where held.merchant_id = due.merchant_id and held.id = due.id
    returning ${TRANSACTION.select(sql, 'held')}, case
        when not (${sql.unsafe(IS_OPEN)}) then null
        when due.expiry_step = 'VOID' then 'VOID'
        when held.captured_amount + held.capturing_amount < held.amount
          and not ${isTooLateToWarn(sql, 'held.authorization_expires_at', sql`now() + due.ahead`)} then 'WARN'
      end as task`
  return rows.map((row) => ({ authorization: fromRow(row), task: row.task }))
}

/**
 * Dates authorizations from before the migration, or of a previous release that still runs. Voids, after a warning,
 * only those with more than a day left (docs/decisions/0119-authorizations-from-before-expire-with-notice.md).
 * @returns how many, at most `limit`
 */
export async function dateOldAuthorizations(sql: Sql, limit: number): Promise<number> {
  const dated = await sql`
    with undated as (
      select merchant_id, id, ${clockAhead(sql, sql`transactions.merchant_id`)} as ahead from transactions
      where transaction_type = 'AUTHORIZE' and status = 'APPROVED' and capture_state = 'OPEN' and void_state is null
        and captured_amount < amount and authorization_expires_at is null
      order by finished_at limit ${limit} for update skip locked
    ), limits as (
      select undated.merchant_id, undated.id, undated.ahead, held.finished_at + interval '7 days' as expires_real
      from undated join transactions held using (merchant_id, id)
    )
    update transactions held set
      authorization_limit_at = limits.expires_real + limits.ahead,
      authorization_expires_at = limits.expires_real + limits.ahead,
      expiry_step = case when limits.expires_real > now() + interval '1 day' then 'WARN' end,
      expiry_due_at = case when limits.expires_real > now() + interval '1 day' then limits.expires_real - interval '1 day' end
    from limits where held.merchant_id = limits.merchant_id and held.id = limits.id
    returning 1`
  return dated.length
}

import { keptJson } from '#domain/kept-text.ts'
import type { Sql } from '../connection/database.ts'
import { isOne } from '../shape/results.ts'

/** A notice with a right signature, about one attempt of an account. */
export interface VerifiedNotice {
  readonly merchantId: string
  readonly providerAccountId: string
  /** Equal for a repeated notice. */
  readonly key: string
  readonly attemptId: string
  readonly fields: Readonly<Record<string, string>>
}

/** Stores a notice. @returns false if it was stored before */
export function insertNotice(sql: Sql, notice: VerifiedNotice): Promise<boolean> {
  return isOne(sql`
    insert into provider_notices (provider_account_id, notice_key, merchant_id, attempt_id, fields)
    values (${notice.providerAccountId}, ${notice.key}, ${notice.merchantId}, ${notice.attemptId},
      ${JSON.stringify(keptJson(notice.fields))}::jsonb)
    on conflict do nothing
    returning 1`)
}

/**
 * Deletes old notices, unless the transaction is pending or disputed, or its charge being reversed: some providers
 * cannot be asked again.
 * @returns how many, at most `limit`
 */
export async function purgeOldNotices(sql: Sql, days: number, limit: number): Promise<number> {
  const deleted = await sql`
    delete from provider_notices where (provider_account_id, notice_key) in (
      select notice.provider_account_id, notice.notice_key from provider_notices notice
      join attempts attempt using (merchant_id, attempt_id)
      join transactions own on own.merchant_id = attempt.merchant_id and own.id = attempt.transaction_id
      where notice.received_at < now() - make_interval(days => ${days})
        and own.status not in ('CREATED', 'PENDING') and attempt.state <> 'REVERSING'
        and not exists (
          select from disputes where disputes.merchant_id = own.merchant_id and disputes.transaction_id = own.id
        )
      order by notice.received_at limit ${limit} for update of notice skip locked
    ) returning 1`
  return deleted.length
}

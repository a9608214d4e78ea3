import type { Sql } from '../connection/database.ts'

/** A notice with a right signature, about one attempt of an account. */
export interface VerifiedNotice {
  readonly merchantId: string
  readonly providerAccountId: string
  /** The same for one that comes again. */
  readonly key: string
  readonly attemptId: string
  readonly fields: Readonly<Record<string, string>>
}

/** Keeps a notice, once. */
export async function insertNotice(sql: Sql, notice: VerifiedNotice): Promise<void> {
  await sql`
    insert into provider_notices (provider_account_id, notice_key, merchant_id, attempt_id, fields)
    values (${notice.providerAccountId}, ${notice.key}, ${notice.merchantId}, ${notice.attemptId},
      ${JSON.stringify(notice.fields)}::jsonb)
    on conflict (provider_account_id, notice_key) do nothing`
}

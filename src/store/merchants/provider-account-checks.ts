import type { Sql } from '../connection/database.ts'
import { first } from '../shape/results.ts'

export interface LastCheck {
  readonly checkedAt: Date
  readonly problems: readonly string[]
}

/** Stores a check, unless a later one is stored. */
export async function saveCheck(
  sql: Sql,
  merchantId: string,
  providerAccountId: string,
  { checkedAt, problems }: LastCheck,
): Promise<void> {
  await sql`
    update provider_accounts set checked_at = ${checkedAt}, check_problems = ${JSON.stringify(problems)}::jsonb
    where merchant_id = ${merchantId} and provider_account_id = ${providerAccountId}
      and (checked_at is null or checked_at <= ${checkedAt})`
}

export function findLastCheck(sql: Sql, merchantId: string, providerAccountId: string): Promise<LastCheck | undefined> {
  return first(sql<LastCheck[]>`
    select checked_at as "checkedAt", check_problems as problems from provider_accounts
    where merchant_id = ${merchantId} and provider_account_id = ${providerAccountId} and checked_at is not null`)
}

import type { SchemeLimit } from '#domain/scheme-limits.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { momentAgo } from '../merchants/test-clock.ts'

/**
 * Counts an attempt by card, amount and currency before its provider is called, until approval or the longest limit by
 * the merchant's clock. Row locks decide races.
 * @param limits at least one
 * @returns false if there are too many; then it is not counted
 */
export async function recordSchemeAsk(
  sql: Sql,
  { merchantId, instrumentHash, currency, amount }: Transaction,
  attemptId: string,
  limits: readonly SchemeLimit[],
): Promise<boolean> {
  const longest = Math.max(...limits.map(({ seconds }) => seconds))
  const [row] = await sql<[{ recorded: boolean }]>`
    insert into scheme_asks as known (merchant_id, card_hash, currency, amount, asks, forget_at)
    values (${merchantId}, ${instrumentHash}, ${currency}, ${amount},
      jsonb_build_object(${attemptId}::text, now()), now() + make_interval(secs => ${longest}))
    on conflict (merchant_id, card_hash, currency, amount) do update set forget_at = excluded.forget_at, asks = (
      select coalesce(jsonb_object_agg(earlier.attempt_id, earlier.at), '{}')
        || case when ${isWithin(sql, merchantId, limits)} then excluded.asks else '{}' end
      from jsonb_each_text(known.asks) as earlier (attempt_id, at)
      where earlier.at::timestamptz > ${momentAgo(sql, merchantId, longest)}
        and not exists (
          select from attempts approved
          where approved.merchant_id = ${merchantId} and approved.attempt_id = earlier.attempt_id
            and approved.processing_code = '0000'
        )
    )
    returning asks ? ${attemptId} as recorded`
  return row.recorded
}

function isWithin(sql: Sql, merchantId: string, limits: readonly SchemeLimit[]) {
  const conditions = limits.map(({ declines, seconds }) => {
    const since = momentAgo(sql, merchantId, seconds)
    return sql`count(*) filter (where earlier.at::timestamptz > ${since}) < ${declines}`
  })
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

import type { CardTestingLimit } from '#domain/card-testing.ts'
import type { Sql } from '../connection/database.ts'

/** A card about to be tried, and whoever tries it; both as keyed digests. */
export interface CardTrial {
  readonly merchantId: string
  readonly terminalId: string
  readonly transactionId: string
  readonly card: string
  /** The shopper's address and customer, as far as they are known. */
  readonly sources: readonly string[]
}

/**
 * Counts a card among those that each of its sources has tried, unless it would be one too many. A card counts from the
 * moment it is tried, so that of many concurrently no more get through than one after the other; it stops counting once its
 * latest payment is approved, ends without an answer of its issuer or provider, or `windowSeconds` are over. One that is refused takes no place at that source. The row's
 * lock decides between those who come concurrently, and sources are locked in one order everywhere.
 * @returns whether every source may try it
 */
export async function recordCardTrial(sql: Sql, trial: CardTrial, limit: CardTestingLimit): Promise<boolean> {
  const { merchantId, terminalId, transactionId, card, sources } = trial
  const window = sql`make_interval(secs => ${limit.windowSeconds})`
  const rows = await sql<{ admitted: boolean }[]>`
    insert into tried_cards as known (merchant_id, terminal_id, source, cards, forget_at)
    select ${merchantId}, ${terminalId}, source,
      jsonb_build_object(${card}::text, jsonb_build_object('transaction', ${transactionId}::text, 'at', now())),
      now() + ${window}
    from unnest(${sources}::text[]) as source order by source
    on conflict (merchant_id, terminal_id, source) do update set forget_at = excluded.forget_at, cards = (
      select coalesce(jsonb_object_agg(other.card, other.trial), '{}')
        || case when count(*) < ${limit.cards} then excluded.cards else '{}' end
      from jsonb_each(known.cards) as other (card, trial)
      where other.card <> ${card} and (other.trial ->> 'at')::timestamptz > now() - ${window}
        and not exists (
          select from transactions charged
          where charged.merchant_id = known.merchant_id and charged.id = other.trial ->> 'transaction'
            and (charged.status = 'APPROVED' or charged.status = 'DECLINED' and not is_declined_by_answer(
              charged.status, charged.processing_code, charged.processing_result, charged.authentication_status))
        )
    )
    returning cards ? ${card} as admitted`
  return rows.every(({ admitted }) => admitted)
}

import type { CardTestingLimit } from '#domain/card-testing.ts'
import type { Sql } from '../connection/database.ts'

/** Card trial; card and sources are keyed digests. */
export interface CardTrial {
  readonly merchantId: string
  readonly terminalId: string
  readonly transactionId: string
  readonly card: string
  /** Address and customer of the shopper, if known. */
  readonly sources: readonly string[]
}

/**
 * Counts a card for each source, unless one is at its limit. Counts from the attempt on, so concurrent attempts cannot
 * exceed it; until an approval, an end without an answer or `windowSeconds`. A rejected card takes no slot. Row locks
 * decide races; sources are locked in order.
 * @returns true if all sources may try it
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

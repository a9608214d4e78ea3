import type { ChargeNotices, DueNotice } from '#simulators/common/simulated-charges.ts'
import type { Sql } from '../connection/database.ts'
import { mayEnd, NOTICE_TRIES } from './charges.ts'

const BATCH = 20
/** Pause between attempts, and lease of a sender that may die. */
const RETRY_SECONDS = 3

export function openChargeNotices(sql: Sql): ChargeNotices {
  return {
    claimDue: () => claimDueNotices(sql),
    markDelivered: (notice) => markNoticeDelivered(sql, notice),
  }
}

async function claimDueNotices(sql: Sql): Promise<DueNotice[]> {
  return sql<DueNotice[]>`
    update simulator.charges set
      notice_at = case when notices_left > 1 then now() + make_interval(secs => ${RETRY_SECONDS}) end,
      notices_left = notices_left - 1
    where attempt_id in (
      select attempt_id from simulator.charges where notice_at <= now()
      order by notice_at limit ${BATCH} for update skip locked
    )
    returning attempt_id as "attemptId", merchant_id as "merchantId", notice_url as url,
      notice_signature as signature, coalesce((answer #>> '{notices,isForgedFirst}')::boolean, false) as "isForgedFirst",
      (answer #>> '{notices,copies}')::integer as copies, notices_left as "attemptsLeft"`
}

/** Skips notices recorded again meanwhile, whose attempts start over. */
async function markNoticeDelivered(sql: Sql, { attemptId, attemptsLeft }: DueNotice): Promise<void> {
  await sql`
    update simulator.charges set
      notice_at = (
        select ends_at from (
          select created_at + make_interval(secs => (answer #>> '{final,afterSeconds}')::float8) as ends_at
        ) as directed
        where ends_at > now() and ${mayEnd(sql)}
      ),
      notices_left = ${NOTICE_TRIES}
    where attempt_id = ${attemptId} and notices_left = ${attemptsLeft}`
}

import { DECLINE_WINDOW_SECONDS, MOST_DECLINES } from '#domain/payment-link.ts'
import type { Database, Sql } from '../connection/database.ts'
import { momentAgo } from '../merchants/test-clock.ts'
import type { Intent, IntentAnswer } from './intent.ts'
import { recordIntents } from './intents.ts'

/**
 * Records a link's payment, within the limit of declined and pending payments of its subscriber. It counts immediately,
 * so bursts cannot exceed the limit. Locks session, then link, like all payments of links.
 * @param dueInSeconds until the worker checks it, if this process dies
 */
export function recordLinkIntent(sql: Database, intent: Intent, dueInSeconds: number): Promise<IntentAnswer> {
  return sql.begin(async (tx) => {
    const { merchantId, sessionId, paymentLinkId } = intent.transaction
    await tx`select from sessions where merchant_id = ${merchantId} and session_id = ${sessionId} for no key update`
    await tx`
      select from payment_links where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId}
      for no key update`
    if ((await countTries(tx, intent)) >= MOST_DECLINES) return { kind: 'too-many-declines' }
    const [answer] = await recordIntents(tx, [intent], dueInSeconds)
    if (answer!.kind === 'recorded') await setSubscriber(tx, intent)
    return answer!
  })
}

/** Counts declined and pending payments in the window, except this one or its predecessor in the session. */
async function countTries(tx: Sql, { transaction, subscriber = null }: Intent): Promise<number> {
  const { merchantId, paymentLinkId, sessionId } = transaction
  const [row] = await tx<[{ tries: number }]>`
    select count(*)::int as tries from transactions
    where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId} and subscriber = ${subscriber}
      and created_at > ${momentAgo(tx, merchantId, DECLINE_WINDOW_SECONDS)}
      and (status = 'DECLINED' and processing_code <> '1001' or status = 'PENDING' and session_id <> ${sessionId})`
  return row.tries
}

function setSubscriber(tx: Sql, { transaction: { merchantId, id }, subscriber = null }: Intent) {
  return tx`update transactions set subscriber = ${subscriber} where merchant_id = ${merchantId} and id = ${id}`
}

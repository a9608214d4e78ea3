import { DECLINE_WINDOW_SECONDS, MOST_DECLINES } from '#domain/payment-link.ts'
import type { Database, Sql } from '../connection/database.ts'
import { momentAgo } from '../test-clock/test-clock.ts'
import type { Intent, IntentAnswer } from './intent.ts'
import { recordIntents } from './intents.ts'

/**
 * Records the intent of a link's payment, unless declines and payments in progress of its subscriber have reached the
 * limit. The payment counts from its record on, so no burst outruns the limit. Session and link are locked first, in the
 * order of all payments of links.
 * @param dueInSeconds when the worker checks it, should this process die
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

/**
 * Counts a subscriber's payments of a link that were declined within the window, or may still be. One in progress in the same
 * session gives way to this one, or is it.
 */
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

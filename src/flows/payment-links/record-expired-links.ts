import { paymentLinkStatusOf } from '#domain/payment-link.ts'
import { paymentLinkExpired } from '#events/payment-link-events.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { claimEndedLinks } from '#store/payment-links/link-ends.ts'
import { findPaymentLink } from '#store/payment-links/payment-links.ts'
import type { Gateway } from '../gateway.ts'

const BATCH = 50

/** Records events of incomplete expired links (docs/reference/payment-links.md#events). @returns true if there may be more */
export function recordExpiredLinks({ sql, clock, settings }: Gateway): Promise<boolean> {
  return sql.begin(async (tx) => {
    const ended = await claimEndedLinks(tx, BATCH)
    for (const { merchantId, paymentLinkId } of ended) {
      const state = (await findPaymentLink(tx, merchantId, paymentLinkId))!
      if (paymentLinkStatusOf(state) !== 'EXPIRED') continue
      await recordFurtherEvents(tx, [paymentLinkExpired(state, settings.baseUrl, clock.now())])
    }
    return ended.length === BATCH
  })
}

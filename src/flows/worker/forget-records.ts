import { forgetSpentCards } from '#store/iso8583/acquirer-cards.ts'
import { forgetOldStrays, forgetOldTraces } from '#store/iso8583/acquirer-leftovers.ts'
import { forgetHandOvers } from '#store/iso8583/acquirer-lines.ts'
import { forgetOldExchanges } from '#store/transactions/provider-exchanges.ts'
import { forgetOldNotices } from '#store/transactions/provider-notices.ts'
import type { Gateway } from '../gateway.ts'

/** Small, so that no payment waits for its locks. */
const BATCH = 500

/**
 * Deletes what is kept of calls to providers once it is old, and cards that no message to an acquirer will name again.
 * @returns whether there may be more
 */
export async function forgetRecords({ sql, settings }: Gateway): Promise<boolean> {
  const { providerRecordDays } = settings
  const counts = [
    await forgetOldExchanges(sql, providerRecordDays, BATCH),
    await forgetOldNotices(sql, providerRecordDays, BATCH),
    await forgetSpentCards(sql, BATCH),
    await forgetHandOvers(sql, BATCH),
    await forgetOldStrays(sql, providerRecordDays, BATCH),
    await forgetOldTraces(sql, BATCH),
  ]
  return counts.some((count) => count >= BATCH)
}

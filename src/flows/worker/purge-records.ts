import { purgeSpentCards } from '#store/iso8583/acquirer-cards.ts'
import { purgeOldTraces, purgeStrayResponses } from '#store/iso8583/acquirer-cleanup.ts'
import { purgeHandOvers } from '#store/iso8583/acquirer-lines.ts'
import { purgeOldExchanges } from '#store/transactions/provider-exchanges.ts'
import { purgeOldNotices } from '#store/transactions/provider-notices.ts'
import type { Gateway } from '../gateway.ts'

/** Small, so that no payment waits for its locks. */
const BATCH = 500

/** Deletes old provider records, and cards that no message to an acquirer names again. @returns true if there may be more */
export async function forgetRecords({ sql, settings }: Gateway): Promise<boolean> {
  const { providerRecordDays } = settings
  const counts = [
    await purgeOldExchanges(sql, providerRecordDays, BATCH),
    await purgeOldNotices(sql, providerRecordDays, BATCH),
    await purgeSpentCards(sql, BATCH),
    await purgeHandOvers(sql, BATCH),
    await purgeStrayResponses(sql, providerRecordDays, BATCH),
    await purgeOldTraces(sql, BATCH),
  ]
  return counts.some((count) => count >= BATCH)
}

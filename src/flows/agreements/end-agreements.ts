import { stopAgreement } from '#domain/agreement.ts'
import { agreementEvents } from '#events/agreement-events.ts'
import { lockEndedAgreements, updateAgreement } from '#store/agreements/agreements.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import type { Gateway } from '../gateway.ts'
import { cardExpiry } from '../stored-cards/card-expiry.ts'

const BATCH = 50

/** Ends agreements whose last day is over (docs/reference/agreements.md#statuses). @returns true if there may be more */
export function endAgreements(gateway: Gateway): Promise<boolean> {
  return gateway.sql.begin(async (sql) => {
    const over = await lockEndedAgreements(sql, BATCH)
    for (const agreement of over) {
      const ended = stopAgreement(agreement, 'ENDED', 'ENDS_ON', gateway.clock.now())
      await updateAgreement(sql, ended)
      await recordFurtherEvents(sql, agreementEvents(agreement, ended, await cardExpiry(gateway, sql, ended), null))
    }
    return over.length === BATCH
  })
}

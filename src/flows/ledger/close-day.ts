import { dayClosed } from '#events/further-events.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { closeDay } from '#store/ledger/ledger-days.ts'
import type { Gateway } from '../gateway.ts'

/** Closes the first open day that is over, with its events. @returns true if there may be another */
export function closeNextDay({ sql, clock }: Gateway): Promise<boolean> {
  return closeDay(sql, (tx, day, sums) => recordFurtherEvents(tx, dayClosed(day, sums, clock.now())))
}

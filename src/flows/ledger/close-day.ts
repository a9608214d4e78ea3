import { dayClosed } from '#events/further-events.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { closeDay } from '#store/ledger/ledger-days.ts'
import type { Gateway } from '../gateway.ts'

/** Closes the first day that is open and over, and tells its merchants. @returns whether there may be another */
export function closeNextDay({ sql, clock }: Gateway): Promise<boolean> {
  return closeDay(sql, (tx, day, sums) => recordFurtherEvents(tx, dayClosed(day, sums, clock.now())))
}

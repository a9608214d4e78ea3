/** A month ends last at UTC-12. */
const LAST_ZONE_MS = 12 * 3600 * 1000

/** True if a card's month is over everywhere. @param month 1 to 12 */
export function isMonthOver(month: number, year: number, now: Date): boolean {
  return now.getTime() >= Date.UTC(year, month) + LAST_ZONE_MS
}

/** True for an IANA time zone such as `Europe/Bucharest`, not for an offset such as `+02:00`. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && isKnown(name)
}

function isKnown(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

/** Calendar day in a zone, e.g. `2026-11-22`. */
export function dayIn(timeZone: string, at: Date): string {
  return wallClock(timeZone, at).slice(0, 10)
}

export function hourIn(timeZone: string, at: Date): number {
  return Number(wallClock(timeZone, at).slice(11, 13))
}

/** Midnight, or the moment after a skipped hour. @param day as in `2026-11-22` @returns undefined for an invalid day */
export function startOfDay(timeZone: string, day: string): Date | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(day) || Number.isNaN(midnight)) return undefined
  if (new Date(midnight).toISOString().slice(0, 10) !== day) return undefined
  // The offset may differ before and after a clock change, so both are tried; the earlier moment of that day counts.
  const tried = [-DAY_MS, 0, DAY_MS].map((near) => new Date(midnight - offsetAt(timeZone, midnight + near)))
  const ofDay = tried.filter((at) => dayIn(timeZone, at) === day)
  return ofDay.sort((one, other) => one.getTime() - other.getTime())[0]
}

/** Beginnings of a clock's hours, and changes within one. @param first beginning of an hour @param last not included */
export function hoursBetween(timeZone: string, first: Date, last: Date): readonly Date[] {
  const hours = []
  for (let at = first.getTime(); at < last.getTime(); at += QUARTER_MS)
    if (beginsHour(timeZone, at)) hours.push(new Date(at))
  return hours
}

/** Offsets from UTC are multiples of 15 minutes, and clocks change at one of them. */
const QUARTER_MS = 15 * 60 * 1000

function beginsHour(timeZone: string, at: number): boolean {
  const offset = offsetAt(timeZone, at)
  return (at + offset) % (4 * QUARTER_MS) === 0 || offset !== offsetAt(timeZone, at - QUARTER_MS)
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS
}

const DAY_MS = 24 * 3600 * 1000

/** Offset of the zone from UTC, in milliseconds. */
function offsetAt(timeZone: string, at: number): number {
  const second = Math.floor(at / 1000) * 1000
  return Date.parse(`${wallClock(timeZone, new Date(second))}Z`) - second
}

/** Local date and time: `2026-11-22T23:05:00`. */
function wallClock(timeZone: string, at: Date): string {
  return clockOf(timeZone).format(at).replace(' ', 'T')
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Created once for each zone, because creating takes much longer than using it. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock
}

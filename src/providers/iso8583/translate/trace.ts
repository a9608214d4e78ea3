import type { TraceNumber } from '../acquirer-store.ts'
import type { Fields } from '../codec/message.ts'
import type { Trace } from '../line/network.ts'

const DAY_MS = 86_400_000

/** Data elements 11 and 7: six digits, and MMDDhhmmss in UTC. */
export function traceOf({ stan, at }: TraceNumber): Trace {
  return { stan: stanOf(stan), transmitted: transmittedOf(at) }
}

export function stanOf(stan: number): string {
  return String(stan).padStart(6, '0')
}

export function transmittedOf(at: Date): string {
  return at
    .toISOString()
    .replace(/^\d{4}|\D/g, '')
    .slice(0, 10)
}

/** Data element 37: last digit of the year, day of the year, hour (UTC) and trace number. */
export function retrievalReferenceOf({ stan, at }: TraceNumber): string {
  const day = Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0, 1)) / DAY_MS) + 1
  const hour = at.toISOString().slice(11, 13)
  return `${at.getUTCFullYear() % 10}${String(day).padStart(3, '0')}${hour}${stanOf(stan)}`
}

/** Data elements 12 and 13, on the clock of the shop. */
export function localTimeOf(at: Date, timeZone: string): Fields {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  const digits = clock.replaceAll(/\D/g, '')
  return { 12: digits.slice(8), 13: digits.slice(4, 8) }
}

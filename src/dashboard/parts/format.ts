import { formatMoney } from '#domain/currency.ts'
import type { Money } from '#domain/money.ts'
import type { Page } from '#domain/page.ts'
import type { Status } from '#domain/status.ts'
import { dayIn, daysBetween } from '#domain/time-zone.ts'
import { attributes, type Html, html } from '#html/html.ts'

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'plain'

/** `SESSION_EXPIRED` as people read it: `Session expired`. */
export function sentenceCase(constant: string): string {
  return capital(constant.replaceAll(/[_-]/g, ' ').toLowerCase())
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

export function badge(words: string, tone: Tone, field?: string): Html {
  return html`<span class="badge badge-${tone}"${attributes({ 'data-field': field })}>${words}</span>`
}

/** The type of an event, such as `transaction.processed`; it is never broken. */
export function eventName(type: string): Html {
  return html`<span class="whole" translate="no">${type}</span>`
}

/** Makes the badges of a kind of status; `data-status` has the word of the interface. */
export function badges<Name extends string>(tones: Readonly<Record<Name, Tone>>) {
  return (status: Name, field?: string, [words, tone]: BadgeWords = [sentenceCase(status), tones[status]]): Html => {
    const named = attributes({ 'data-field': field, 'data-status': status })
    return html`<span class="badge badge-${tone}"${named}>${words}</span>`
  }
}

/** Text of a badge that is not its status. */
export type BadgeWords = readonly [words: string, tone: Tone]

export const statusBadge = badges<Status>({
  CREATED: 'info',
  PENDING: 'warning',
  APPROVED: 'success',
  DECLINED: 'danger',
  CANCELED: 'info',
  INVALID: 'danger',
  SESSION_EXPIRED: 'info',
})

/** State of what can be switched off, such as a terminal or an API client. */
export function activeBadge(status: string, off: Tone = 'plain'): Html {
  return badge(sentenceCase(status), status === 'ACTIVE' ? 'success' : off)
}

/** An amount, exact and with the decimals of its currency. */
export function formatAmount(money: Money): string {
  return formatMoney(money, 'en')
}

/** The support limit has no currency; most have two decimals. */
export const LIMIT_CURRENCY = 'EUR'

/** The support limit in currencies with and without minor units. */
export function formatLimit(amount: bigint): string {
  return `${formatAmount({ amount, currency: LIMIT_CURRENCY })} or ${formatAmount({ amount, currency: 'JPY' })}`
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** An email that breaks before its domain. */
export function breakableEmail(email: string): Html {
  const at = email.lastIndexOf('@')
  return html`${email.slice(0, at)}<bdi class="domain">${email.slice(at)}</bdi>`
}

/** Creates each format once, because creating takes much longer than using it. */
function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options])
  const made = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...options })
  formats.set(key, made)
  return made
}

const NEAR_DAYS = new Map([
  [-1, 'yesterday'],
  [0, 'today'],
  [1, 'tomorrow'],
])

/** A time in the merchant's zone, such as `Today 02:38` or `12 Nov 09:14`; its title has the year and the zone. */
export function formatTime(...[at, timeZone, precision, now]: Parameters<typeof timeWithin>): Html {
  return timeWithin(at, timeZone, precision, now, capital)
}

/** A time in the middle of a sentence: `today 02:38`. */
export function timeWithin(
  at: Date,
  timeZone: string,
  precision: 'minute' | 'second' | 'millisecond' = 'minute',
  now: Date = new Date(),
  write = (words: string) => words,
): Html {
  const [day, today] = [dayIn(timeZone, at), dayIn(timeZone, now)]
  const date = write(NEAR_DAYS.get(daysBetween(today, day)) ?? formatDay(day, day.slice(0, 4) !== today.slice(0, 4)))
  const clock = format(timeZone, { timeStyle: precision === 'minute' ? 'short' : 'medium' }).format(at)
  const milliseconds = precision === 'millisecond' && `.${String(at.getUTCMilliseconds()).padStart(3, '0')}`
  const title = format(timeZone, { dateStyle: 'long', timeStyle: 'long' }).format(at)
  return html`<time datetime="${at.toISOString()}" title="${title}">${date} ${clock}${milliseconds}</time>`
}

/** A calendar day such as `2026-11-22`, as people read it: `22 Nov 2026`. */
export function formatDay(day: string, withYear = true): string {
  const year = withYear ? ({ year: 'numeric' } as const) : {}
  return format('UTC', { day: 'numeric', month: 'short', ...year }).format(new Date(`${day}T00:00:00Z`))
}

/** An hour in a zone by its beginning: `22 Nov, 14:00`. */
export function formatHour(at: Date, timeZone: string): string {
  return format(timeZone, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(at)
}

export function formatCount(count: number | bigint): string {
  return new Intl.NumberFormat('en').format(count)
}

/** Most rows of a list that are read to count them. */
export const MOST_COUNTED = 99

/** Number of rows that were read: `99+` if there are more. */
export function formatRows({ items, next }: Page<unknown>): string {
  return `${items.length}${next ? '+' : ''}`
}

export function formatCompact(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact' }).format(value)
}

/** A share of one with at most one decimal: `93.4%`. */
export function formatPercent(share: number): string {
  return new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(share)
}

/** The first two of several words, and the number of others, for a cell of a list. */
export function firstWords(words: readonly string[]): string {
  const others = words.length - 2
  return `${words.slice(0, 2).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

const TONES = { PENDING: 'warning', DELIVERED: 'success', FAILED: 'danger' } as const

export function deliveryBadge(status: keyof typeof TONES): Html {
  return badge(sentenceCase(status), TONES[status], 'status')
}

/** Answer of a merchant's server to a delivery; null: none came. */
export function responseBadge(status: number | null, field?: string): Html {
  const isGood = status !== null && status >= 200 && status < 300
  return badge(status === null ? 'No response' : String(status), isGood ? 'success' : 'danger', field)
}

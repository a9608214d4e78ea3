import { formatMoney } from '#domain/currency.ts'
import type { Money } from '#domain/money.ts'
import type { Status } from '#domain/status.ts'
import { attributes } from '#html/attributes.ts'
import { type Html, html } from '#html/html.ts'

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'plain'

/** `SESSION_EXPIRED` as people read it: `Session expired`. */
export function sentenceCase(constant: string): string {
  const words = constant.replaceAll(/[_-]/g, ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function badge(words: string, tone: Tone, field?: string): Html {
  return html`<span class="badge badge-${tone}"${attributes({ 'data-field': field })}>${words}</span>`
}

/** The type of an event, such as `transaction.processed`; it is never broken. */
export function eventName(type: string): Html {
  return html`<span class="whole" translate="no">${type}</span>`
}

/** Makes the badges of a kind of status; `data-status` has the word of the interface. */
export function badges<Name extends string>(tones: Readonly<Record<Name, Tone>>) {
  return (status: Name, field?: string): Html => {
    const named = attributes({ 'data-field': field, 'data-status': status })
    return html`<span class="badge badge-${tones[status]}"${named}>${sentenceCase(status)}</span>`
  }
}

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

const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...options })

/** A moment in the merchant's own zone, e.g. `22 Nov 2026, 23:05`; the machine's form stands beside it. */
export function formatTime(
  at: Date,
  timeZone: string,
  precision: 'minute' | 'second' | 'millisecond' = 'minute',
): Html {
  const words = format(timeZone, { dateStyle: 'medium', timeStyle: precision === 'minute' ? 'short' : 'medium' })
  const milliseconds = precision === 'millisecond' && `.${String(at.getUTCMilliseconds()).padStart(3, '0')}`
  return html`<time datetime="${at.toISOString()}">${words.format(at)}${milliseconds}</time>`
}

/** A calendar day such as `2026-11-22`, as people read it: `22 Nov 2026`. */
export function formatDay(day: string): string {
  return format('UTC', { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`))
}

/** An hour in a zone by its beginning: `22 Nov, 14:00`. */
export function formatHour(at: Date, timeZone: string): string {
  return format(timeZone, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(at)
}

export function formatCount(count: number | bigint): string {
  return new Intl.NumberFormat('en').format(count)
}

/** A number of an axis: `1.2K`. */
export function formatCompact(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact' }).format(value)
}

/** A share of one with one decimal: `93.4 %`. */
export function formatPercent(share: number): string {
  return `${new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(share * 100)} %`
}

const TONES = { PENDING: 'warning', DELIVERED: 'success', FAILED: 'danger' } as const

export function deliveryBadge(status: keyof typeof TONES): Html {
  return badge(sentenceCase(status), TONES[status], 'status')
}

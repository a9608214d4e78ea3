import { isIP } from 'node:net'
import { isIfsc } from '#domain/beneficiary.ts'
import { isCountry } from '#domain/country.ts'
import { minorUnits } from '#domain/currency.ts'
import { isEmail } from '#domain/email.ts'
import { parseAmount } from '#domain/money.ts'

/** What a check found: the part below the checked value it is about, the text and the broken bound. */
export interface Fault {
  readonly part?: string
  readonly message: string
  readonly bounds: readonly string[]
}

/** A format of strings: what holds, and what to do where it does not. */
export interface Format {
  readonly holds: (text: string) => boolean
  readonly message: string
}

const MAX_URL = 2048
const METADATA = { keys: 50, key: 40, value: 8000, bytes: 32 * 1024 }

/**
 * The formats of strings by their name in a schema (docs/reference/requests.md#text). In production URLs are https
 * only.
 */
export function formatsFor(realm: string): Readonly<Record<string, Format>> {
  const schemes = realm === 'production' ? 'https' : 'http or https'
  return {
    currency: { holds: (code) => minorUnits(code) !== undefined, message: 'Use an ISO 4217 code such as EUR.' },
    country: { holds: isCountry, message: 'Use an ISO 3166-1 alpha-2 code such as RO.' },
    email: { holds: isEmail, message: 'Use an e-mail address such as ada@shop.example.' },
    'customer-id': { holds: isCustomerId, message: 'Use an id without control characters, and not a dot or two.' },
    ifsc: { holds: isIfsc, message: 'Use an IFSC such as HDFC0001234: four letters, a zero, six letters or digits.' },
    ip: { holds: isAddress, message: 'Use an IPv4 or IPv6 address.' },
    'ip-or-empty': { holds: (text) => text === '' || isAddress(text), message: 'Use an IPv4 or IPv6 address.' },
    date: { holds: isDay, message: 'Use a day such as 2026-01-31.' },
    'date-time': { holds: isDateTime, message: 'Use a date and time such as 2026-01-31T12:00:00Z.' },
    origin: { holds: isOrigin, message: 'Use an exact origin such as https://shop.example, without path or slash.' },
    rate: { holds: isRate, message: 'Use a decimal such as 1.0842, above zero.' },
    'merchant-url': {
      holds: (text) => isMerchantUrl(text, realm === 'production'),
      message: `Use an absolute ${schemes} address without user info, at most ${MAX_URL} characters.`,
    },
  }
}

/** Checks of what no string format can judge, by their name in a schema's `check`. */
export const CHECKS: Readonly<Record<string, (value: unknown) => readonly Fault[]>> = {
  amount: (value) => (parseAmount(value) === undefined ? [NO_AMOUNT] : []),
  metadata: (value) => (isPlainObject(value) ? metadataFaults(value) : []),
  'text-metadata': (value) => (isPlainObject(value) ? [...metadataFaults(value), ...noTextFaults(value)] : []),
  currencies: (value) => (isPlainObject(value) ? Object.keys(value).flatMap(unknownCurrency) : []),
  object: (value) => (JSON.isRawJSON(value) ? [{ message: 'Send an object.', bounds: ['object'] }] : []),
}

const NO_AMOUNT: Fault = {
  message: 'Send an integer of minor units, from 1 to 9223372036854775807, without fraction, exponent or quotes.',
  bounds: ['1', '9223372036854775807'],
}

/** Without a zone, which means something on one machine only. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

/** Whatever a path can name: clients take control characters and dot segments out of an address by themselves. */
function isCustomerId(text: string): boolean {
  return !/\p{Cc}|^\.{1,2}$/u.test(text)
}

/** RFC 3339 with the calendar's own limits. */
function isDateTime(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i.exec(text) ?? []
  return day !== undefined && !Number.isNaN(Date.parse(text)) && isInCalendar(day)
}

/** A day that there is, since the year 1000. */
function isDay(text: string): boolean {
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && isInCalendar(text)
}

function isInCalendar(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/** Characters a URL parser would silently drop or turn are refused, so that what was checked is what is followed. */
function isMerchantUrl(text: string, httpsOnly: boolean): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password, href } = new URL(text)
  const hasUserInfo = username !== '' || password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)
  return !hasUserInfo && href.length <= MAX_URL && (protocol === 'https:' || !httpsOnly)
}

/** As a browser writes it in its Origin header. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}

function isRate(text: string): boolean {
  return /^\d{1,12}(\.\d{1,12})?$/.test(text) && /[1-9]/.test(text)
}

function unknownCurrency(part: string): Fault[] {
  return minorUnits(part) === undefined ? [{ part, message: 'Use an ISO 4217 code such as EUR.', bounds: [] }] : []
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
}

/** docs/reference/requests.md#metadata; lengths count characters, a nested value by its JSON. */
function metadataFaults(metadata: Record<string, unknown>): Fault[] {
  const { keys, bytes } = METADATA
  const entries = Object.entries(metadata)
  const size = Buffer.byteLength(JSON.stringify(metadata))
  return [
    ...(entries.length > keys ? [{ message: `Use at most ${keys} keys.`, bounds: [String(keys)] }] : []),
    ...(size > bytes ? [{ message: `Use at most ${bytes} bytes of metadata in all.`, bounds: [String(bytes)] }] : []),
    ...entries.flatMap(([key, value]) => entryFaults(key, value)),
  ]
}

function entryFaults(part: string, value: unknown): Fault[] {
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  return [tooLong(part, part, METADATA.key, 'key'), tooLong(part, written, METADATA.value, 'value')].flat()
}

/**
 * A simulator's seconds and milliseconds are numbers or their decimal strings (docs/reference/simulators.md#metadata).
 */
function noTextFaults(metadata: Record<string, unknown>): Fault[] {
  return Object.entries(metadata)
    .filter(([key, value]) => typeof value !== 'string' && !(key.startsWith('simulate_') && isNumber(value)))
    .map(([part]) => ({ part, message: 'Use a string; follow-ups take no other metadata.', bounds: ['string'] }))
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || JSON.isRawJSON(value)
}

function tooLong(part: string, text: string, bound: number, what: string): Fault[] {
  const isLonger = text.length > bound && [...text].length > bound
  return isLonger ? [{ part, message: `Use at most ${bound} characters in a ${what}.`, bounds: [String(bound)] }] : []
}

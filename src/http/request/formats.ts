import { isIP } from 'node:net'
import { isIfsc, plainAccountNumber } from '#domain/beneficiary.ts'
import { isCountry } from '#domain/country.ts'
import { isPresentCurrency, minorUnits } from '#domain/currency.ts'
import { isEmail } from '#domain/email.ts'
import { readLogo } from '#domain/logo.ts'
import { readNetwork } from '#domain/networks.ts'
import { isTimeZone } from '#domain/time-zone.ts'
import { LOCALES, localeOfTag } from '#web/shared/locales.ts'

export interface Format {
  readonly holds: (text: string) => boolean
  readonly message: string
}

const MAX_URL = 2048

/** Formats of schemas by name (docs/reference/requests.md#text). In production, URLs are https only. */
export function formatsFor(realm: string): Readonly<Record<string, Format>> {
  const schemes = realm === 'production' ? 'https' : 'http or https'
  return {
    currency: { holds: isPresentCurrency, message: 'Use an ISO 4217 code such as EUR that is not withdrawn.' },
    'known-currency': { holds: (code) => minorUnits(code) !== undefined, message: 'Use an ISO 4217 code such as EUR.' },
    country: { holds: isCountry, message: 'Use an ISO 3166-1 alpha-2 code such as RO.' },
    'country-in-any-case': {
      holds: (code) => isCountry(code.toUpperCase()),
      message: 'Use an ISO 3166-1 alpha-2 code such as RO.',
    },
    locale: {
      holds: (tag) => /^[a-z]{2}([-_][a-z0-9]{1,8}){0,3}$/i.test(tag) && localeOfTag(tag) !== undefined,
      message: `Use a language tag of one of these languages: ${LOCALES.join(', ')}.`,
    },
    'time-zone': { holds: isTimeZone, message: 'Use an IANA time zone such as Europe/Bucharest.' },
    email: { holds: (text) => isEmail(text.trim()), message: 'Use an email address such as ada@shop.example.' },
    'customer-id': { holds: isCustomerId, message: 'Use an ID without control characters, other than "." and "..".' },
    'account-number': { holds: (text) => plainAccountNumber(text) !== '', message: 'Use an account number.' },
    ifsc: { holds: isIfsc, message: 'Use an IFSC such as HDFC0001234: four letters, a zero, six letters or digits.' },
    ip: { holds: isAddress, message: 'Use an IPv4 or IPv6 address.' },
    network: {
      holds: (text) => readNetwork(text) !== undefined,
      message: 'Use an address or a network, for example 203.0.113.7 or 2001:db8::/32.',
    },
    'ip-or-empty': { holds: (text) => text === '' || isAddress(text), message: 'Use an IPv4 or IPv6 address.' },
    date: { holds: isDay, message: 'Use a day such as 2026-01-31.' },
    'date-time': { holds: isDateTime, message: 'Use a date and time such as 2026-01-31T12:00:00Z.' },
    origin: { holds: isOrigin, message: 'Use an exact origin such as https://shop.example, without path or slash.' },
    logo: {
      holds: (text) => readLogo(text) !== undefined,
      message: 'Send a PNG or JPEG file as data:image/png;base64,… of at most 96 KiB and 2000 by 2000 pixels.',
    },
    rate: { holds: isRate, message: 'Use a decimal such as 1.0842, above zero.' },
    'merchant-url': {
      holds: (text) => isMerchantUrl(text, realm === 'production'),
      message: `Use an absolute ${schemes} URL without user info, at most ${MAX_URL} characters.`,
    },
  }
}

function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

/** Accepts all that a path can contain: clients remove control characters and dot segments. */
function isCustomerId(text: string): boolean {
  return !/\p{Cc}|^\.{1,2}$/u.test(text)
}

function isDateTime(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i.exec(text) ?? []
  return day !== undefined && isInCalendar(day) && isInFourDigitYear(new Date(text))
}

/** Compares by UTC, because the database stores no time of another year. */
function isInFourDigitYear(time: Date): boolean {
  const year = time.getUTCFullYear()
  return year >= 1000 && year <= 9999
}

function isDay(text: string): boolean {
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && isInCalendar(text)
}

function isInCalendar(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/** Rejects characters that a URL parser drops or changes, so that the checked URL is the one that is opened. */
function isMerchantUrl(text: string, httpsOnly: boolean): boolean {
  const url = /^https?:\/\/[^/]/i.test(text) && !/[\s\\\p{Cc}]/u.test(text) ? URL.parse(text) : null
  if (!url) return false
  const { protocol, username, password, href } = url
  const hasUserInfo = username !== '' || password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text)
  return !hasUserInfo && href.length <= MAX_URL && (protocol === 'https:' || !httpsOnly)
}

/** Accepts an origin as browsers send it. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}

function isRate(text: string): boolean {
  return /^\d{1,12}(\.\d{1,12})?$/.test(text) && /[1-9]/.test(text)
}

import type { ShopperStep } from '#domain/transaction.ts'

export interface Reader<T> {
  /** Expected value, as the end of a sentence. */
  readonly expects: string
  readonly params: readonly string[]
  /** @returns undefined for an invalid value */
  read(written: unknown): T | undefined
}

/** Maximum of a timer and an interval, in milliseconds and seconds alike. */
const LONGEST_WAIT = 2_147_483_647

export function oneOf<T extends string>(names: readonly T[]): Reader<T> {
  return {
    expects: `must be one of ${names.join(', ')}`,
    params: names,
    read: (written) => names.find((name) => name === written),
  }
}

/** A string; a number counts as its digits. */
export const text: Reader<string> = {
  expects: 'must be a string',
  params: [],
  read: (written) => (isText(written) ? written : digitsOf(written)),
}

export const yesOrNo: Reader<boolean> = {
  expects: 'must be true or false',
  params: ['true', 'false'],
  read: (written) => (typeof written === 'boolean' ? written : undefined),
}

/** Number of repetitions, as a number or its decimal string. */
export const count: Reader<number> = {
  expects: 'must be a whole number from 0 to 9 or its decimal string',
  params: ['0', '9'],
  read(written) {
    const digits = typeof written === 'string' ? written : digitsOf(written)
    return digits !== undefined && /^\d$/.test(digits) ? Number(digits) : undefined
  },
}

/** Duration, as a number or its decimal string (docs/reference/simulators.md#metadata). */
export const duration: Reader<number> = {
  expects: `must be a number from 0 to ${LONGEST_WAIT} or its decimal string`,
  params: ['0', String(LONGEST_WAIT)],
  read(written) {
    const value = isDecimal(written) ? Number(written) : Number(digitsOf(written) ?? Number.NaN)
    return value >= 0 && value <= LONGEST_WAIT ? value : undefined
  },
}

/** Absolute http(s) URL for the shopper, kept as written. */
export const redirect: Reader<ShopperStep> = {
  expects: 'must be an absolute http(s) URL without user info, at most 2048 characters',
  params: ['2048'],
  read: (written) => (isWebAddress(written) ? { kind: 'redirect', url: written } : undefined),
}

export const form: Reader<ShopperStep> = {
  expects: 'must be the JSON text of { "url": an absolute http(s) URL, "data": an object of strings }',
  params: [],
  read(written) {
    const { url, data } = objectIn(written)
    return isWebAddress(url) && isFlat(data) ? { kind: 'form', url, data } : undefined
  },
}

export const action: Reader<Extract<ShopperStep, { kind: 'action' }>> = {
  expects:
    'must be the JSON text of { "payment_data", "type", "token" }, all strings; "type" is THREE_DS_2_FINGERPRINT or THREE_DS_2_CHALLENGE',
  params: [],
  read(written) {
    const { type, token, payment_data: paymentData } = objectIn(written)
    const complete =
      isText(type) && ACTION_TYPES.includes(type) && isText(token) && isText(paymentData) && paymentData !== ''
    return complete ? { kind: 'action', type, token, paymentData } : undefined
  },
}

const ACTION_TYPES: readonly unknown[] = ['THREE_DS_2_FINGERPRINT', 'THREE_DS_2_CHALLENGE']

/** Text that a database can store; JSON in a string or a notice may have text that no request's check saw. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
}

const isDecimal = (value: unknown): value is string => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)

function digitsOf(written: unknown): string | undefined {
  if (typeof written === 'number') return String(written)
  return JSON.isRawJSON(written) ? written.rawJSON : undefined
}

function isWebAddress(value: unknown): value is string {
  if (!isText(value) || value.length > 2048 || !/^https?:\/\//i.test(value)) return false
  const url = /[\s\\\p{Cc}]/u.test(value) ? null : URL.parse(value)
  return url !== null && url.username === '' && url.password === ''
}

function isFlat(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).flat().every(isText)
}

function objectIn(written: unknown): Record<string, unknown> {
  if (typeof written !== 'string') return {}
  try {
    return Object(JSON.parse(written))
  } catch {
    return {}
  }
}

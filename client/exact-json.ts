import { randomUUID } from 'node:crypto'

/** Fields that hold minor units: always a bigint, however small the number. */
const AMOUNTS = new Set([
  'amount',
  'amount_min',
  'amount_max',
  'collected_amount',
  'normalized_amount',
  'outgoing_amount',
  'captured_amount',
  'expired_amount',
  'disputed_amount',
  'refunded_amount',
  'received_amount',
  'approved_amount',
  'max_amount',
  'pending',
  'available',
  'authorized',
  'gross',
  'fee',
  'fees',
  'net',
  'paid_out',
])

/** JSON text of a value whose bigints are written to the last digit. */
export function writeJson(value: unknown): string {
  return textOf(value) ?? 'null'
}

/** As JSON.stringify: undefined for what JSON leaves out. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return textOf(value.toJSON())
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item) ?? 'null').join()}]`
  const fields = Object.entries(value).map(([key, item]) => [JSON.stringify(key), textOf(item)])
  return `{${fields.flatMap(([key, text]) => (text === undefined ? [] : [`${key}:${text}`])).join()}}`
}

/**
 * Reads JSON without losing a digit: amounts and integers beyond 2^53 become bigints. Inside `metadata`, whose keys are
 * the merchant's own, only the latter do.
 * @throws SyntaxError where the text is not JSON
 */
export function readJson(text: string): unknown {
  const mark = MANY_DIGITS.test(text) ? `${randomUUID()}:` : undefined
  return JSON.parse(mark ? withMarkedIntegers(text, mark) : text, (key, item: unknown) => {
    if (key === 'metadata' || key === 'parent_metadata') return withPlainNumbers(item)
    if (mark && typeof item === 'string' && item.startsWith(mark)) return exactInteger(item.slice(mark.length), key)
    return AMOUNTS.has(key) && Number.isSafeInteger(item) ? BigInt(item as number) : item
  })
}

/** The first number with so many digits that a double may not hold it is 2^53 + 1, with 16. */
const MANY_DIGITS = /\d{16}/

/** A string to be skipped, also one without an end so that no text is read twice, or an integer. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g

/** Marks long integers as strings. No string of the text begins with the mark, which cannot be guessed. */
function withMarkedIntegers(text: string, mark: string): string {
  return text.replace(TOKEN, (token) => (/^-?[1-9]\d{15,}$/.test(token) ? `"${mark}${token}"` : token))
}

function exactInteger(digits: string, key: string): bigint | number {
  const isExact = Number.isSafeInteger(Number(digits))
  return isExact && !AMOUNTS.has(key) ? Number(digits) : BigInt(digits)
}

function withPlainNumbers(item: unknown): unknown {
  if (typeof item === 'bigint') return Number.isSafeInteger(Number(item)) ? Number(item) : item
  if (Array.isArray(item)) return item.map(withPlainNumbers)
  if (item === null || typeof item !== 'object') return item
  return Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, withPlainNumbers(inner)]))
}

import { minorUnits } from '#domain/currency.ts'
import { parseAmount } from '#domain/money.ts'

/** Violation: the part below the checked value, the message and the limit. */
interface Fault {
  readonly part?: string
  readonly message: string
  readonly bounds: readonly string[]
}

const METADATA = { keys: 50, key: 40, value: 8000, bytes: 32 * 1024 }

/** Checks that no string format can express, by their name in a schema's `check`. */
export const CHECKS: Readonly<Record<string, (value: unknown) => readonly Fault[]>> = {
  amount: (value) => (parseAmount(value) === undefined ? [NO_AMOUNT] : []),
  'nullable-amount': (value) => (value === null || parseAmount(value) !== undefined ? [] : [NO_AMOUNT]),
  metadata: (value) => (isPlainObject(value) ? metadataFaults(value) : []),
  'text-metadata': (value) => (isPlainObject(value) ? [...metadataFaults(value), ...noTextFaults(value)] : []),
  currencies: (value) => (isPlainObject(value) ? Object.keys(value).flatMap(unknownCurrency) : []),
  object: (value) => (JSON.isRawJSON(value) ? [{ message: 'Send an object.', bounds: ['object'] }] : []),
}

const NO_AMOUNT: Fault = {
  message: 'Send an integer of minor units, from 1 to 9223372036854775807, without fraction, exponent or quotes.',
  bounds: ['1', '9223372036854775807'],
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

/** `simulate_` keys are numbers or their decimal strings (docs/reference/simulators.md#metadata). */
function noTextFaults(metadata: Record<string, unknown>): Fault[] {
  return Object.entries(metadata)
    .filter(([key, value]) => typeof value !== 'string' && !(key.startsWith('simulate_') && isNumber(value)))
    .map(([part]) => ({ part, message: 'Use a string; follow-ups accept no other metadata.', bounds: ['string'] }))
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || JSON.isRawJSON(value)
}

function tooLong(part: string, text: string, bound: number, what: string): Fault[] {
  const isLonger = text.length > bound && [...text].length > bound
  return isLonger ? [{ part, message: `Use at most ${bound} characters in a ${what}.`, bounds: [String(bound)] }] : []
}

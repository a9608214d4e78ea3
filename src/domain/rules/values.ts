import { BRANDS } from '../brands.ts'
import { isCountry } from '../country.ts'
import { minorUnits } from '../currency.ts'
import { isEmail } from '../email.ts'
import { MAX_AMOUNT } from '../money.ts'
import { readNetwork } from '../networks.ts'
import { PAYMENT_METHODS } from '../payment-methods.ts'
import { isStorable } from '../storable-text.ts'
import { ORIGINAL_TYPES } from '../transaction-type.ts'
import type { FactValue } from './rule.ts'

/** Kind of a field's value: how it is read from JSON, and the advice for a wrong one. */
export interface ValueKind {
  /** @returns undefined for a value of the wrong kind */
  readonly read: (written: unknown) => FactValue | undefined
  readonly advice: string
}

const MOST_CHARACTERS = 255

/** Reads an integer from 0 exactly; larger ones than a number holds arrive as `{ rawJSON }`. */
function readInteger(written: unknown): bigint | undefined {
  const digits = JSON.isRawJSON(written) ? written.rawJSON : typeof written === 'number' ? String(written) : ''
  if (!/^(?:0|[1-9]\d{0,18})$/.test(digits)) return undefined
  const integer = BigInt(digits)
  return integer <= MAX_AMOUNT ? integer : undefined
}

function text(holds: (written: string) => boolean, advice: string): ValueKind {
  return {
    read: (written) => (typeof written === 'string' && isStorable(written) && holds(written) ? written : undefined),
    advice,
  }
}

function oneOf(values: readonly string[]): ValueKind {
  return text((written) => values.includes(written), `Use one of ${values.join(', ')}.`)
}

const isShort = (written: string) => written !== '' && [...written].length <= MOST_CHARACTERS
const SHORT_TEXT = text(isShort, `Use a text of 1 to ${MOST_CHARACTERS} characters.`)

/** Kinds of values, by their names in the table of fields. */
export const VALUE_KINDS = {
  integer: { read: readInteger, advice: 'Use an integer from 0, without fraction, exponent or quotes.' },
  hour: {
    read: (written: unknown) => {
      const hour = readInteger(written)
      return hour !== undefined && hour <= 23n ? hour : undefined
    },
    advice: 'Use an integer from 0 to 23.',
  },
  boolean: {
    read: (written: unknown) => (typeof written === 'boolean' ? written : undefined),
    advice: 'Use true or false.',
  },
  text: SHORT_TEXT,
  /** Metadata may be numbers, too. */
  free: {
    read: (written: unknown) => SHORT_TEXT.read(written) ?? readInteger(written),
    advice: `Use a text of 1 to ${MOST_CHARACTERS} characters, or an integer from 0.`,
  },
  currency: text((written) => minorUnits(written) !== undefined, 'Use an ISO 4217 code such as EUR.'),
  country: text(isCountry, 'Use an ISO 3166-1 alpha-2 code such as RO.'),
  type: oneOf(ORIGINAL_TYPES),
  method: oneOf(PAYMENT_METHODS),
  initiator: oneOf(['CUSTOMER', 'MERCHANT']),
  brand: oneOf(BRANDS),
  bin: text((written) => /^\d{6,8}$/.test(written), 'Use the first 6 to 8 digits of a card number.'),
  email: text((written) => isShort(written) && isEmail(written), 'Use an email address.'),
  domain: text(
    (written) => isShort(written) && isEmail(`a@${written}`) && !written.includes('*'),
    'Use a domain such as example.com.',
  ),
  address: text(
    (written) => !written.includes('/') && readNetwork(written) !== undefined,
    'Use an IPv4 or IPv6 address.',
  ),
  network: text((written) => readNetwork(written) !== undefined, 'Use a network such as 192.0.2.0/24.'),
} as const satisfies Readonly<Record<string, ValueKind>>

import { cardNumbersIn } from '#domain/card-numbers-in-text.ts'
import { minorUnits } from '#domain/currency.ts'
import { isId } from '#domain/ids.ts'
import { MAX_AMOUNT } from '#domain/money.ts'
import type { SettlementRow, SettlementRowType, UnreadableRow } from '#domain/settlement-row.ts'

/** Why a row cannot be read. Never repeats the row's text, which may hold card data. */
export class UnreadableError extends Error {
  override name = 'UnreadableError'
}

export type ReadRow = SettlementRow | UnreadableRow
/** Row without its place in the file. */
export type RowContent = Omit<SettlementRow, 'line'>

/** Reads a row, or says why it cannot be read. */
export function readRow(line: number, read: () => RowContent): ReadRow {
  try {
    return { line, ...read() }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    return { line, unreadable: error.message }
  }
}

/** Money of a row, whose net must be gross less fee. A `FEE` has no gross amount: what it moves is its fee. */
export function moves(type: SettlementRowType, currency: string, gross: bigint, fee: bigint, net = gross - fee) {
  if (net !== gross - fee) throw new UnreadableError('net is not gross less fee')
  if ([gross, fee, net].some((sum) => sum > MAX_AMOUNT || sum < -MAX_AMOUNT)) {
    throw new UnreadableError('a sum of its amounts is above the largest amount')
  }
  const sums = type === 'FEE' ? { gross: 0n, fee: -net, net } : { gross, fee, net }
  return { type, currency, amount: { amount: sums.gross, currency }, ...sums }
}

/** Type of a row by the provider's word. Other movements, such as reserves, are neither payments nor fees. */
export function typeIn(types: Readonly<Record<string, SettlementRowType>>, name: string, word: string) {
  const type = Object.hasOwn(types, word) ? types[word] : undefined
  if (type === undefined) throw new UnreadableError(`${name} is neither a payment nor a fee; book it by hand`)
  return type
}

export function requireCurrency(name: string, text: string): string {
  if (minorUnits(text) === undefined) throw new UnreadableError(`${name} is not a currency of ISO 4217`)
  return text
}

/** Minor units of signed decimal text, exactly. */
export function parseDecimal(name: string, text: string, currency: string): bigint {
  const digits = minorUnits(currency)!
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d{1,19})(?:\.(\d{1,12}))?$/.exec(text) ?? []
  if (whole === undefined || /[^0]/.test(fraction.slice(digits))) {
    throw new UnreadableError(`${name} is not an amount with at most ${digits} decimals`)
  }
  const amount = BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0'))
  if (amount > MAX_AMOUNT) throw new UnreadableError(`${name} is above the largest amount`)
  return sign === '-' ? -amount : amount
}

const LONGEST_TEXT = 100
/** Shorter numbers are IDs and dates more often than cards. */
const SHORTEST_CARD = 13

/** Text that is stored: without control characters, without card numbers. */
export function requireText(name: string, text: string): string {
  if (text === '') throw new UnreadableError(`${name} is empty`)
  if (text.length > LONGEST_TEXT) throw new UnreadableError(`${name} has more than ${LONGEST_TEXT} characters`)
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(text)) throw new UnreadableError(`${name} has control characters`)
  if (looksLikeCard(text)) throw new UnreadableError(`${name} looks like a card number`)
  return text
}

function looksLikeCard(text: string): boolean {
  return cardNumbersIn(text).some(({ digits }) => digits.length >= SHORTEST_CARD)
}

/** ID that a provider made; undefined for an empty cell, or for what may be a card number. */
export function providerId(name: string, text: string): string | undefined {
  if (text !== '' && !/^[\w:.-]{1,100}$/.test(text)) throw new UnreadableError(`${name} is not an ID`)
  return text === '' || looksLikeCard(text) ? undefined : text
}

/** Our ID of an attempt, as connectors send it. Other texts may hold anything, so they are dropped. */
export function attemptIdIn(...texts: readonly string[]): string | undefined {
  return texts.find((text) => isId(text, 'att'))
}

const TIME = /^(20\d\d)[-/](\d\d)[-/](\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?))? ?(Z|[+-]\d\d:?\d\d)?$/

/** Time of a row. @param zone of texts without one: `+05:30` */
export function parseTime(name: string, text: string, zone = 'Z'): Date {
  const [, year, month, day, clock = '00:00', own] = TIME.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  const time = new Date(`${date}T${clock}${own ?? zone}`)
  const isDay = new Date(date).getUTCDate() === Number(day)
  if (!isDay || Number.isNaN(time.getTime())) throw new UnreadableError(`${name} is not a time`)
  return time
}

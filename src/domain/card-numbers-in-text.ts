import { issuedLengthsOf } from './brands.ts'
import { maskNumber, passesLuhn } from './card-rules.ts'

/** What people and programs put between the digits of one number: blanks, dashes, dots, marks without a width. */
const BETWEEN = String.raw`[\s\p{Z}\p{Pd}\p{Cf}\p{Mn}._/·•|]{0,3}`

/** Twelve digits of any script, close enough to be one number. Most texts have none, so everything else waits for it. */
const MANY_DIGITS = new RegExp(String.raw`\p{Nd}(?:${BETWEEN}\p{Nd}){11}`, 'u')

/** A run of groups of digits, with a plus sign if there is one. */
const RUN = new RegExp(String.raw`\+?\p{Nd}(?:${BETWEEN}\p{Nd})*`, 'gu')

const GROUP = /\p{Nd}+/gu

/** Identifiers whose digits are no number of their own: UUIDs, digests in hexadecimal, account numbers (IBAN). */
const IDENTIFIER = new RegExp(
  [
    String.raw`(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])`,
    String.raw`(?<![\da-z])(?=\d*[a-f])[\da-f]{32,128}(?![\da-z])`,
    String.raw`(?<![\da-z])[a-z]{2}\d{2}(?: ?[\da-z]){11,30}(?![\da-z])`,
  ].join('|'),
  'gi',
)

/** ITU-T E.164: no phone number has more digits. */
const LONGEST_PHONE = 15

/** A stretch of a text. */
interface Span {
  readonly start: number
  readonly end: number
}

interface CardSpan extends Span {
  /** In ASCII. */
  readonly digits: string
}

/**
 * Finds the card numbers in a text: digits with the prefix and length of a network that pass the Luhn check, in groups
 * or not (docs/reference/card-data.md#card-numbers-in-text). Phone numbers, account numbers and identifiers are none.
 * @param isPhone the text is a phone number, with or without its plus sign
 */
export function cardNumbersIn(text: string, isPhone = false): readonly CardSpan[] {
  if (!MANY_DIGITS.test(text)) return []
  const others = identifiersIn(text)
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const groups = groupsOf(run, index)
    const isNumberOfPhone = (isPhone || run.startsWith('+')) && sizeOf(groups) <= LONGEST_PHONE
    return isNumberOfPhone ? [] : cardsAmong(groups).filter((card) => !others.some((other) => overlap(card, other)))
  })
}

/** True if a card number stands in this text. */
export function hasCardNumber(text: string, isPhone = false): boolean {
  return cardNumbersIn(text, isPhone).length > 0
}

/** The text with first six and last four digits of every card number in it. */
export function maskCardNumbersIn(text: string, isPhone = false): string {
  const cards = cardNumbersIn(text, isPhone)
  if (cards.length === 0) return text
  const parts = cards.map(({ start, digits }, at) => text.slice(cards[at - 1]?.end ?? 0, start) + maskNumber(digits))
  return parts.join('') + text.slice(cards.at(-1)!.end)
}

function groupsOf(run: string, at: number): CardSpan[] {
  return [...run.matchAll(GROUP)].map(({ 0: group, index }) => ({
    start: at + index,
    end: at + index + group.length,
    digits: digitsIn(group),
  }))
}

function sizeOf(groups: readonly CardSpan[]): number {
  return groups.reduce((size, { digits }) => size + digits.length, 0)
}

/** Every card number made of whole groups, from left to right, the longest first. */
function cardsAmong(groups: readonly CardSpan[]): CardSpan[] {
  const cards: CardSpan[] = []
  for (let first = 0; first < groups.length; first++) {
    const count = groupsOfCard(groups, first)
    if (count === 0) continue
    cards.push(joined(groups.slice(first, first + count)))
    first += count - 1
  }
  return cards
}

const FEWEST_DIGITS = 12
const MOST_DIGITS = 19

/** How many groups from this one on make a card number; 0 if none do. */
function groupsOfCard(groups: readonly CardSpan[], first: number): number {
  let digits = ''
  let lengths: readonly number[] | undefined
  let count = 0
  for (let next = first; next < groups.length; next++) {
    digits += groups[next]!.digits
    if (digits.length > MOST_DIGITS) break
    if (digits.length < FEWEST_DIGITS) continue
    lengths ??= issuedLengthsOf(digits)
    if (lengths.length === 0) break
    if (lengths.includes(digits.length) && passesLuhn(digits)) count = next - first + 1
  }
  return count
}

function joined(groups: readonly CardSpan[]): CardSpan {
  return { start: groups[0]!.start, end: groups.at(-1)!.end, digits: groups.map(({ digits }) => digits).join('') }
}

function identifiersIn(text: string): Span[] {
  return [...text.matchAll(IDENTIFIER)]
    .filter(({ 0: found }) => !/^[a-z]{2}\d{2}/i.test(found) || isIban(found) || /^[\da-f-]{32,}$/i.test(found))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }))
}

/** ISO 13616: what stands behind the check digits, letters as numbers from 10, is 1 modulo 97. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '').toUpperCase()
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end
}

const DIGIT = /\p{Nd}/u
const NO_DIGITS = /\P{Nd}+/gu

/** All digits of a text, in ASCII. */
export function digitsIn(text: string): string {
  const digits = text.replace(NO_DIGITS, '')
  return /^\d*$/.test(digits) ? digits : [...digits].map(plainDigit).join('')
}

/** Digits of a script stand in a row that begins at a code point ending in 0 or in 6. */
function plainDigit(digit: string): string {
  const wide = digit.normalize('NFKC')
  if (wide >= '0' && wide <= '9') return wide
  const code = digit.codePointAt(0)!
  const row = code & ~0xf
  return String(code - (DIGIT.test(String.fromCodePoint(row)) ? row : row + 6))
}

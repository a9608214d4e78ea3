import { issuedLengthsOf } from './brands.ts'
import { type Group, isFraction, looksLikeCard } from './card-groups.ts'
import { passesLuhn } from './card-rules.ts'
import { DIGIT, digitsIn, ESCAPED_SIGN, withoutEscapes } from './plain-digits.ts'

/** Blanks and signs, as they are or in percent escapes; a plus sign begins a number unless digits touch it on both sides. */
const SIGN = String.raw`[[\s\p{Cf}\p{Mn}\p{P}\p{S}]--[%+]]|\+(?!${DIGIT})|(?<=\p{Nd})\+|${ESCAPED_SIGN}`
const BETWEEN = `(?:${SIGN}){0,16}`

/** Twelve digits of any script, close enough to be one number. Checked first, because most texts have none. */
const MANY_DIGITS = new RegExp(`${DIGIT}(?:${BETWEEN}${DIGIT}){11}`, 'iv')

/** A run of groups of digits, with a plus sign if there is one. The digits of an escaped sign begin none. */
const RUN = new RegExp(String.raw`${ESCAPED_SIGN}|(?<run>\+?${DIGIT}(?:${BETWEEN}${DIGIT})*)`, 'giv')

const GROUP = new RegExp(`${ESCAPED_SIGN}|(?<group>${DIGIT}+)`, 'giv')

/** ITU-T E.164: no phone number has more digits. */
const LONGEST_PHONE = 15

/** Separators between the groups of a phone number. */
const WITHIN_PHONE = /^[\s\p{Pd}\p{Cf}\p{Mn}.()]*$/u

/** A stretch of a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface CardSpan extends Span {
  /** In ASCII. */
  readonly digits: string
}

/**
 * Finds the card numbers in a text: digits with the prefix and length of a network that pass the Luhn check, in one run
 * or grouped like a card (docs/reference/card-data.md#card-numbers-in-text). Phone numbers are none.
 * @param isPhone the text is phone numbers, with or without a plus sign: only numbers longer than those count
 */
export function cardNumbersIn(text: string, isPhone = false): readonly CardSpan[] {
  if (!MANY_DIGITS.test(text)) return []
  return [...text.matchAll(RUN)].flatMap(({ groups: { run } = {}, index }) => {
    if (run === undefined) return []
    const groups = groupsOf(run, index)
    const cards = cardsAmong(run.startsWith('+') ? withoutPhone(groups) : groups)
    return isPhone ? cards.filter(({ digits }) => digits.length > LONGEST_PHONE) : cards
  })
}

/** True if text entered into a field contains a card number. */
export function hasCardNumber(text: string): boolean {
  return cardNumbersIn(text).length > 0
}

function groupsOf(run: string, at: number): Group[] {
  let end = 0
  return [...run.matchAll(GROUP)].flatMap(({ groups: { group } = {}, index }) => {
    if (group === undefined) return []
    const before = withoutEscapes(run.slice(end, index))
    end = index + group.length
    return { start: at + index, end: at + end, digits: digitsIn(withoutEscapes(group)), before }
  })
}

/** Groups after a phone number that begins with a plus sign; all groups if it is too long for one. */
function withoutPhone(groups: readonly Group[]): readonly Group[] {
  const other = groups.findIndex(({ before }, at) => at > 0 && !WITHIN_PHONE.test(before))
  const count = other === -1 ? groups.length : other
  return digitsOf(groups.slice(0, count)).length <= LONGEST_PHONE ? groups.slice(count) : groups
}

/** Every card number made of whole groups, from left to right, the longest first. */
function cardsAmong(groups: readonly Group[]): CardSpan[] {
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

/** Number of groups, from this one on, that form a card number; 0 if none do. */
function groupsOfCard(groups: readonly Group[], first: number): number {
  let digits = ''
  let lengths: readonly number[] | undefined
  let count = 0
  for (let next = first; next < groups.length; next++) {
    digits += groups[next]!.digits
    if (digits.length > MOST_DIGITS) break
    if (digits.length < FEWEST_DIGITS) continue
    lengths ??= issuedLengthsOf(digits)
    if (lengths.length === 0) break
    const isIssued = lengths.includes(digits.length) && passesLuhn(digits)
    if (isIssued && isOneNumber(groups, first, next)) count = next - first + 1
  }
  return count
}

function isOneNumber(groups: readonly Group[], first: number, last: number): boolean {
  return first === last ? !isFraction(groups, first) : looksLikeCard(groups, first, last)
}

function joined(groups: readonly Group[]): CardSpan {
  return { start: groups[0]!.start, end: groups.at(-1)!.end, digits: digitsOf(groups) }
}

function digitsOf(groups: readonly Group[]): string {
  return groups.map(({ digits }) => digits).join('')
}

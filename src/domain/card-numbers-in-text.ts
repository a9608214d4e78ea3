import { issuedLengthsOf } from './brands.ts'
import { passesLuhn } from './card-rules.ts'
import { digitsIn } from './plain-digits.ts'

/** What people and programs put between the digits of one number: blanks, dashes, dots, marks without a width. */
const BETWEEN = String.raw`[\s\p{Pd}\p{Cf}\p{Mn}._/·]{0,3}`

/** Twelve digits of any script, close enough to be one number. Most texts have none, so everything else waits for it. */
const MANY_DIGITS = new RegExp(String.raw`\p{Nd}(?:${BETWEEN}\p{Nd}){11}`, 'u')

/** A run of groups of digits, with a plus sign if there is one. */
const RUN = new RegExp(String.raw`\+?\p{Nd}(?:${BETWEEN}\p{Nd})*`, 'gu')

const GROUP = /\p{Nd}+/gu

/** ITU-T E.164: no phone number has more digits. */
const LONGEST_PHONE = 15

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
 * Finds the card numbers in a text: digits with the prefix and length of a network that pass the Luhn check, in groups
 * or not (docs/reference/card-data.md#card-numbers-in-text). Phone numbers are none.
 * @param isPhone the text is a phone number, with or without its plus sign
 */
export function cardNumbersIn(text: string, isPhone = false): readonly CardSpan[] {
  if (!MANY_DIGITS.test(text)) return []
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const groups = groupsOf(run, index)
    const isNumberOfPhone = (isPhone || run.startsWith('+')) && digitsOf(groups).length <= LONGEST_PHONE
    return isNumberOfPhone ? [] : cardsAmong(groups)
  })
}

/** True if a card number stands in what a person types into a field. */
export function hasCardNumber(text: string): boolean {
  return cardNumbersIn(text).length > 0
}

function groupsOf(run: string, at: number): CardSpan[] {
  return [...run.matchAll(GROUP)].map(({ 0: group, index }) => ({
    start: at + index,
    end: at + index + group.length,
    digits: digitsIn(group),
  }))
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
  return { start: groups[0]!.start, end: groups.at(-1)!.end, digits: digitsOf(groups) }
}

function digitsOf(groups: readonly CardSpan[]): string {
  return groups.map(({ digits }) => digits).join('')
}

import { issuedLengthsOf, lengthsOf } from './brands.ts'
import { type Group, isFraction, isPrinted, looksLikeCard, mayBegin } from './card-groups.ts'
import { passesLuhn } from './card-rules.ts'
import { runsIn } from './digit-runs.ts'

/** ITU-T E.164: no phone number has more digits. */
const LONGEST_PHONE = 15

/** Separators between the groups of a phone number. */
const WITHIN_PHONE = /^[\s\p{Pd}\p{Cf}\p{Mn}.()]*$/u

export interface Span {
  readonly start: number
  readonly end: number
}

export interface CardSpan extends Span {
  /** In ASCII. */
  readonly digits: string
}

/** Origin of a text. `phone`: only numbers too long for a phone count. `log`: unknown networks and phone numbers count too. */
export type TextKind = 'any' | 'phone' | 'log'

/** Card numbers that pass the Luhn check, without phone numbers (docs/reference/card-data.md#card-numbers-in-text). */
export function cardNumbersIn(text: string, kind: TextKind = 'any'): readonly CardSpan[] {
  return runsIn(text).flatMap(({ groups, hasPlus }) => {
    const cards = cardsAmong(hasPlus && kind !== 'log' ? withoutPhone(groups) : groups, kind === 'log')
    return kind === 'phone' ? cards.filter(({ digits }) => digits.length > LONGEST_PHONE) : cards
  })
}

export function hasCardNumber(text: string): boolean {
  return cardNumbersIn(text).length > 0
}

/** Drops the phone number that a plus sign begins; keeps all groups if it is too long for one. */
function withoutPhone(groups: readonly Group[]): readonly Group[] {
  const other = groups.findIndex(({ before }, at) => at > 0 && !WITHIN_PHONE.test(before))
  const count = other === -1 ? groups.length : other
  return digitsOf(groups.slice(0, count)).length <= LONGEST_PHONE ? groups.slice(count) : groups
}

/** Card numbers of complete groups, from left to right, longest first. */
function cardsAmong(groups: readonly Group[], isLog: boolean): CardSpan[] {
  const cards: CardSpan[] = []
  for (let first = 0; first < groups.length; first++) {
    const count = mayBegin(groups, first) ? groupsOfCard(groups, first, isLog) : 0
    if (count === 0) continue
    cards.push(joined(groups.slice(first, first + count)))
    first += count - 1
  }
  return cards
}

const FEWEST_DIGITS = 12
const MOST_DIGITS = 19

/** Number of groups from this one that make a card number; 0 if none do. */
function groupsOfCard(groups: readonly Group[], first: number, isLog: boolean): number {
  let digits = ''
  let count = 0
  for (let next = first; next < groups.length; next++) {
    if (next > first && groups[next]!.kind !== groups[first + 1]!.kind) break
    digits += groups[next]!.digits
    if (digits.length > MOST_DIGITS) break
    if (digits.length < FEWEST_DIGITS || !passesLuhn(digits)) continue
    if (isLong(digits, isLog && isPrinted(groups, first, next)) && isOneNumber(groups, first, next, isLog))
      count = next - first + 1
  }
  return count
}

/** True if the digits are as many as their network, or any network, issues. */
function isLong(digits: string, isAnyNetwork: boolean): boolean {
  return (isAnyNetwork ? lengthsOf(null) : issuedLengthsOf(digits)).includes(digits.length)
}

function isOneNumber(groups: readonly Group[], first: number, last: number, isLog: boolean): boolean {
  return first === last ? isLog || !isFraction(groups, first) : looksLikeCard(groups, first, last)
}

function joined(groups: readonly Group[]): CardSpan {
  return { start: groups[0]!.start, end: groups.at(-1)!.end, digits: digitsOf(groups) }
}

function digitsOf(groups: readonly Group[]): string {
  return groups.map(({ digits }) => digits).join('')
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { issuedLengthsOf } from './brands.ts'
import { type Group, isFraction, kindOf, looksLikeCard } from './card-groups.ts'
import { type CardSpan, cardNumbersIn } from './card-numbers-in-text.ts'
import { passesLuhn } from './card-rules.ts'
import { DIGIT, digitsIn, ESCAPED_SIGN, withoutEscapes } from './plain-digits.ts'

const SIGN = String.raw`[[\s\p{Cf}\p{Mn}\p{P}\p{S}]--[%+]]|\+(?!${DIGIT})|(?<=\p{Nd})\+|${ESCAPED_SIGN}`
const RUN = new RegExp(`${ESCAPED_SIGN}|(?<run>${DIGIT}(?:(?:${SIGN}){0,16}${DIGIT})*)`, 'giv')
const GROUP = new RegExp(`${ESCAPED_SIGN}|(?<group>${DIGIT}+)`, 'giv')

/** Plain definition: runs of digits by one expression, then every group with every later one, the longest first. */
function plainly(text: string): CardSpan[] {
  return [...text.matchAll(RUN)].flatMap(({ groups: { run } = {}, index }) =>
    run ? cardsOf(groupsOf(run, index)) : [],
  )
}

function groupsOf(run: string, at: number): Group[] {
  let end = 0
  return [...run.matchAll(GROUP)].flatMap(({ groups: { group } = {}, index }) => {
    if (group === undefined) return []
    const before = withoutEscapes(run.slice(end, index))
    end = index + group.length
    const digits = digitsIn(withoutEscapes(group))
    return [{ start: at + index, end: at + end, digits, before, kind: kindOf(before) }]
  })
}

function cardsOf(groups: readonly Group[]): CardSpan[] {
  const cards: CardSpan[] = []
  for (let first = 0; first < groups.length; first++) {
    const last = groups.findLastIndex((_group, last) => last >= first && isCard(groups, first, last))
    if (last === -1) continue
    const digits = digitsOf(groups, first, last)
    cards.push({ start: groups[first]!.start, end: groups[last]!.end, digits })
    first = last
  }
  return cards
}

function isCard(groups: readonly Group[], first: number, last: number): boolean {
  const digits = digitsOf(groups, first, last)
  if (!issuedLengthsOf(digits).includes(digits.length) || !passesLuhn(digits)) return false
  return first === last ? !isFraction(groups, first) : looksLikeCard(groups, first, last)
}

const digitsOf = (groups: readonly Group[], first: number, last: number) =>
  groups
    .slice(first, last + 1)
    .map(({ digits }) => digits)
    .join('')

const PARTS = [
  ...['4111111111111111', '4111', '1111', '378282', '246310005', '2463', '10005', '30569309025904', '12', '4', '1'],
  ...['6799990100000000019', '000', '٤', '𝟜', '%31', '4111 1111 1111 1111', '4.1 1'],
  ...[' ', '-', ', ', '.', '/', '+', '(', ')', '\n', '  ', '\u200b', '\u0301', ' '.repeat(17), '%20', '%2520'],
  ...['%', '%2', '%25', '%41', 'a', 'é', '😀'],
]

it('the finder finds what the plain definition does', () => {
  const text = fc
    .uniqueArray(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 })
    .chain((parts) => fc.array(fc.constantFrom(...parts), { maxLength: 14 }))
    .map((parts) => parts.join(''))
    // A plus sign, at the beginning or behind an escaped blank too, may begin a phone number, which is another rule.
    .filter((text) => !/(?:^|\D|%(?:25)*20)\+/.test(text))
  fc.assert(
    fc.property(text, (text) => {
      expect(cardNumbersIn(text)).toEqual(plainly(text))
    }),
    { numRuns: 2000 },
  )
})

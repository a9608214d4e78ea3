import { type Group, kindOf } from './card-groups.ts'
import { DIGIT, digitsIn, ESCAPED_SIGN, withoutEscapes } from './plain-digits.ts'

/** Blanks and signs, as they are or in percent escapes; a plus sign begins a number unless digits touch it on both sides. */
const SIGN = String.raw`[[\s\p{Cf}\p{Mn}\p{P}\p{S}]--[%+]]|\+(?!${DIGIT})|(?<=\p{Nd})\+|${ESCAPED_SIGN}`

/** Separator between two digits of one number. */
const SEPARATOR = new RegExp(`^0(?:${SIGN}){0,16}0$`, 'iv')

/** Digits of other scripts, and percent-encoded ones. */
const OTHER_DIGIT = new RegExp(DIGIT, 'iyv')

/** Digits of an escaped sign begin no number. */
const ESCAPED_SIGN_HERE = new RegExp(ESCAPED_SIGN, 'iyv')

const PERCENT = 37

const FEWEST_DIGITS = 12
const MOST_SIGNS = 16
const LONGEST_CACHED = 32

export interface DigitRun {
  readonly groups: readonly Group[]
  readonly hasPlus: boolean
}

/** Finds runs of at least twelve digits, in one pass. */
export function runsIn(text: string): readonly DigitRun[] {
  if (!hasManyDigits(text)) return []
  const runs: DigitRun[] = []
  const separators = new Map<string, Separator>()
  const otherDigits = new Map<string, string>()
  let groups: Group[] = []
  let end = 0
  for (let at = 0; at < text.length; ) {
    const start = at
    at = endOfDigits(text, start)
    if (at === start) {
      at += text.charCodeAt(start) === PERCENT ? lengthOf(ESCAPED_SIGN_HERE, text, start) || 1 : 1
      continue
    }
    const separator = groups.length > 0 ? separatorOf(text.slice(end, start), separators) : NONE
    if (!separator.joins) {
      addRun(runs, groups, text)
      groups = []
    }
    const { before, kind } = separator.joins ? separator : NONE
    groups.push({ start, end: at, digits: plainDigits(text.slice(start, at), otherDigits), before, kind })
    end = at
  }
  addRun(runs, groups, text)
  return runs
}

function addRun(runs: DigitRun[], groups: readonly Group[], text: string): void {
  if (groups.length === 0) return
  const count = groups.reduce((sum, { digits }) => sum + digits.length, 0)
  if (count >= FEWEST_DIGITS) runs.push({ groups, hasPlus: text[groups[0]!.start - 1] === '+' })
}

interface Separator extends Pick<Group, 'before' | 'kind'> {
  readonly joins: boolean
}

/** Separator before the first group of a run. */
const NONE: Separator = { before: '', kind: '', joins: true }

/** Separator by text, cached because most texts separate all groups by the same few signs. */
function separatorOf(text: string, cache: Map<string, Separator>): Separator {
  const cached = cache.get(text)
  if (cached) return cached
  const before = text.includes('%') ? withoutEscapes(text) : text
  const joins = SEPARATOR.test(`0${text}0`)
  const separator = { before, kind: joins ? kindOf(before) : '', joins }
  if (text.length <= LONGEST_CACHED) cache.set(text, separator)
  return separator
}

function endOfDigits(text: string, start: number): number {
  let at = start
  for (let length = lengthOfDigit(text, at); length > 0; length = lengthOfDigit(text, at)) at += length
  return at
}

function lengthOfDigit(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return 1
  return code === PERCENT || code >= 0x80 ? lengthOf(OTHER_DIGIT, text, at) : 0
}

/** Length of a sticky match at a position; 0 for none. */
function lengthOf(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at
  return expression.test(text) ? expression.lastIndex - at : 0
}

function plainDigits(group: string, cache: Map<string, string>): string {
  const cached = /^[0-9]+$/.test(group) ? group : cache.get(group)
  if (cached !== undefined) return cached
  const digits = digitsIn(withoutEscapes(group))
  if (group.length <= LONGEST_CACHED) cache.set(group, digits)
  return digits
}

/** Rules out quickly the many texts without twelve digits close together. May return true wrongly. */
export function hasManyDigits(text: string): boolean {
  const hasEscapes = text.includes('%')
  let digits = 0
  let signs = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 0x80 ? KINDS[code]! : /[\p{Nd}\p{Cs}]/u.test(text[at]!) ? A_DIGIT : A_SIGN
    if (kind === A_DIGIT) {
      digits += 1
      signs = 0
      if (digits === FEWEST_DIGITS) return true
    } else if (digits > 0 && !hasEscapes && (kind === A_LETTER || ++signs > MOST_SIGNS)) digits = 0
  }
  return false
}

const A_SIGN = 0
const A_DIGIT = 1
const A_LETTER = 2

const KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/\d/.test(character)) return A_DIGIT
  return /[a-z]/i.test(character) ? A_LETTER : A_SIGN
})

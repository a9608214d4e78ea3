import { type CardSpan, cardNumbersIn, type TextKind } from './card-numbers-in-text.ts'
import { maskNumber } from './card-rules.ts'
import { identifiersIn } from './number-identifiers.ts'
import { type Problem, problem, RequestError } from './problem.ts'

declare const KEPT: unique symbol

/** Free text without card numbers (docs/reference/card-data.md#card-numbers-in-text). Only functions of this file make one. */
export type KeptText = string & { readonly [KEPT]: true }

/** Free JSON whose texts, numbers and keys are without card numbers. */
export type KeptJson = Readonly<Record<string, unknown>> & { readonly [KEPT]: true }

export function keptText(text: string): KeptText
export function keptText(text: string | null): KeptText | null
export function keptText(text: string | null): KeptText | null {
  return text === null ? null : (maskCardNumbers(text) as KeptText)
}

/** Phone number, unmasked unless it is too long for one. */
export function keptPhone(text: string): KeptText
export function keptPhone(text: string | null): KeptText | null
export function keptPhone(text: string | null): KeptText | null {
  return text === null ? null : (maskCardNumbers(text, 'phone') as KeptText)
}

/** Masks a dotted field name: each part and the full name. */
export function keptName(name: string): string {
  return maskCardNumbers(name)
    .split('.')
    .map((part) => maskCardNumbers(part))
    .join('.')
}

/** Text that must not be changed, such as an address. @throws RequestError `invalid` if it contains a card number */
export function exactText(property: string, text: string): KeptText {
  const problems = cardNumberProblems(property, text)
  if (problems.length > 0) throw new RequestError('invalid', problems)
  return text as KeptText
}

export function cardNumberProblems(property: string, text: string, isPhone = false): Problem[] {
  const message = 'This looks like a card number; remove it.'
  return cardsIn(text, isPhone ? 'phone' : 'any').length > 0 ? [problem(property, message)] : []
}

/** Masks the card numbers in values at every depth; such numbers and big integers become texts. */
export function keptJson(value: Readonly<Record<string, unknown>>): KeptJson {
  return masked(value) as KeptJson
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskCardNumbers(value)
  if (typeof value === 'number' || JSON.isRawJSON(value)) return maskedNumber(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value === 'bigint') return maskCardNumbers(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (hasJson(value)) return masked(value.toJSON())
  return maskedObject(Object.entries(value))
}

function hasJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

/** Numbers keys that are equal without their card numbers, so that none overwrites another. */
function maskedObject(entries: readonly (readonly [string, unknown])[]): object {
  const keys = entries.map(([key]) => maskCardNumbers(key))
  const taken = new Set(keys.filter((key, at) => key === entries[at]![0]))
  return Object.fromEntries(
    entries.map(([given, part], at) => [keys[at] === given ? given : freeKey(keys[at]!, taken), masked(part)]),
  )
}

function freeKey(key: string, taken: Set<string>): string {
  let free = key
  for (let count = 2; taken.has(free); count++) free = `${key} (${count})`
  taken.add(free)
  return free
}

/** Only integers count as card numbers, in any notation; fractions are measurements. */
function maskedNumber(value: unknown): unknown {
  const whole = wholeNumber(JSON.stringify(value))
  const text = maskCardNumbers(whole)
  return text === whole ? value : text
}

function wholeNumber(written: string): string {
  const [plain] = /^-?\d+(?=(?:\.0*)?$)/.exec(written) ?? []
  if (plain !== undefined) return plain
  return Number.isSafeInteger(Number(written)) ? String(Number(written)) : ''
}

function maskCardNumbers(text: string, kind?: TextKind): string {
  return masking(text, cardsIn(text, kind))
}

/** Masks every possible card number in a text of a log, a trace or an external answer. */
export function loggedText(text: string): string {
  return masking(text, cardNumbersIn(text, 'log'))
}

function masking(text: string, cards: readonly CardSpan[]): string {
  if (cards.length === 0) return text
  const parts = cards.map(({ start, digits }, at) => text.slice(cards[at - 1]?.end ?? 0, start) + maskNumber(digits))
  return parts.join('') + text.slice(cards.at(-1)!.end)
}

/** Digits of an identifier are not a separate number. */
function cardsIn(text: string, kind?: TextKind): readonly CardSpan[] {
  const cards = cardNumbersIn(text, kind)
  if (cards.length === 0) return cards
  const others = identifiersIn(text)
  let next = 0
  return cards.filter(({ start, end }) => {
    while (next < others.length && others[next]!.end <= start) next += 1
    return next === others.length || others[next]!.start >= end
  })
}

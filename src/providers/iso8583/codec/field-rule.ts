import { MessageError } from './message.ts'

export interface FieldRule {
  readonly characters: RegExp
  /** Characters in the message; the maximum if `prefix` states the number. */
  readonly length: number
  /** Digits of the length prefix; 0 for a fixed length. */
  readonly prefix: 0 | 2 | 3
}

/** Characters of each kind of element. Bits are hexadecimal digits. */
const CHARACTERS: Readonly<Record<string, RegExp>> = {
  n: /^\d*$/,
  ns: /^[\d\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]*$/,
  an: /^[A-Za-z0-9 ]*$/,
  ans: /^[\x20-\x7e]*$/,
  z: /^[\d=D]*$/,
  b: /^[\dA-F]*$/,
  'x+n': /^[CD]\d+$/,
}

const BITS_PER_DIGIT = 4

/** Reads the standard's notation: `n 6`, `n ..19`, `ans ...999`, `b 64`, `x+n 8`. */
export function ruleOf(notation: string): FieldRule {
  const [, kind = '', dots = '', digits = ''] = /^(\S+) (\.*)(\d+)$/.exec(notation) ?? []
  const characters = CHARACTERS[kind]
  if (!characters) throw new RangeError(`${notation} is no notation of a data element.`)
  return { characters, length: charactersOf(kind, Number(digits)), prefix: dots.length as FieldRule['prefix'] }
}

function charactersOf(kind: string, length: number): number {
  if (kind === 'b') return length / BITS_PER_DIGIT
  return kind === 'x+n' ? length + 1 : length
}

/** Encodes an element. @throws MessageError for an invalid text */
export function writeField(number: number, { characters, length, prefix }: FieldRule, text: string): string {
  if (!characters.test(text)) throw new MessageError(`Data element ${number} holds characters that it may not.`)
  const fits = prefix === 0 ? text.length === length : text.length <= length
  if (!fits) throw new MessageError(`Data element ${number} has ${text.length} characters, which do not fit.`)
  return prefix === 0 ? text : String(text.length).padStart(prefix, '0') + text
}

/**
 * @returns the element, or null for an invalid one that decides nothing; and the index of the next one
 * @throws MessageError without a valid end, or for an invalid deciding element
 */
export function readField(
  number: number,
  rule: FieldRule,
  line: string,
  at: number,
  isDecisive: boolean,
): readonly [string | null, number] {
  const start = at + rule.prefix
  const length = rule.prefix === 0 ? rule.length : lengthIn(number, rule, line.slice(at, start))
  const text = line.slice(start, start + length)
  if (text.length < length) throw new MessageError(`The message ends in data element ${number}.`)
  const isReadable = length <= rule.length && rule.characters.test(text)
  if (!isReadable && isDecisive) throw new MessageError(`Data element ${number} does not look as it must.`)
  return [isReadable ? text : null, start + length]
}

function lengthIn(number: number, { prefix }: FieldRule, digits: string): number {
  const isLength = digits.length === prefix && /^\d+$/.test(digits)
  if (!isLength) throw new MessageError(`The length of data element ${number} is invalid.`)
  return Number(digits)
}

import { flag, integer, type Kind, listOf, text } from '#app/config/kinds.ts'
import type { Option } from './command.ts'
import { FLAGS } from './flag-table.ts'
import { json, orWord } from './kinds.ts'

/** A field of an operation in `operations.json`, in the words of JSON Schema; `enum` also of the items of a list. */
export interface Field {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly isRequired?: boolean
}

const LONGEST_ENUM = 8

/** The flag for a field: from its schema, its row of `FLAGS`, and what is different for one command, in this order. */
export function flagOf(name: string, field: Field, changes: Partial<Option> = {}): Option {
  const { isRequired = false } = field
  const row = FLAGS[name] ?? {}
  const word = row.kind === undefined ? wordForNull(field) : undefined
  const own = { flags: flagsOf(name, field), kind: kindOf(field, word), description: descriptionOf(name, field, word) }
  return { field: name, isRequired, ...own, ...row, ...changes }
}

/** Null is a list without limit, or a missing value; a list that may be empty has `none` for that. */
function wordForNull({ type, minItems }: Field): 'any' | 'none' | undefined {
  const isList = typesOf(type).includes('array')
  if (typesOf(type).includes('null')) return isList ? 'any' : 'none'
  return isList && minItems === undefined ? 'none' : undefined
}

function kindOf(field: Field, word: string | undefined): Kind<unknown> {
  const [type = 'string'] = typesOf(field.type)
  const kind = KINDS[type]!(field)
  if (word === undefined) return kind
  return orWord(word, kind, typesOf(field.type).includes('null') ? null : [])
}

/** Amounts are read once the currency is known. */
const KINDS: Readonly<Record<string, (field: Field) => Kind<unknown>>> = {
  string: () => text,
  boolean: () => flag,
  object: () => json,
  array: () => listOf(text),
  integer: ({ format, minimum, maximum }) => (format === 'int64' ? text : integer(minimum!, maximum!)),
}

function flagsOf(name: string, { type, format = '' }: Field): string {
  const placeholder = PLACEHOLDERS[format] ?? PLACEHOLDERS[typesOf(type)[0]!]
  const ofText = name.endsWith('_id') ? name : name.split('_').at(-1)
  return `--${name.replace(/_id$/, '').replaceAll('_', '-')} <${placeholder ?? ofText}>`
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  boolean: 'on|off',
  integer: 'number',
  int64: 'amount',
  array: 'list',
  object: 'json',
  'date-time': 'time',
  date: 'day',
  currency: 'code',
  country: 'code',
}

function descriptionOf(name: string, field: Field, word: string | undefined): string {
  const { enum: values = [], default: otherwise, description, examples: [example = values[0]] = [] } = field
  const base = description ? lowerFirst(description.replace(/\.$/, '').replaceAll('`', '')) : wordsOf(name)
  const isShort = values.length > 0 && values.length <= LONGEST_ENUM
  const choice = `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
  const shown = !isShort
    ? base + (example === undefined ? '' : `, for example ${example}`)
    : description
      ? `${base}: ${choice}`
      : choice
  const cleared =
    word === undefined ? shown : / null\b/i.test(shown) ? shown.replace(/ null\b/i, ` ${word}`) : `${shown}, or ${word}`
  return otherwise === undefined ? cleared : `${cleared} (default ${otherwise})`
}

const typesOf = (type: Field['type']) => (type === undefined ? [] : [type].flat())
const wordsOf = (name: string) => name.replaceAll('_', ' ').replace(/\bid\b/, 'ID')
const lowerFirst = (sentence: string) =>
  /^[A-Z][A-Z]/.test(sentence) ? sentence : sentence[0]!.toLowerCase() + sentence.slice(1)

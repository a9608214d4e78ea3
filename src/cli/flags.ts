import { flag, integer, type Kind, listOf, text } from '#app/config/kinds.ts'
import type { Option } from './command.ts'
import { FLAGS, KINDS } from './flag-table.ts'
import { json, orWord } from './kinds.ts'

/** A field of an operation in `operations.json`, in the words of JSON Schema; `enum` also of the items of a list. */
export interface Field {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly isRequired?: boolean
}

export function makeFlag(name: string, field: Field, changes: Partial<Option> = {}): Option {
  const word = KINDS[name] ? undefined : wordForNull(field)
  const [, flags = nameFlag(name, field), description = describeFlag(name, field, word)] = ROW.exec(FLAGS[name] ?? '')!
  const kind = KINDS[name] ?? chooseKind(field, word)
  return { field: name, flags, kind, description, isRequired: field.isRequired === true, ...changes }
}

const ROW = /^(--.+?(?= {2}|$))?(?: {2})?(.+)?$/

/** Word for null: `any` for a list without limit, `none` for no value or an empty list. */
function wordForNull({ type, minItems }: Field): 'any' | 'none' | undefined {
  const isList = listTypes(type).includes('array')
  if (listTypes(type).includes('null')) return isList ? 'any' : 'none'
  return isList && minItems === undefined ? 'none' : undefined
}

function chooseKind(field: Field, word: string | undefined): Kind<unknown> {
  const [type = 'string', ...others] = listTypes(field.type)
  const kind = KINDS_BY_TYPE[type]!(field)
  return word === undefined ? kind : orWord(word, kind, others.includes('null') ? null : [])
}

/** Amounts are read once the currency is known. */
const KINDS_BY_TYPE: Readonly<Record<string, (field: Field) => Kind<unknown>>> = {
  string: () => text,
  boolean: () => flag,
  object: () => json,
  array: () => listOf(text),
  integer: ({ format, minimum, maximum }) => (format === 'int64' ? text : integer(minimum!, maximum!)),
}

function nameFlag(name: string, { type, format = '' }: Field): string {
  const placeholder = PLACEHOLDERS[format] ?? PLACEHOLDERS[listTypes(type)[0]!]
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

const LONGEST_CHOICE = 8

function describeFlag(name: string, field: Field, word: string | undefined): string {
  const { enum: values = [], default: otherwise, description, examples: [example = values[0]] = [] } = field
  const base = description ? lowerFirst(description.replace(/\.$/, '').replaceAll('`', '')) : toWords(name)
  const isList = listTypes(field.type).includes('array')
  const choice = values.length > 0 && values.length <= LONGEST_CHOICE && (isList ? values.join() : orList(values))
  const sample = example === undefined ? '' : `, for example ${example}`
  const shown = choice ? [...(description || isList ? [base] : []), choice].join(': ') : base + sample
  const nulls = word && (/ null\b/.test(shown) ? shown.replace(/ null\b/, ` ${word}`) : `${shown}, or ${word}`)
  return (nulls ?? shown) + (otherwise === undefined ? '' : ` (default ${otherwise})`)
}

const listTypes = (type: Field['type']) => (type === undefined ? [] : [type].flat())
const toWords = (name: string) => name.replaceAll('_', ' ').replace(/\bid\b/, 'ID')
const orList = (values: readonly string[]) => `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
const lowerFirst = (sentence: string) => sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())

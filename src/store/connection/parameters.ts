import { writeTextList } from './text-list.ts'

/** A value to be sent as `jsonb`. */
export class Json {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}

/** Values that statements take. A list is PostgreSQL's `text[]`; a string or number takes the type of its place. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | readonly string[] | Json | null

/** A value as it is sent: text of PostgreSQL, or the bytes of a `bytea`. */
export type Parameter = string | Uint8Array | null

/** @throws TypeError if the value is undefined, or a list of anything but text */
export function toParameter(value: Value): Parameter {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
      return String(value)
    case 'boolean':
      return value ? 't' : 'f'
    case 'object':
      return fromObject(value)
    default:
      throw new TypeError('A statement got an undefined value.')
  }
}

function fromObject(value: object | null): Parameter {
  if (value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return value
  if (Array.isArray(value)) return writeTextList(value)
  return toJson(value instanceof Json ? value.value : value)
}

function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** Cast that gives a parameter the type of its value; an empty text leaves the type to its place in the statement. */
export function toCast(value: Value): string {
  switch (typeof value) {
    case 'bigint':
      return '::bigint'
    case 'boolean':
      return '::boolean'
    case 'object':
      return toCastForObject(value)
    default:
      return ''
  }
}

function toCastForObject(value: object | null): string {
  if (value instanceof Date) return '::timestamptz'
  if (value instanceof Uint8Array) return '::bytea'
  return value instanceof Json ? '::jsonb' : ''
}

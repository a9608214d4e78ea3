import pg from 'pg'

/** A value to be sent as `jsonb`; null is SQL's. */
export class Json {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }

  toPostgres(): string | null {
    return this.value === null ? null : JSON.stringify(this.value)
  }
}

/** Values that statements take. A list is PostgreSQL's `text[]`; a string or number takes the type of its place. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | readonly string[] | Json | null

/** Leaves a value as `pg` takes it. @throws TypeError if it is undefined, which `pg` would send as NULL, or a list of anything but text */
export function toParameter(value: Value): unknown {
  if (value === undefined) throw new TypeError('A statement got an undefined value.')
  if (Array.isArray(value) && value.some((each) => typeof each !== 'string'))
    throw new TypeError('A statement got a list of something else than text.')
  return value
}

/** Cast that gives a parameter the type of its value; an empty text leaves the type to its place in the statement. */
export function toCast(value: Value): string {
  if (typeof value === 'bigint') return '::bigint'
  if (typeof value === 'boolean') return '::boolean'
  if (typeof value !== 'object') return ''
  if (value instanceof Date) return '::timestamptz'
  if (value instanceof Uint8Array) return '::bytea'
  return value instanceof Json ? '::jsonb' : ''
}

/** Readers that differ from the driver's: int8 is a bigint, `json` stays the text that it was written as. */
const READERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [20, BigInt],
  [114, String],
  // date, timestamp, timestamptz
  ...[1082, 1114, 1184].map((type) => [type, (text: string) => new Date(text)] as const),
])

export const COLUMN_TYPES = {
  getTypeParser: (type: number): ((text: string) => unknown) =>
    READERS.get(type) ?? (pg.types.getTypeParser(type, 'text') as (text: string) => unknown),
}

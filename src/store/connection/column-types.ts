import postgres from './postgres.ts'
import { TEXT_LIST } from './text-list.ts'

/** PostgreSQL's number of a type, and how the client writes a value of it as text and reads it back. */
interface ColumnType<T> {
  readonly to: number
  readonly from: number[]
  readonly serialize: (value: T) => string
  readonly parse: (text: string) => T
}

/**
 * Lets text pass that was written already. The client keeps what it has serialized in the place of the parameter, and
 * would serialize it a second time where it repeats a statement: a list becomes a list of its own characters, true
 * becomes false. A value that is text is therefore taken as PostgreSQL writes it.
 */
function once<T>(type: ColumnType<T>): ColumnType<T> {
  return { ...type, serialize: (value) => (typeof value === 'string' ? value : type.serialize(value)) }
}

/** The types of our columns whose values are not text; dates and numbers come out of the client the same again. */
export const COLUMN_TYPES = {
  bigint: postgres.BigInt,
  flag: once({ to: 16, from: [16], serialize: (value: boolean) => (value ? 't' : 'f'), parse: (text) => text === 't' }),
  bytes: once<Uint8Array>({
    to: 17,
    from: [17],
    serialize: (value) => `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`,
    parse: (text) => Buffer.from(text.slice(2), 'hex'),
  }),
  // Kept and handed out as the text it is.
  json: once({ to: 114, from: [114], serialize: (text: string) => text, parse: (text) => text }),
  jsonb: once<unknown>({ to: 3802, from: [3802], serialize: JSON.stringify, parse: JSON.parse }),
  texts: once<readonly string[]>(TEXT_LIST),
}

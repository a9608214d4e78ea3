import { readTextList } from './text-list.ts'

/** Reads a value from the text that PostgreSQL writes. */
type Reader = (text: string) => unknown

const number: Reader = Number
const date: Reader = (text) => new Date(text)
/** Numbers without a limit, and `json`, which is kept and handed out as it was written. */
const asWritten: Reader = (text) => text

/** PostgreSQL's numbers of the types of our columns whose values are not text. */
const READERS: ReadonlyMap<number, Reader> = new Map([
  [16, (text) => text === 't'],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  [20, BigInt],
  // int2, int4, oid, float4, float8
  ...[21, 23, 26, 700, 701].map((type) => [type, number] as const),
  [1009, readTextList],
  // date, timestamp, timestamptz
  ...[1082, 1114, 1184].map((type) => [type, date] as const),
  [3802, JSON.parse as Reader],
])

/** How the driver reads columns: int8 as bigint, `jsonb` parsed, and what is not listed as its text. */
export const COLUMN_TYPES = {
  getTypeParser: (type: number): Reader => READERS.get(type) ?? asWritten,
}

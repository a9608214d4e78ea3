import { type BitmapForm, readBitmap, writeBitmap } from './bitmap.ts'
import { readField, writeField } from './field-rule.ts'
import type { FieldTable } from './field-table.ts'
import { type Fields, type Message, MessageError } from './message.ts'

/** How a host writes its messages: characters are ASCII. */
export interface Codec {
  readonly table: FieldTable
  readonly bitmap: BitmapForm
}

const TYPE = /^\d{4}$/
/** Of the message type. */
const TYPE_LENGTH = 4
/** Bitmaps are no data: the codec writes and reads them itself. */
const BITMAPS = new Set([1, 65])

/** The bytes of a message. @throws MessageError where it does not fit the host's table */
export function pack({ table, bitmap }: Codec, { type, fields }: Message): Uint8Array {
  if (!TYPE.test(type)) throw new MessageError('A message type has four digits.')
  const numbers = Object.keys(fields).map(Number)
  const texts = numbers.map((number) => writeField(number, ruleIn(table, number), fields[number]!))
  return Buffer.from(type + writeBitmap(bitmap, numbers) + texts.join(''), 'latin1')
}

/** Reads a message, all of it. @throws MessageError for bytes that are none of this host's */
export function unpack({ table, bitmap }: Codec, bytes: Uint8Array): Message {
  const line = Buffer.from(bytes).toString('latin1')
  const type = line.slice(0, TYPE_LENGTH)
  if (!TYPE.test(type)) throw new MessageError('The message type is none.')
  const [numbers, start] = readBitmap(bitmap, line, TYPE_LENGTH)
  return { type, fields: readFields(table, numbers, line, start) }
}

function readFields(table: FieldTable, numbers: readonly number[], line: string, start: number): Fields {
  const fields: Record<number, string> = {}
  let at = start
  for (const number of numbers) [fields[number], at] = readField(number, ruleIn(table, number), line, at)
  if (at !== line.length) throw new MessageError('The message goes on behind its last data element.')
  return fields
}

function ruleIn(table: FieldTable, number: number) {
  const rule = BITMAPS.has(number) ? undefined : table.get(number)
  if (!rule) throw new MessageError(`${number} is no data element of this host.`)
  return rule
}

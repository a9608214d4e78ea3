import { type BitmapForm, readBitmap, writeBitmap } from './bitmap.ts'
import { readField, writeField } from './field-rule.ts'
import type { FieldTable } from './field-table.ts'
import { checkMac, MAC_BYTES, type Mac, macOf } from './mac.ts'
import { type Fields, type Message, MessageError } from './message.ts'

/** Format of a host's messages: characters are ASCII. */
export interface Codec {
  readonly table: FieldTable
  readonly bitmap: BitmapForm
  /** Of messages that move money; network messages have none. Absent if the host uses none. */
  readonly mac?: Mac
}

const TYPE = /^\d{4}$/
const TYPE_LENGTH = 4
/** Deciding elements: the message is unreadable without them. Others are skipped, because hosts use their own formats. */
const DECISIVE = new Set([3, 4, 7, 11, 32, 37, 38, 39, 41, 49, 70, 90])
/** Bitmaps are no data: the codec writes and reads them itself. */
const BITMAPS = new Set([1, 65])

/** @throws MessageError for fields that the host's table does not allow */
export function pack({ table, bitmap, mac }: Codec, { type, fields }: Message): Uint8Array {
  if (!TYPE.test(type)) throw new MessageError('A message type has four digits.')
  const numbers = Object.keys(fields).map(Number)
  const texts = numbers.map((number) => writeField(number, ruleIn(table, number), fields[number]!))
  if (!mac || !movesMoney(type)) return Buffer.from(type + writeBitmap(bitmap, numbers) + texts.join(''), 'latin1')
  const line = type + writeBitmap(bitmap, [...numbers, macNumberOf(numbers)]) + texts.join('')
  const code = macOf(mac, line)
  return Buffer.from(line + (bitmap === 'hex' ? code.toString('hex').toUpperCase() : code.toString('latin1')), 'latin1')
}

/** Reads a message; leaves out unreadable elements that decide nothing. @throws MessageError for an unreadable message */
export function unpack({ table, bitmap, mac }: Codec, bytes: Uint8Array): Message {
  const line = Buffer.from(bytes).toString('latin1')
  const type = line.slice(0, TYPE_LENGTH)
  if (!TYPE.test(type)) throw new MessageError('The message type is none.')
  const [numbers, start] = readBitmap(bitmap, line, TYPE_LENGTH)
  if (!mac || !movesMoney(type)) return { type, fields: readFields(table, numbers, line, start) }
  const others = numbers.slice(0, -1)
  if (numbers.at(-1) !== macNumberOf(others)) throw new MessageError('The message has no authentication code.')
  const end = Math.max(start, line.length - (bitmap === 'hex' ? MAC_BYTES * 2 : MAC_BYTES))
  checkMac(mac, line.slice(0, end), Buffer.from(line.slice(end), bitmap === 'hex' ? 'hex' : 'latin1'))
  return { type, fields: readFields(table, others, line.slice(0, end), start) }
}

function movesMoney(type: string): boolean {
  return /^0[1-4]/.test(type)
}

/** The code is the last element. */
function macNumberOf(others: readonly number[]): number {
  return others.some((number) => number > 64) ? 128 : 64
}

function readFields(table: FieldTable, numbers: readonly number[], line: string, start: number): Fields {
  const fields: Record<number, string> = {}
  let at = start
  for (const number of numbers) {
    const [text, next] = readField(number, ruleIn(table, number), line, at, DECISIVE.has(number))
    if (text !== null) fields[number] = text
    at = next
  }
  if (at !== line.length) throw new MessageError('The message goes on behind its last data element.')
  return fields
}

function ruleIn(table: FieldTable, number: number) {
  const rule = BITMAPS.has(number) ? undefined : table.get(number)
  if (!rule) throw new MessageError(`${number} is no data element of this host.`)
  return rule
}

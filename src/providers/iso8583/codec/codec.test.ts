import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readVectors } from '#test/vectors.ts'
import { type Codec, pack, unpack } from './codec.ts'
import { ISO_1987 } from './field-table.ts'
import { frameOf } from './frames.ts'
import { type Message, MessageError } from './message.ts'

interface Vector {
  readonly id: string
  readonly fields: Readonly<Record<string, string>>
  readonly packed: string
  readonly packedBinaryBitmapHex: string
  readonly binaryLengthPrefixed2Bytes: string
}

const HEX: Codec = { table: ISO_1987, bitmap: 'hex' }
const BINARY: Codec = { table: ISO_1987, bitmap: 'binary' }
const PAYMENT = '0100400000000000000016'.concat('4111111111111111')

const vectors = readVectors('iso8583-1987.json') as { readonly messages: readonly Vector[] }

function messageOf({ fields: { 0: type, ...fields } }: Vector): Message {
  return { type: type!, fields }
}

describe('Published messages', () => {
  test.each(vectors.messages)('$id: byte for byte, with either bitmap and both ways', (vector) => {
    const message = messageOf(vector)
    expect(Buffer.from(pack(HEX, message)).toString('latin1')).toBe(vector.packed)
    const frame = Buffer.from(frameOf('binary2', pack(HEX, message))).toString('hex')
    expect(frame).toBe(vector.binaryLengthPrefixed2Bytes)
    expect(unpack(HEX, Buffer.from(vector.packed, 'latin1'))).toEqual(message)
    expect(Buffer.from(pack(BINARY, message)).toString('hex')).toBe(vector.packedBinaryBitmapHex)
    expect(unpack(BINARY, Buffer.from(vector.packedBinaryBitmapHex, 'hex'))).toEqual(message)
  })

  test('cut anywhere, are refused', () => {
    for (const { packed } of vectors.messages) {
      for (let end = 0; end < packed.length; end += 1) {
        expect(() => unpack(HEX, Buffer.from(packed.slice(0, end)))).toThrow(MessageError)
      }
    }
  })
})

test('the table has all 128 data elements', () => {
  expect([...ISO_1987.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 128 }, (_, index) => index + 1))
})

/** A text that an element may hold. */
function textFor(number: number): fc.Arbitrary<string> {
  const { characters, length, prefix } = ISO_1987.get(number)!
  const allowed = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter((one) =>
    characters.test(characters.test('C0') && !characters.test('0') ? `C${one}` : one),
  )
  const shortest = prefix === 0 ? length : 0
  const signed = !characters.test('')
  const body = { minLength: signed ? length - 1 : shortest, maxLength: signed ? length - 1 : Math.min(length, 200) }
  const text = fc.string({ ...body, unit: fc.constantFrom(...allowed) })
  return signed ? fc.tuple(fc.constantFrom('C', 'D'), text).map(([sign, digits]) => sign + digits) : text
}

const numbers = [...ISO_1987.keys()].filter((number) => number !== 1 && number !== 65)
const anyMessage = fc
  .tuple(fc.string({ minLength: 4, maxLength: 4, unit: fc.constantFrom(...'0123456789') }), fc.subarray(numbers))
  .chain(([type, chosen]) =>
    fc
      .record(Object.fromEntries(chosen.map((number) => [number, textFor(number)])))
      .map((fields): Message => ({ type, fields: { ...fields } })),
  )

test('every message reads back as it was written', () => {
  fc.assert(
    fc.property(anyMessage, fc.constantFrom(HEX, BINARY), (message, codec) => {
      expect(unpack(codec, pack(codec, message))).toEqual(message)
    }),
    { numRuns: 200 },
  )
})

test('bytes that are no message throw the error of messages and nothing else', { tags: ['full'] }, () => {
  const broken = fc
    .tuple(anyMessage, fc.nat(), fc.uint8Array({ maxLength: 8 }), fc.constantFrom(HEX, BINARY))
    .map(([message, place, strange, codec]) => {
      const bytes = Buffer.from(pack(codec, message))
      const at = place % (bytes.length + 1)
      return { codec, bytes: Buffer.concat([bytes.subarray(0, at), strange, bytes.subarray(at + strange.length)]) }
    })
  const noise = fc.record({ codec: fc.constantFrom(HEX, BINARY), bytes: fc.uint8Array({ maxLength: 300 }) })
  fc.assert(
    fc.property(fc.oneof(broken, noise), ({ codec, bytes }) => {
      try {
        unpack(codec, bytes)
      } catch (error) {
        expect(error).toBeInstanceOf(MessageError)
      }
    }),
    { numRuns: 500 },
  )
})

test.each<[string, Message]>([
  ['a type of three digits', { type: '100', fields: {} }],
  ['letters among digits', { type: '0100', fields: { 11: '00012A' } }],
  ['a fixed element that is too short', { type: '0100', fields: { 11: '123' } }],
  ['a variable element that is too long', { type: '0100', fields: { 2: '4'.repeat(20) } }],
  ['letters that are not ASCII', { type: '0100', fields: { 43: 'É'.repeat(40) } }],
  ['a sign that is neither C nor D', { type: '0100', fields: { 28: 'X00000001' } }],
  ['the bitmap as an element', { type: '0100', fields: { 1: '0000000000000000' } }],
  ['an element that there is not', { type: '0100', fields: { 129: '1' } }],
])('%s is not written', (_, message) => {
  expect(() => pack(HEX, message)).toThrow(MessageError)
})

test.each([
  ['bytes behind the last element', `${PAYMENT}0`],
  ['a length that is none', PAYMENT.replace('16411', '1x411')],
  ['a longer number than there is', PAYMENT.replace('16411', '20411')],
  ['a bitmap that is none', PAYMENT.replace('4000000000000000', '400000000000000G')],
  ['a third bitmap', '0100C0000000000000008000000000000000164111111111111111'],
])('%s is not read', (_, line) => {
  expect(unpack(HEX, Buffer.from(PAYMENT))).toEqual({ type: '0100', fields: { 2: '4111111111111111' } })
  expect(() => unpack(HEX, Buffer.from(line))).toThrow(MessageError)
})

test('an error names the element and shows nothing of it', () => {
  const refused = () => pack(HEX, { type: '0100', fields: { 2: '411111111111111x' } })
  expect(refused).toThrow('Data element 2 holds characters that it may not.')
})

describe('An answer with elements that cannot be read', () => {
  const lineOf = (elements: Readonly<Record<number, string>>, bitmap: string) =>
    Buffer.from(`0210${bitmap}${Object.values(elements).join('')}`, 'latin1')
  // 4, 11, 39, 44 and 49.
  const BITMAP = '1020000002108000'
  const usual = { 4: '000000001000', 11: '000001', 39: '00', 44: '02OK', 49: '978' }
  const read = (changes: Partial<Record<number, string>>) =>
    unpack(HEX, lineOf({ ...usual, ...changes } as typeof usual, BITMAP)).fields

  test.each([
    ['a field separator', '03a\x1cb'],
    ['Latin-1', '04Caf\xe9'],
    ['more characters than the table allows', `40${'x'.repeat(40)}`],
    ['TLV', '05\x9f\x36\x02\x00\x01'],
  ])('is read without an element of %s', (_, text) => {
    expect(read({ 44: text })).toEqual({ 4: '000000001000', 11: '000001', 39: '00', 49: '978' })
  })

  test.each<[string, Record<number, string>]>([
    ['the amount', { 4: '00000000100x' }],
    ['the currency', { 49: '9\xe98' }],
    ['the trace number', { 11: 'A00001' }],
    ['a length', { 44: '0xOK' }],
    ['a length beyond the end', { 44: '90OK' }],
    ['something behind the last element', { 49: '9780' }],
  ])('is unreadable where that is %s', (_, changes) => {
    expect(() => read(changes)).toThrow(MessageError)
  })
})

import { describe, expect, test } from 'vitest'
import { Secret } from '#domain/secret.ts'
import { type Codec, pack, unpack } from './codec.ts'
import { ISO_1987 } from './field-table.ts'
import { aesCmac, type Mac, retailMac } from './mac.ts'
import { type Message, MessageError } from './message.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

describe('Published codes', () => {
  test.each([
    ['Now is the time for all ', 'a1c72e74ea3fa9b6'],
    ['Now is the time for it', '2e2b1428cc78254f'],
  ])('ISO 9797-1, algorithm 3: %s', (data, code) => {
    expect(retailMac(hex('0123456789abcdeffedcba9876543210'), Buffer.from(data)).toString('hex')).toBe(code)
  })

  const RFC_4493 = hex('6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51 30c81c46a35ce411')
  test.each([
    [0, 'bb1d6929e95937287fa37d129b756746'],
    [16, '070a16b46b4d4144f79bdd9dd04a287c'],
    [40, 'dfa66747de9ae63030ca32611497c827'],
  ])('RFC 4493, %i bytes', (length, code) => {
    const key = hex('2b7e151628aed2a6abf7158809cf4f3c')
    expect(aesCmac(key, RFC_4493.subarray(0, length)).toString('hex')).toBe(code)
  })

  test('NIST SP 800-38B, a key of 256 bits', () => {
    const key = hex('603deb1015ca71be2b73aef0857d7781 1f352c073b6108d72d9810a30914dff4')
    expect(aesCmac(key, RFC_4493.subarray(0, 16)).toString('hex')).toBe('28a7023f452e8f82bd4bf28d8c37c35c')
  })
})

const KEY = '0123456789ABCDEFFEDCBA9876543210'
const OTHER = 'FEDCBA98765432100123456789ABCDEF'
const macWith = (algorithm: Mac['algorithm'], ...keys: string[]): Mac => ({
  algorithm,
  keys: keys.map((key) => new Secret(key)),
})
const codecOf = (bitmap: Codec['bitmap'], mac?: Mac): Codec => ({ table: ISO_1987, bitmap, ...(mac && { mac }) })
const PAYMENT: Message = { type: '0100', fields: { 3: '000000', 4: '000000001000', 11: '000001' } }
const REVERSAL: Message = { type: '0400', fields: { ...PAYMENT.fields, 90: '0'.repeat(42) } }

describe.each(['x9.19', 'aes-cmac'] as const)('Messages with %s', (algorithm) => {
  const code = algorithm === 'x9.19' ? retailMac : aesCmac

  test.each([
    ['element 64', PAYMENT, '01003020000000000001'],
    ['element 128, where one is above 64', REVERSAL, '0400B0200000000000000000004000000001'],
  ])('carry the code of all before it, in %s', (_, message, start) => {
    const line = start + Object.values(message.fields).join('')
    const expected = code(hex(KEY), Buffer.from(line)).subarray(0, 8).toString('hex').toUpperCase()
    expect(Buffer.from(pack(codecOf('hex', macWith(algorithm, KEY)), message)).toString('latin1')).toBe(line + expected)
  })

  test.each(['hex', 'binary'] as const)('are read with the %s bitmap, by a key that was replaced too', (bitmap) => {
    for (const message of [PAYMENT, REVERSAL]) {
      const bytes = pack(codecOf(bitmap, macWith(algorithm, OTHER)), message)
      expect(unpack(codecOf(bitmap, macWith(algorithm, KEY, OTHER)), bytes)).toEqual(message)
    }
  })

  test('are refused by another key, without a code, and with any byte changed', () => {
    const codec = codecOf('hex', macWith(algorithm, KEY))
    expect(() => unpack(codecOf('hex', macWith(algorithm, OTHER)), pack(codec, PAYMENT))).toThrow(MessageError)
    expect(() => unpack(codec, pack(codecOf('hex'), PAYMENT))).toThrow(MessageError)
    const bytes = pack(codec, PAYMENT)
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1
      // A message of another type needs no code.
      if (changed.toString('latin1', 0, 2) !== '01') continue
      expect(() => unpack(codec, changed), `byte ${index}`).toThrow(MessageError)
    }
  })

  test('of the network carry none', () => {
    const echo: Message = { type: '0800', fields: { 7: '1121021500', 11: '000001', 70: '301' } }
    expect(unpack(codecOf('hex', macWith(algorithm, KEY)), pack(codecOf('hex'), echo))).toEqual(echo)
  })

  test.each([[[]], [['0123']]])('are not written with the keys %j', (keys) => {
    expect(() => pack(codecOf('hex', macWith(algorithm, ...keys)), PAYMENT)).toThrow(/mac_key/)
  })
})

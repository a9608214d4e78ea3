import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned } from './notice-signature.ts'

const signatureOf = (key: string | Uint8Array) => createHmac('sha256', key).update('a notice').digest()

test.each(['', ' ', '        ', 'seven c', new Uint8Array(), Buffer.from('zz', 'hex')])(
  'a notice that is signed with %j is forged, because a key has eight bytes or more',
  (key) => {
    expect(isSigned([key], ['a notice'], [signatureOf(key)])).toBe(false)
  },
)

test('a notice may be signed with any of the keys, and one of several signatures is enough', () => {
  const keys = ['the key of today', 'the key before']
  const signatures = [Buffer.alloc(32), Buffer.alloc(3), signatureOf(keys[1]!)]
  expect(isSigned(keys, ['a ', Buffer.from('notice')], signatures)).toBe(true)
  expect(isSigned(keys, ['another notice'], signatures)).toBe(false)
  expect(isSigned([], ['a notice'], signatures)).toBe(false)
})

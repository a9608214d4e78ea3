import { expect, test } from 'vitest'
import { SealError } from './aead.ts'
import { encryptTo, newMailbox } from './mailbox.ts'

const text = Buffer.from('a message')

test('only the process that a message is for opens it', () => {
  const mailbox = newMailbox()
  const sealed = encryptTo(mailbox.publicKey, text, 'line 1')
  expect(Buffer.from(mailbox.open(sealed, 'line 1'))).toEqual(text)
  expect(() => newMailbox().open(sealed, 'line 1')).toThrow(SealError)
})

test('nothing opens under another context, or altered', () => {
  const mailbox = newMailbox()
  const sealed = Buffer.from(encryptTo(mailbox.publicKey, text, 'line 1'))
  expect(() => mailbox.open(sealed, 'line 2')).toThrow(SealError)
  for (const index of [0, 40, sealed.length - 1]) {
    const altered = Buffer.from(sealed)
    altered[index]! ^= 1
    expect(() => mailbox.open(altered, 'line 1')).toThrow(SealError)
  }
})

test('the same message is never sealed the same way twice', () => {
  const { publicKey } = newMailbox()
  expect(encryptTo(publicKey, text, 'line 1')).not.toEqual(encryptTo(publicKey, text, 'line 1'))
})

import { constants, createPublicKey, privateDecrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { encryptCard, encryptCvv } from './card.ts'
import { TollgateError } from './error.ts'
import { keys } from './test/keys.ts'

const CARD = { number: '4111 1111 1111 1111', cvv: '123', expirationMonth: '07', expirationYear: '2031' }
const publicKey = createPublicKey(keys.publicKey)

test('each field is encrypted separately with RSA-OAEP SHA-256 and Base64-encoded', () => {
  const data = encryptCard(publicKey, CARD)
  expect(Object.fromEntries(Object.entries(data).map(([field, value]) => [field, decrypt(value)]))).toEqual({
    encrypted_card_number: '4111111111111111',
    encrypted_cvv: '123',
    encrypted_expiration_month: '07',
    encrypted_expiration_year: '2031',
  })
  expect(encryptCard(publicKey, CARD).encrypted_cvv).not.toBe(data.encrypted_cvv)
})

test('the browser’s own cryptography reads it with SHA-256 for the mask function', async () => {
  const pkcs8 = Buffer.from(keys.privateKey.replace(/-----.*-----|\s/g, ''), 'base64')
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['decrypt'])
  const { encrypted_card_number } = encryptCard(publicKey, CARD)
  const number = await crypto.subtle.decrypt(algorithm, key, Buffer.from(encrypted_card_number, 'base64'))
  expect(Buffer.from(number).toString()).toBe('4111111111111111')
})

test.each([
  ['encrypted_card_number', { number: '4111111111111112' }],
  ['encrypted_card_number', { number: '41111111111' }],
  ['encrypted_card_number', { number: '4111-1111-1111-1111' }],
  ['encrypted_cvv', { cvv: '12' }],
  ['encrypted_cvv', { cvv: '1234' }],
  ['encrypted_cvv', { number: '378282246310005', cvv: '123' }],
  ['encrypted_expiration_month', { expirationMonth: '13' }],
  ['encrypted_expiration_month', { expirationMonth: '0' }],
  ['encrypted_expiration_year', { expirationYear: '31' }],
])('a card that cannot be right is refused naming %s: %j', (field, change) => {
  expect(problemsOf({ ...CARD, ...change })).toEqual([`payment_method.data.${field}`])
})

test('every invalid field is named in one error, and no value is printed', () => {
  const card = { number: '5555666677778888', cvv: '98765', expirationMonth: '77', expirationYear: '999' }
  expect(problemsOf(card)).toHaveLength(4)
  const error = thrownBy(card)
  expect(`${error}${error.stack}${JSON.stringify(error)}`).not.toMatch(/5555666677778888|98765|\b77\b|\b999\b/)
})

test('a four-digit code is right for American Express', () => {
  expect(decrypt(encryptCard(publicKey, { ...CARD, number: '378282246310005', cvv: '1234' }).encrypted_cvv)).toBe(
    '1234',
  )
})

test('a saved card’s security code is encrypted alone, three or four digits of it', () => {
  for (const cvv of ['123', '1234']) expect(decrypt(encryptCvv(publicKey, cvv))).toBe(cvv)
  for (const cvv of ['12', '12345', '12a', ''])
    expect(() => encryptCvv(publicKey, cvv)).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ property: 'payment_method.data.encrypted_cvv' })],
      }),
    )
})

function decrypt(value: string): string {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return privateDecrypt({ key: keys.privateKey, padding, oaepHash: 'sha256' }, Buffer.from(value, 'base64')).toString()
}

function thrownBy(card: typeof CARD): TollgateError {
  try {
    encryptCard(publicKey, card)
  } catch (error) {
    if (error instanceof TollgateError) return error
  }
  throw new Error('The card was taken.')
}

function problemsOf(card: typeof CARD): string[] {
  return thrownBy(card).problems.map(({ property }) => property)
}

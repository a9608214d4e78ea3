import { createPublicKey, privateDecrypt } from 'node:crypto'
import { expect, test } from 'vitest'
import { TollgateError } from './error.ts'
import { encryptNetworkToken, type NetworkToken } from './network-token.ts'
import { keys } from './test/keys.ts'

const TOKEN: NetworkToken = { number: '4895370012003478', expirationMonth: '7', expirationYear: '2031' }
const PROOF = { cryptogram: 'AgAAAAAAAIR8CQrXcIhbQAAAAAA=', eci: '05' } as const
const publicKey = createPublicKey(keys.publicKey)

test('number, expiry and cryptogram are encrypted one by one; eci and source stay plain', () => {
  const { eci, source, ...encrypted } = encryptNetworkToken(publicKey, { ...TOKEN, ...PROOF, source: 'walletb-pay' })
  expect({ eci, source }).toEqual({ eci: '05', source: 'walletb-pay' })
  expect(Object.fromEntries(Object.entries(encrypted).map(([field, value]) => [field, decrypt(value)]))).toEqual({
    encrypted_token_number: '4895370012003478',
    encrypted_expiration_month: '7',
    encrypted_expiration_year: '2031',
    encrypted_cryptogram: PROOF.cryptogram,
  })
})

test('a PAN_ONLY token has neither cryptogram nor eci', () => {
  expect(Object.keys(encryptNetworkToken(publicKey, TOKEN))).toEqual([
    'encrypted_token_number',
    'encrypted_expiration_month',
    'encrypted_expiration_year',
  ])
})

test.each<[string, Partial<NetworkToken>]>([
  ['encrypted_token_number', { number: '4895370012003479' }],
  ['encrypted_expiration_month', { expirationMonth: '13' }],
  ['encrypted_expiration_year', { expirationYear: '31' }],
  ['encrypted_cryptogram', { ...PROOF, cryptogram: '' }],
  ['eci', { cryptogram: PROOF.cryptogram }],
  ['eci', { eci: '05' }],
])('a token that cannot be right is refused naming %s: %j', (field, change) => {
  const act = () => encryptNetworkToken(publicKey, { ...TOKEN, ...change })
  expect(act).toThrow(TollgateError)
  expect(act).toThrow(expect.objectContaining({ problems: [expect.objectContaining({ property: named(field) })] }))
})

function named(field: string): string {
  return `payment_method.data.${field}`
}

function decrypt(value: string): string {
  return privateDecrypt({ key: keys.privateKey, oaepHash: 'sha256' }, Buffer.from(value, 'base64')).toString()
}

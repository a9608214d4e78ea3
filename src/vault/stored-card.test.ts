import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Card } from '#domain/card.ts'
import { Secret } from '#domain/secret.ts'
import { newVault } from '#test/vault.ts'
import { SealError } from './aead.ts'

const vault = newVault(new Secret(randomBytes(32)))
const key = vault.newDataKey('mer_1')
const TOKEN = 'tok_1'

function cardWith(number: string, cvv: string | null = '123', expirationMonth = 7, expirationYear = 2031): Card {
  const secret = new Secret(number)
  const maskedCard = vault.maskedCardOf('mer_1', secret)
  return { number: secret, cvv: cvv === null ? null : new Secret(cvv), expirationMonth, expirationYear, maskedCard }
}

const card = cardWith('4111111111111111')
const sealed = vault.sealCard(key, TOKEN, card)
const open = (changes: { key?: typeof key; token?: string; sealed?: Uint8Array }) =>
  vault.openStoredCard(changes.key ?? key, { token: changes.token ?? TOKEN, sealed: changes.sealed ?? sealed })

describe('a stored card', () => {
  it('opens to number, expiry and mask, without a security code', () => {
    const number = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 12, maxLength: 19 })
    fc.assert(
      fc.property(
        number,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 2000, max: 2099 }),
        (digits, month, year) => {
          const stored = cardWith(digits, '123', month, year)
          const opened = open({ sealed: vault.sealCard(key, TOKEN, stored) })
          expect(opened).toEqual({ ...stored, number: expect.any(Secret), cvv: null })
          expect(opened.number.reveal()).toBe(digits)
        },
      ),
    )
  })

  it("keeps its holder's name where there is one", () => {
    const named = { ...card, holderName: 'Ana Ilić' }
    expect(open({ sealed: vault.sealCard(key, TOKEN, named) }).holderName).toBe('Ana Ilić')
    expect(open({})).not.toHaveProperty('holderName')
  })

  it('holds no security code: it is as long without one as with one of any length', () => {
    const sizes = [null, '123', '1234'].map(
      (cvv) => vault.sealCard(key, TOKEN, cardWith('378282246310005', cvv)).length,
    )
    expect(new Set(sizes).size).toBe(1)
  })

  it('is sealed differently every time', () => {
    const seals = Array.from({ length: 500 }, () => Buffer.from(vault.sealCard(key, TOKEN, card)).toString('hex'))
    expect(new Set(seals.map((text) => text.slice(0, 24))).size).toBe(seals.length)
  })

  it('does not open in the row of another token', () => {
    expect(open({}).number.reveal()).toBe('4111111111111111')
    for (const token of ['tok_2', '', 'tok_1 ', 'TOK_1']) expect(() => open({ token })).toThrow(SealError)
  })

  it('does not open under another key, also one that calls itself by the same name', () => {
    const other = vault.newDataKey('mer_1')
    expect(() => open({ key: other })).toThrow(SealError)
    expect(() => open({ key: { ...other, keyId: key.keyId } })).toThrow(SealError)
    expect(() => open({ key: { ...key, sealedKey: other.sealedKey } })).toThrow(SealError)
    expect(() => open({ key: { ...key, keyId: other.keyId } })).toThrow(SealError)
  })

  it('does not open for another merchant, after copying either the key or the card', () => {
    const foreign = vault.newDataKey('mer_2')
    expect(() => open({ key: foreign })).toThrow(SealError)
    expect(() => open({ key: { ...key, merchantId: 'mer_2' } })).toThrow(SealError)
    expect(() => open({ key: { ...foreign, merchantId: 'mer_1' } })).toThrow(SealError)
  })

  it('does not open under another master key', () => {
    const elsewhere = newVault(new Secret(randomBytes(32)))
    expect(() => elsewhere.openStoredCard(key, { token: TOKEN, sealed })).toThrow(SealError)
  })

  it('with any single bit flipped does not open, nor does its key', () => {
    for (const altered of flipped(sealed)) expect(() => open({ sealed: altered })).toThrow(SealError)
    for (const sealedKey of flipped(key.sealedKey))
      expect(() => open({ key: { ...key, sealedKey } })).toThrow(SealError)
  })

  it('of any other length does not open', () => {
    for (let size = 0; size < sealed.length; size += 1) {
      expect(() => open({ sealed: sealed.subarray(0, size) })).toThrow(SealError)
    }
    expect(() => open({ sealed: Buffer.concat([sealed, Buffer.alloc(1)]) })).toThrow(SealError)
  })

  it('that does not open says nothing of what it holds', () => {
    expect(() => open({ token: 'tok_2' })).toThrow(/^A sealed value does not open/)
  })
})

function* flipped(bytes: Uint8Array): Generator<Uint8Array> {
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const altered = Uint8Array.from(bytes)
    altered[bit >> 3]! ^= 1 << (bit & 7)
    yield altered
  }
}

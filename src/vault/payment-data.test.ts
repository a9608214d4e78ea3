import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Card } from '#domain/card.ts'
import { RequestError } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { newVault } from '#test/vault.ts'
import type { PaymentDataBinding } from './vault.ts'

const vault = newVault()
const sealedKey = vault.newPaymentDataKey()

const binding: PaymentDataBinding = {
  transactionId: 'trx_1',
  merchantId: 'mer_1',
  terminalId: 'ter_1',
  amount: 9_007_199_254_740_993n,
  currency: 'EUR',
  threeDsServerTransId: '8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
  step: 'FINGERPRINT',
  round: 1,
}

const number = new Secret('4111111111111111')
const card: Card = {
  number,
  cvv: new Secret('123'),
  expirationMonth: 12,
  expirationYear: 2031,
  maskedCard: vault.maskedCardOf('mer_1', number),
}
const paymentData = vault.sealPaymentData(sealedKey, binding, card)

function errorOf(text: string, under: PaymentDataBinding = binding, key: Uint8Array = sealedKey): unknown {
  try {
    return vault.openPaymentData(key, under, text)
  } catch (error) {
    return error instanceof RequestError && error.problems
  }
}

const expected = [{ property: 'payment_data', message: expect.any(String), params: [] }]

describe('payment_data', () => {
  it('opens to the very card, security code included, under its own binding', () => {
    const opened = vault.openPaymentData(sealedKey, binding, paymentData)
    expect(opened.number.reveal()).toBe('4111111111111111')
    expect(opened.cvv?.reveal()).toBe('123')
    expect(opened).toEqual({ ...card, number: expect.any(Secret), cvv: expect.any(Secret) })
  })

  it('of a card without a security code opens without one', () => {
    const sealed = vault.sealPaymentData(sealedKey, binding, { ...card, cvv: null })
    expect(vault.openPaymentData(sealedKey, binding, sealed).cvv).toBeNull()
  })

  it('is opaque: nothing of the card shows, and sealing twice gives two texts', () => {
    expect(paymentData).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(Buffer.from(paymentData, 'base64url').includes('4111')).toBe(false)
    expect(vault.sealPaymentData(sealedKey, binding, card)).not.toBe(paymentData)
  })

  it('with a single altered bit does not open', () => {
    const bytes = Buffer.from(paymentData, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes)
      altered[bit >> 3]! ^= 1 << (bit & 7)
      expect(errorOf(altered.toString('base64url'))).toEqual(expected)
    }
  })

  it('truncated, extended or spelled otherwise does not open', () => {
    const spellings = [
      '',
      paymentData.slice(0, -1),
      paymentData.slice(4),
      `${paymentData}A`,
      `${paymentData}AAAA`,
      `${paymentData}=`,
      ` ${paymentData}`,
      `${paymentData}\n`,
      Buffer.from(paymentData, 'base64url').toString('hex'),
    ]
    for (const text of spellings) expect(errorOf(text)).toEqual(expected)
  })

  it('that is junk does not open', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(errorOf(text)).toEqual(expected)
      }),
    )
  })

  it('does not open under a binding that differs in anything', () => {
    const other = fc.record(
      {
        transactionId: fc.string(),
        merchantId: fc.string(),
        terminalId: fc.string(),
        amount: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
        currency: fc.string(),
        threeDsServerTransId: fc.string(),
        step: fc.constantFrom('FINGERPRINT' as const, 'CHALLENGE' as const),
        round: fc.integer(),
      },
      { requiredKeys: [] },
    )
    const differs = (change: Partial<PaymentDataBinding>) =>
      Object.entries(change).some(([key, value]) => binding[key as keyof PaymentDataBinding] !== value)
    fc.assert(
      fc.property(other.filter(differs), (change) => {
        expect(errorOf(paymentData, { ...binding, ...change })).toEqual(expected)
      }),
    )
  })

  it('does not open when two neighboring ids share their letters otherwise', () => {
    const moved = { ...binding, transactionId: 'trx_', merchantId: '1mer_1' }
    expect(errorOf(paymentData, moved)).toEqual(expected)
  })

  it('does not open under the key of another transaction', () => {
    expect(errorOf(paymentData, binding, vault.newPaymentDataKey())).toEqual(expected)
  })

  it('is recognized by a digest that is its merchant’s own', () => {
    expect(vault.digestOf('mer_1', paymentData)).toEqual(vault.digestOf('mer_1', paymentData))
    expect(vault.digestOf('mer_2', paymentData)).not.toEqual(vault.digestOf('mer_1', paymentData))
    expect(vault.digestOf('mer_1', `${paymentData}A`)).not.toEqual(vault.digestOf('mer_1', paymentData))
  })
})

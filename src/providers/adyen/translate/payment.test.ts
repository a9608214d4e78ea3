import { describe, expect, test } from 'vitest'
import type { TokenCryptogram } from '#domain/instrument.ts'
import { Secret } from '#domain/secret.ts'
import { agreementOf, CRYPTOGRAM, chargeOf, proofOf } from '#provider/contract/test-charges.ts'
import { newAccount } from '#test/adyen-sandbox/merchant.ts'
import { readDefinition } from '#test/provider-sandbox/definition.ts'
import { type CardCharge, paymentOf } from './payment.ts'

const account = newAccount()
const definition = readDefinition('adyen-checkout-v72.json')

function chargeWith(terms: Partial<CardCharge> = {}): CardCharge {
  return { ...(chargeOf(account, {}) as CardCharge), ...terms }
}

function bodyOf(charge: CardCharge): Record<string, unknown> {
  const body = JSON.parse(JSON.stringify(paymentOf(account, charge)))
  expect(definition.request('POST', '/payments', body)).toEqual([])
  return body
}

function token(eci: string | null): TokenCryptogram {
  return { value: new Secret(CRYPTOGRAM), eci, source: 'network-token' }
}

const { card } = chargeWith().instrument

describe('The request for a card', () => {
  test('names what is charged, under our id', () => {
    const charge = chargeWith({ transactionType: 'AUTHORIZE' })
    expect(bodyOf(charge)).toEqual({
      merchantAccount: 'LarkspurCoffeeECOM',
      reference: charge.attemptId,
      merchantOrderReference: charge.reference,
      amount: { currency: 'EUR', value: 1000 },
      returnUrl: charge.returnUrl,
      channel: 'Web',
      shopperInteraction: 'Ecommerce',
      shopperIP: '203.0.113.7',
      additionalData: { manualCapture: 'true' },
      paymentMethod: {
        type: 'scheme',
        number: '4111111111111111',
        expiryMonth: '12',
        expiryYear: String(card.expirationYear),
        cvc: '737',
      },
      authenticationData: { attemptAuthentication: 'never' },
    })
  })

  test('a purchase is captured immediately', () => {
    const body = bodyOf(chargeWith())
    expect(body.captureDelayHours).toBe(0)
    expect(body).not.toHaveProperty('additionalData')
  })

  test('names the shopper as far as the merchant did', () => {
    const customer = {
      ...chargeWith().customer,
      email: 'a@b.example',
      firstName: 'Ada',
      lastName: 'L'.repeat(90),
      country: 'NL',
    }
    expect(bodyOf(chargeWith({ customer }))).toMatchObject({
      shopperEmail: 'a@b.example',
      shopperName: { firstName: 'Ada', lastName: 'L'.repeat(80) },
      countryCode: 'NL',
    })
  })

  test.each(['Y', 'A', 'I', 'U'] as const)('has an authentication that ended as %s', (transStatus) => {
    const proof = proofOf(transStatus)
    const mpiData = {
      directoryResponse: transStatus,
      threeDSVersion: '2.2.0',
      cavv: CRYPTOGRAM,
      eci: '05',
      dsTransID: proof.dsTransId,
    }
    expect(bodyOf(chargeWith({ proof })).mpiData).toEqual(mpiData)
  })

  test('has an attempt without values', () => {
    const proof = { ...proofOf('U'), eci: null, authenticationValue: null, dsTransId: null }
    expect(bodyOf(chargeWith({ proof })).mpiData).toEqual({ directoryResponse: 'U', threeDSVersion: '2.2.0' })
  })

  test.each([['05'], [null]])('has the cryptogram of a network token with eci %s', (eci) => {
    const body = bodyOf(
      chargeWith({ instrument: { kind: 'card', card: { ...card, cvv: null }, cryptogram: token(eci) } }),
    )
    expect(body.paymentMethod).toMatchObject({ type: 'networkToken', number: '4111111111111111' })
    expect(body.mpiData).toEqual({ tokenAuthenticationVerificationValue: CRYPTOGRAM, ...(eci && { eci }) })
    expect(body.shopperInteraction).toBe('Ecommerce')
  })

  test.each([
    ['RECURRING', 'Subscription'],
    ['INSTALLMENT', 'Subscription'],
    ['UNSCHEDULED', 'UnscheduledCardOnFile'],
  ] as const)('of an agreement says who asks, and why: %s', (purpose, recurringProcessingModel) => {
    const made = bodyOf(chargeWith({ agreement: agreementOf('CUSTOMER', { purpose }), proof: proofOf('Y') }))
    expect(made).toMatchObject({ shopperInteraction: 'Ecommerce', recurringProcessingModel })
    expect(made.paymentMethod).not.toHaveProperty('networkPaymentReference')
    const instrument = { kind: 'card', card: { ...card, cvv: null }, cryptogram: null, byAgreement: true } as const
    const later = bodyOf(chargeWith({ instrument, agreement: agreementOf('MERCHANT', { purpose }) }))
    expect(later).toMatchObject({
      shopperInteraction: 'ContAuth',
      recurringProcessingModel,
      paymentMethod: { networkPaymentReference: 'MCC123456789' },
    })
    expect(later.paymentMethod).not.toHaveProperty('cvc')
    const first = agreementOf('MERCHANT', { purpose, networkTransactionId: null })
    expect(bodyOf(chargeWith({ instrument, agreement: first })).paymentMethod).not.toHaveProperty(
      'networkPaymentReference',
    )
  })

  test('of a saved card without code and authentication says that it is on file', () => {
    const instrument = { kind: 'card', card: { ...card, cvv: null }, cryptogram: null } as const
    const onFile = { shopperInteraction: 'ContAuth', recurringProcessingModel: 'CardOnFile' }
    expect(bodyOf(chargeWith({ instrument }))).toMatchObject(onFile)
    expect(bodyOf(chargeWith({ instrument, proof: proofOf('Y') })).shopperInteraction).toBe('Ecommerce')
  })

  test.each([
    ['EUR', 1n, '1'],
    ['JPY', 500n, '500'],
    ['KWD', 1234n, '1234'],
    ['ISK', 500n, '50000'],
    ['CLP', 500n, '50000'],
    ['IDR', 150_000n, '1500'],
    ['CVE', 100n, '1'],
    ['USD', 9_223_372_036_854_775_807n, '9223372036854775807'],
  ])('counts %s %s as Adyen does: %s', (currency, amount, value) => {
    const text = JSON.stringify(paymentOf(account, chargeWith({ money: { amount, currency } })))
    expect(text).toContain(`"amount":{"currency":"${currency}","value":${value}}`)
  })

  test.each(['IDR', 'CVE'])('does not exist for a part of what Adyen counts %s in', (currency) => {
    expect(paymentOf(account, chargeWith({ money: { amount: 150n, currency } }))).toBeNull()
  })
})

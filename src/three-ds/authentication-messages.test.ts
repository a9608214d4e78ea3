import { describe, expect, it } from 'vitest'
import { minorUnits } from '#domain/currency.ts'
import { Secret } from '#domain/secret.ts'
import { readVectors } from '#test/vectors.ts'
import { authenticationRequestMessage } from './authentication-messages.ts'
import { currencyNumber, currencyOfNumber } from './currency-numbers.ts'
import type { AuthenticationRequest } from './server.ts'

interface FieldRule {
  readonly type: string
  readonly enum?: readonly string[]
  readonly regexp?: string
  readonly maxLength?: number
}

const NOBODY = { id: null, firstName: null, lastName: null, address: null, city: null, country: null, postalCode: null }

const REQUEST: AuthenticationRequest = {
  threeDsServerTransId: 'd461f105-1792-407f-95ff-9a496fd918a9',
  card: {
    number: new Secret('4111111111111111'),
    expirationMonth: 3,
    expirationYear: 2031,
    cvv: new Secret('123'),
    maskedCard: { masked: '411111******1111', brand: 'visa', hash: 'h' },
  },
  money: { amount: 9_223_372_036_854_775_807n, currency: 'ALL' },
  merchantName: 'A shop whose name is longer than forty characters are',
  customer: { ...NOBODY, email: 'a@example.com', phone: null },
  browserInfo: {
    userAgent: 'x'.repeat(3000),
    acceptHeader: '*/*',
    javaEnabled: false,
    colorDepth: 30,
    screenHeight: 1_000_000,
    screenWidth: 390.5,
    timeZoneOffset: -60,
    language: 'sl-Latn-IT-nedis',
  },
  customerIp: '2001:db8::1',
  methodCompletion: 'U',
  notificationUrl: 'https://gateway.example/done',
}

const message = authenticationRequestMessage(REQUEST, '2.2.0', new Date('2026-11-21T04:05:06.789Z'))

it('describes a browser payment in the strings of EMV 3DS', () => {
  expect(message).toMatchObject({
    deviceChannel: '02',
    messageCategory: '01',
    threeDSCompInd: 'U',
    cardExpiryDate: '3103',
    purchaseAmount: '9223372036854775807',
    purchaseCurrency: '008',
    purchaseExponent: '2',
    purchaseDate: '20261121040506',
    browserColorDepth: '24',
    browserTZ: '-60',
    browserLanguage: 'sl-Latn-',
    browserIP: '2001:db8::1',
  })
})

it.each([
  ['Ada Lindqvist', 'Ada Lindqvist'],
  ['Ana Ilić', 'Ana Ilic'],
  ['Ștefan Țurcanu-Ö', 'Stefan Turcanu-O'],
  ['x'.repeat(60), 'x'.repeat(45)],
  ['A', undefined],
  ['李小龙', undefined],
])("the cardholder's name %s is told in the letters that issuers take", (holderName, told) => {
  const request = { ...REQUEST, card: { ...REQUEST.card, holderName } }
  expect(authenticationRequestMessage(request, '2.2.0', new Date()).cardholderName).toBe(told)
})

it('without a name says nothing of the cardholder', () => {
  expect(message).not.toHaveProperty('cardholderName')
})

it('never prints the card number', () => {
  expect(JSON.stringify(message)).not.toContain('4111111111111111')
  expect(message.acctNumber.reveal()).toBe('4111111111111111')
})

it('has a number for every currency of ISO 4217, and the way back (ANG left its number to XCG)', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
  const currencies = codes.filter((code) => code !== 'ANG' && minorUnits(code) !== undefined)
  expect(currencies.length).toBeGreaterThan(150)
  for (const code of currencies) expect(currencyOfNumber(currencyNumber(code) ?? '')).toBe(code)
})

const vectors = readVectors('emv-3ds.json') as { fields: { '2.2.0': { areq: Record<string, FieldRule> } } } | undefined
const currencies = readVectors('iso4217-minor-units.json') as
  | { currencies: Record<string, { numeric: string }> }
  | undefined

describe.skipIf(!vectors || !currencies)('the published vectors', () => {
  it('admit every field of the message', () => {
    const rules = vectors!.fields['2.2.0'].areq
    for (const [name, value] of Object.entries(message)) {
      const rule = rules[name]
      const text = value instanceof Secret ? String(value.reveal()) : String(value)
      expect(rule, name).toBeDefined()
      expect(text, name).toMatch(new RegExp(rule?.regexp ?? ''))
      expect(text.length, name).toBeLessThanOrEqual(rule?.maxLength ?? Number.POSITIVE_INFINITY)
      if (rule?.enum) expect(rule.enum, name).toContain(text)
    }
  })

  it('know every currency by the same number', () => {
    for (const [code, { numeric }] of Object.entries(currencies!.currencies)) expect(currencyNumber(code)).toBe(numeric)
  })
})

import { describe, expect, it } from 'vitest'
import { COUNTRIES } from '#domain/country.ts'
import { minorUnits } from '#domain/currency.ts'
import { currencyNumber, currencyOfNumber } from '#domain/currency-numbers.ts'
import type { Customer } from '#domain/customer.ts'
import { Secret } from '#domain/secret.ts'
import { faultsOf } from '#test/three-ds-sandbox/field-rules.ts'
import { readVectors } from '#test/vectors.ts'
import { authenticationRequestMessage } from './authentication-request.ts'
import { countryNumber } from './country-numbers.ts'
import type { AuthenticationRequest } from './server.ts'

const NOBODY: Customer = {
  id: null,
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  country: null,
  postalCode: null,
  email: null,
  phone: null,
}

const REQUEST: AuthenticationRequest = {
  threeDsServerTransId: 'd461f105-1792-407f-95ff-9a496fd918a9',
  messageVersion: '2.2.0',
  card: {
    number: new Secret('4111111111111111'),
    expirationMonth: 3,
    expirationYear: 2031,
    cvv: new Secret('123'),
    maskedCard: { masked: '411111******1111', brand: 'visa', hash: 'h' },
  },
  money: { amount: 9_223_372_036_854_775_807n, currency: 'ALL' },
  merchantName: 'A shop whose name is longer than forty characters are',
  requestor: {
    url: 'https://shop.example',
    merchantName: 'Larkspur Coffee',
    merchantCategoryCode: '5814',
    merchantCountry: 'AL',
    acquirer: { bin: '438309', merchantId: '00002000000' },
    acquirerByNetwork: { mastercard: { bin: '545301', merchantId: 'LARKSPUR' } },
  },
  challengeMandated: false,
  customer: {
    ...NOBODY,
    email: 'a@example.com',
    phone: '+40 721 234 567',
    address: 'Strada Lipscani 1',
    city: 'București',
    country: 'RO',
    postalCode: '030031',
  },
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

const NOW = new Date('2026-11-21T04:05:06.789Z')
const write = (changes: Partial<AuthenticationRequest> = {}) =>
  authenticationRequestMessage({ ...REQUEST, ...changes }, NOW)
const onTheWire = (changes?: Partial<AuthenticationRequest>) => {
  const entries = Object.entries(write(changes))
  return Object.fromEntries(entries.map(([name, value]) => [name, value instanceof Secret ? value.reveal() : value]))
}

it('describes a browser payment in the strings of EMV 3DS', () => {
  expect(write()).toMatchObject({
    messageVersion: '2.2.0',
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
    browserLanguage: 'sl-Latn',
    browserIP: '2001:db8::1',
    browserJavascriptEnabled: true,
  })
})

describe('the requestor', () => {
  it('is sent as the operator registered it', () => {
    expect(write()).toMatchObject({
      threeDSRequestorURL: 'https://shop.example',
      merchantName: 'Larkspur Coffee',
      mcc: '5814',
      merchantCountryCode: '008',
      acquirerBIN: '438309',
      acquirerMerchantID: '00002000000',
    })
  })

  it("goes by a network's own acquirer where there is one", () => {
    const card = { ...REQUEST.card, maskedCard: { ...REQUEST.card.maskedCard, brand: 'mastercard' as const } }
    expect(write({ card })).toMatchObject({ acquirerBIN: '545301', acquirerMerchantID: 'LARKSPUR' })
  })

  it("is the merchant's name alone where there is none", () => {
    const message = write({ requestor: null })
    expect(message.merchantName).toBe('A shop whose name is longer than forty c')
    for (const field of ['mcc', 'acquirerBIN', 'threeDSRequestorURL']) expect(message).not.toHaveProperty(field)
  })
})

describe('the version', () => {
  it('2.1.0 has no field that came later', () => {
    const message = write({ messageVersion: '2.1.0' })
    expect(message.messageVersion).toBe('2.1.0')
    expect(message).not.toHaveProperty('browserJavascriptEnabled')
    expect(message).not.toHaveProperty('threeDSRequestorDecReqInd')
  })

  it('2.2.0 asks for no decoupled authentication', () => {
    expect(write().threeDSRequestorDecReqInd).toBe('N')
  })
})

it('a challenge is mandated only where the issuer declined for want of one', () => {
  expect(write()).not.toHaveProperty('threeDSRequestorChallengeInd')
  expect(write({ challengeMandated: true }).threeDSRequestorChallengeInd).toBe('04')
})

describe('the cardholder', () => {
  it.each([
    ['Ada Lindqvist', 'Ada Lindqvist'],
    ['Ana Ilić', 'Ana Ilic'],
    ['Ștefan Țurcanu-Ö', 'Stefan Turcanu-O'],
    ['x'.repeat(60), 'x'.repeat(45)],
    ['A', undefined],
    ['李小龙', undefined],
  ])("'s name %s is sent in the letters that issuers accept", (holderName, told) => {
    expect(write({ card: { ...REQUEST.card, holderName } }).cardholderName).toBe(told)
  })

  it("'s name is the customer's where the card shows none", () => {
    const customer = { ...NOBODY, firstName: 'Ada', lastName: 'Lindqvist' }
    expect(write({ customer }).cardholderName).toBe('Ada Lindqvist')
    expect(write({ customer: { ...customer, lastName: null } })).not.toHaveProperty('cardholderName')
  })

  it('is sent with address, email and phone', () => {
    expect(write()).toMatchObject({
      email: 'a@example.com',
      mobilePhone: { cc: '40', subscriber: '721234567' },
      billAddrLine1: 'Strada Lipscani 1',
      billAddrCity: 'Bucuresti',
      billAddrPostCode: '030031',
      billAddrCountry: '642',
    })
  })

  it.each([
    ['+1 (555) 010-9999', { cc: '1', subscriber: '5550109999' }],
    ['+49 30 1234567', { cc: '49', subscriber: '301234567' }],
    ['+353 1 234 5678', { cc: '353', subscriber: '12345678' }],
    ['+46 (0)70 123 45 67', { cc: '46', subscriber: '701234567' }],
    ['+39 (0)6 6982 1234', { cc: '39', subscriber: '0669821234' }],
    ['+52 1 55 1234 5678', { cc: '52', subscriber: '5512345678' }],
    ['+7 912 345-67-89', { cc: '7', subscriber: '9123456789' }],
    ['0721 234 567', undefined],
    ['+1 555 call me', undefined],
    ['+12345678901234', undefined],
  ])("'s phone %s is %j", (phone, told) => {
    expect(write({ customer: { ...NOBODY, phone } }).mobilePhone).toEqual(told)
  })

  it.each([
    ['email', { email: 'not an address' }],
    ['email', { email: 'ö@example.com' }],
    ['billAddrCity', { city: '東京' }],
    ['billAddrLine1', { address: '   ' }],
  ])('leaves %s out where %j does not fit', (field, customer) => {
    expect(write({ customer: { ...NOBODY, ...customer } })).not.toHaveProperty(field)
  })

  it('of whom nothing is known is not mentioned', () => {
    const message = write({ customer: NOBODY })
    for (const field of ['cardholderName', 'email', 'mobilePhone', 'billAddrCountry'])
      expect(message).not.toHaveProperty(field)
  })
})

it('never prints the card number', () => {
  expect(JSON.stringify(write())).not.toContain('4111111111111111')
  expect(write().acctNumber.reveal()).toBe('4111111111111111')
})

it('has a number for every currency of ISO 4217, and the way back (ANG left its number to XCG)', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
  const currencies = codes.filter((code) => code !== 'ANG' && minorUnits(code) !== undefined)
  expect(currencies.length).toBeGreaterThan(150)
  for (const code of currencies) expect(currencyOfNumber(currencyNumber(code) ?? '')).toBe(code)
})

it('has a number of its own for every country of ISO 3166-1', () => {
  // ISO has no number for Kosovo.
  expect(countryNumber('XK')).toBeUndefined()
  const countries = COUNTRIES.filter((code) => code !== 'XK')
  const numbers = countries.map(countryNumber)
  for (const number of numbers) expect(number).toMatch(/^[0-8]\d\d$/)
  expect(new Set(numbers).size).toBe(countries.length)
})

describe('the published field tables', () => {
  it('refuse a message that is wrong', () => {
    const { mcc: _, ...incomplete } = onTheWire()
    const wrong = { ...incomplete, browserColorDepth: '30', purchaseDate: '20261341040506', invented: 'x' }
    expect(faultsOf('areq', wrong).sort()).toEqual(['browserColorDepth', 'invented', 'mcc', 'purchaseDate'])
  })

  it.each([
    ['2.2.0', {}],
    ['2.1.0', { messageVersion: '2.1.0' }],
    ['2.2.0 with a mandated challenge', { challengeMandated: true }],
    ['2.2.0 of a stranger', { customer: NOBODY, customerIp: null }],
  ])('admit every field of a message of %s', (_what, changes) => {
    expect(faultsOf('areq', onTheWire(changes))).toEqual([])
  })
})

const { currencies } = readVectors('iso-4217.json') as { currencies: Record<string, { numeric: string }> }

it('the published currencies have the same numbers', () => {
  for (const [code, { numeric }] of Object.entries(currencies)) expect(currencyNumber(code)).toBe(numeric)
})

describe('browser data that a directory server would refuse', () => {
  const told = (changes: object) =>
    authenticationRequestMessage({ ...REQUEST, browserInfo: { ...REQUEST.browserInfo, ...changes } }, NOW)

  it.each([
    ['en,fr;q=0.9', 'en'],
    ['sv-SE,sv;q=0.8', 'sv-SE'],
    ['en_US', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [' ro-RO ', 'ro-RO'],
    ['C', 'en'],
    ['sl-Latn-IT-nedis', 'sl-Latn'],
    ['zh-Hant-TW,zh;q=0.9', 'zh-Hant'],
  ])('is reduced to one language: %j becomes %s', (language, tag) => {
    expect(told({ language }).browserLanguage).toBe(tag)
  })

  it.each([
    [100_000, '9999'],
    [-100_000, '-9999'],
    [-330, '-330'],
  ])('is kept within bounds: an offset of %d becomes %s', (timeZoneOffset, browserTZ) => {
    expect(told({ timeZoneOffset }).browserTZ).toBe(browserTZ)
  })

  it('is never empty', () => {
    expect(told({ userAgent: '', acceptHeader: ' ' })).toMatchObject({
      browserUserAgent: 'unknown',
      browserAcceptHeader: '*/*',
    })
  })
})

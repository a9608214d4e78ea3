import { expect, test } from 'vitest'
import type { Purpose } from '#domain/agreement.ts'
import { Secret } from '#domain/secret.ts'
import { agreementOf, CARD_NUMBER, CRYPTOGRAM, chargeOf, followUpOf, proofOf } from '#provider/contract/test-charges.ts'
import type { Charge, FollowUp } from '#providers/port/provider.ts'
import { newIsoAccount } from '#test/iso8583-sandbox/merchant.ts'
import { requestProblems } from '#test/iso8583-sandbox/validate-request.ts'
import type { DueReversal, StoredRequest } from '../acquirer-store.ts'
import { pack } from '../codec/codec.ts'
import { ISO_1987 } from '../codec/field-table.ts'
import { settingsOf } from '../config.ts'
import { mastercardPart, visaPart } from './authentication.ts'
import {
  cardFields,
  followUpParts,
  keptCard,
  originalElementsOf,
  paymentParts,
  transientFields,
  unsupportedReason,
} from './payment.ts'
import { reversalEndOf, reversalMessage } from './reversal.ts'

const account = newIsoAccount(8583, { time_zone: 'Europe/Brussels' })
const settings = settingsOf(account)
const trace = { stan: 123, at: new Date('2026-11-21T02:15:00Z') }
const charge = (changes: Partial<Charge> = {}): Charge => ({ ...chargeOf(account, {}), ...changes })

function storedOf(wanted: Charge): StoredRequest {
  return {
    ...paymentParts(wanted, settings, trace),
    merchantId: account.merchantId,
    attemptId: wanted.attemptId,
    providerAccountId: account.providerAccountId,
    sealedCard: new Uint8Array(),
    context: { brand: 'visa', isAuthenticated: false },
    state: 'ANSWERED',
    isOverdue: false,
    repeats: 0,
    answer: { 38: 'A1B2C3', 39: '00' },
    reversal: null,
  }
}

/** Without a word against it from the host, and within the table. */
function judged(type: string, fields: StoredRequest['fields']): StoredRequest['fields'] {
  expect(requestProblems({ type, fields })).toEqual([])
  pack({ table: ISO_1987, bitmap: 'hex' }, { type, fields })
  return fields
}

test('an authorization is the published message, but for card and amount', () => {
  const wanted = charge({
    transactionType: 'AUTHORIZE',
    merchantName: 'Märchant One',
    money: { amount: 1234n, currency: 'EUR' },
  })
  const { type, fields } = paymentParts(wanted, settings, trace)
  expect(judged(type, { ...fields, ...cardFields(keptCard(wanted)) })).toEqual({
    2: CARD_NUMBER,
    3: '000000',
    4: '000000001234',
    7: '1121021500',
    11: '000123',
    12: '031500',
    13: '1121',
    14: `${String(new Date().getFullYear() + 2).slice(2)}12`,
    18: '5411',
    22: '812',
    25: '59',
    32: '438309',
    37: '632502000123',
    41: 'TERM0001',
    42: 'MERCHANT0000001',
    43: 'Marchant One             BRUSSELS     BE',
    49: '978',
  })
  expect(type).toBe('0100')
})

test('a purchase is a 0200; what is stored of it holds no card', () => {
  const { type, fields } = paymentParts(charge(), settings, trace)
  expect(type).toBe('0200')
  expect(JSON.stringify(fields)).not.toContain(CARD_NUMBER)
  expect(Object.keys(fields)).not.toContain('14')
})

test('a refund is a 0200 with processing code 20, a capture a 0220 with the approval and the original', () => {
  const wanted = charge()
  const original = storedOf(wanted)
  const card = cardFields(keptCard(wanted))
  const later = { stan: 125, at: new Date('2026-11-21T03:15:00Z') }
  const follow = (operation: FollowUp['operation'], amount: bigint) => {
    const asked = { ...followUpOf(wanted), operation, money: { amount, currency: 'EUR' } }
    const { type, fields } = followUpParts(asked, original, settings, later)
    return { type, fields: judged(type, { ...fields, ...card }) }
  }
  const refund = follow('REFUND', 400n)
  expect(refund).toMatchObject({
    type: '0200',
    fields: { 3: '200000', 4: '000000000400', 11: '000125', 7: '1121031500' },
  })
  const capture = follow('CAPTURE', 600n)
  expect(capture).toMatchObject({ type: '0220', fields: { 3: '000000', 4: '000000000600', 38: 'A1B2C3' } })
  expect(capture.fields[90]).toBe('020000012311210215000000043830900000000000')
})

test('a reversal names its original, keeps its number in repeats, and has the time of each try', () => {
  const wanted = charge({ transactionType: 'AUTHORIZE' })
  const due = (tries: number, at: string): DueReversal => ({
    ...storedOf(wanted),
    reversal: { reason: '68', stan: 126, tries, code: null },
    at: new Date(at),
  })
  const card = cardFields(keptCard(wanted))
  const first = reversalMessage(due(1, '2026-11-21T02:15:30Z'), card, settings)
  const again = reversalMessage(due(2, '2026-11-21T02:16:30Z'), card, settings)
  const advice = reversalMessage(due(2, '2026-11-21T02:16:30Z'), card, { ...settings, reversal_form: 'advice' })
  expect([first.type, again.type, advice.type]).toEqual(['0400', '0401', '0421'])
  expect(judged(first.type, first.fields)).toMatchObject({
    7: '1121021530',
    11: '000126',
    37: '632502000123',
    39: '68',
  })
  expect(first.fields[90]).toBe('010000012311210215000000043830900000000000')
  expect(again.fields).toEqual({ ...first.fields, 7: '1121021630', 12: '031630' })
})

test('every answer to a reversal ends it or has it repeated', () => {
  const ends = ['00', '25', '96', '12', undefined].map(reversalEndOf)
  expect(ends).toEqual(['confirmed', 'unknown-original', 'again', 'refused', 'again'])
})

test.each<[string, Partial<Charge>]>([
  ['an amount of thirteen digits', { money: { amount: 1_000_000_000_000n, currency: 'EUR' } }],
  ['a currency without a number', { money: { amount: 1n, currency: 'XTS' } }],
  ['a page', { instrument: { kind: 'redirect', method: 'QR_CODE', payer: null } }],
])('%s is not sent', (_, changes) => {
  expect(unsupportedReason(charge(changes))).not.toBeNull()
  expect(unsupportedReason(charge())).toBeNull()
})

test('a network token is not sent', () => {
  const { instrument } = charge()
  const cryptogram = { value: new Secret(CRYPTOGRAM), eci: '05', source: 'network-token' as const }
  expect(
    unsupportedReason(charge({ instrument: { ...instrument, cryptogram } as Charge['instrument'] })),
  ).not.toBeNull()
})

const hex = Buffer.from(CRYPTOGRAM, 'base64').toString('hex').toUpperCase()

test('Visa gets the indicator in 60.8, the cryptogram in 126.9 and the security code in 126.10', () => {
  const proof = proofOf('Y')
  expect(visaPart({ proof, cvv: new Secret('737') })).toEqual({ 60: '0000000005', 126: `00C0000000000000${hex}11 737` })
  expect(visaPart({ proof: proofOf('A'), cvv: null })).toEqual({ 60: '0000000006', 126: `0080000000000000${hex}` })
  expect(visaPart({ proof: null, cvv: null })).toEqual({ 60: '0000000007' })
})

test('Mastercard gets level, cryptogram, directory server and security code in 48', () => {
  const proof = { ...proofOf('Y'), dsTransId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b' }
  expect(mastercardPart({ proof, cvv: new Secret('737') })).toEqual({
    48: `T420701032124328${CRYPTOGRAM}66450101202${36}f25084f0-5b16-4c0a-ae5d-b24808a95e4b9203737`,
  })
  expect(mastercardPart({ proof: null, cvv: null })).toEqual({ 48: 'T42070103210' })
})

test('an agreement has its purpose and, of a later charge, the ID of the scheme', () => {
  const none = { proof: null, cvv: null }
  const later = (networkTransactionId: string, purpose: Purpose = 'RECURRING') =>
    agreementOf('MERCHANT', { networkTransactionId, purpose })
  const visaId = '123456789012345'
  expect(visaPart({ ...none, agreement: agreementOf('CUSTOMER') })).toEqual({
    60: '0000000007',
    126: '0008000000000000R',
  })
  expect(visaPart({ ...none, agreement: later(visaId, 'UNSCHEDULED') })).toEqual({
    60: '0000000007',
    62: `4000000000000000${visaId}`,
    126: '0008000000000000C',
  })
  expect(mastercardPart({ ...none, agreement: agreementOf('CUSTOMER', { purpose: 'INSTALLMENT' }) })).toEqual({
    48: 'T22080504C10442070103210',
  })
  expect(mastercardPart({ ...none, agreement: later('MCC0000011127') })).toEqual({
    48: 'T22080504M103420701032106315MCC0000011127  ',
  })
  // IDs of another scheme are left out.
  expect(visaPart({ ...none, agreement: later('MCC0000011127') })).not.toHaveProperty('62')
  expect(mastercardPart({ ...none, agreement: later(visaId) })[48]).not.toContain(visaId)
})

test('a charge by agreement is one of a credential on file', () => {
  const later = charge({ agreement: agreementOf('MERCHANT') })
  expect(paymentParts(later, settings, trace).fields[22]).toBe('102')
  expect(paymentParts(charge({ agreement: agreementOf('CUSTOMER') }), settings, trace).fields[22]).toBe('812')
})

test('the parts of an authentication fit every host', () => {
  for (const field_table of ['iso-1987', 'iso-1987-short'] as const) {
    const fields = transientFields(charge({ proof: proofOf('Y') }), { ...settings, field_table })
    expect(Object.keys(fields)).toEqual(['60', '126'])
    pack({ table: ISO_1987, bitmap: 'hex' }, { type: '0100', fields })
  }
})

test('the original’s elements have 42 digits', () => {
  expect(originalElementsOf(storedOf(charge()))).toMatch(/^\d{42}$/)
})

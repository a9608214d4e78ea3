import { expect, test } from 'vitest'
import { CARD_NUMBER } from '#provider/contract/test-charges.ts'
import { meaningOf } from '../response-codes.ts'
import { answerOf, mustBeReversed, namedOf, retainedFields } from './answer.ts'

/** Values of data element 39 by processing code, from the published code lists of several acquirers. */
const RESPONSE_CODES = {
  '0000': '00 08 11 85',
  '1000': '01 02 04 05 07 10 14 15 41 43 46 54 55 57 59 61 62 63 65 1A 70 75 78 82 93 N7 R0 R1 R3',
  '1001': '03 06 12 13 19 30 58 68 91 92 94 96',
  '1002': '09',
  '1004': '51',
}
const ROWS = Object.entries(RESPONSE_CODES).flatMap(([processingCode, codes]) =>
  codes.split(' ').map((code) => ({ code, processingCode })),
)
const VISA = { brand: 'visa', isAuthenticated: false } as const
const MASTERCARD = { brand: 'mastercard', isAuthenticated: false } as const

test.each(ROWS)('$code is $processingCode', ({ code, processingCode }) => {
  expect(meaningOf(code).code).toBe(processingCode)
  const { outcome } = answerOf({ 37: '632602000123', 39: code }, VISA) as { outcome: object }
  expect(outcome).toMatchObject({ code: processingCode, providerResponseCode: code, referenceNumber: '632602000123' })
})

test('an unknown decline is 1000 with its raw code, and no answer throws', () => {
  for (const code of ['Z9', '99', '', '  ']) {
    expect(answerOf({ 39: code }, VISA)).toMatchObject({
      kind: 'outcome',
      outcome: { code: '1000', providerResponseCode: code },
    })
  }
})

test('an approval has its code and reference', () => {
  expect(answerOf({ 37: '632602000123', 38: 'A1B2C3', 39: '00' }, VISA)).toMatchObject({
    kind: 'outcome',
    outcome: { code: '0000', approvalCode: 'A1B2C3', referenceNumber: '632602000123' },
  })
})

test('declines of invalid cards stop retries', () => {
  for (const code of ['04', '07', '14', '41', '43', '54', 'R1']) {
    expect(answerOf({ 39: code }, VISA)).toMatchObject({ outcome: { stopsRetries: true } })
  }
  for (const code of ['05', '51', '91']) {
    expect(answerOf({ 39: code }, VISA)).not.toMatchObject({ outcome: { stopsRetries: true } })
  }
})

test('1A of Visa and 65 of Mastercard want the cardholder to authenticate', () => {
  expect(answerOf({ 39: '1A' }, VISA).kind).toBe('authentication-required')
  expect(answerOf({ 39: '65' }, MASTERCARD).kind).toBe('authentication-required')
  expect(answerOf({ 39: '65' }, { ...MASTERCARD, isAuthenticated: true }).kind).toBe('outcome')
  expect(answerOf({ 39: '65' }, VISA).kind).toBe('outcome')
})

test('a part of the amount, and an answer that is too late for the issuer, are reversed', () => {
  expect(['10', '68', '00', '05'].map((code) => mustBeReversed({ 39: code }))).toEqual([true, true, false, false])
})

test('what is kept of a message holds nothing of the card', () => {
  const fields = {
    2: CARD_NUMBER,
    4: '000000001000',
    14: '3012',
    35: `${CARD_NUMBER}D3012`,
    48: 'T9203737',
    55: 'x',
    126: '11 737',
  }
  expect(retainedFields(fields)).toEqual({ 4: '000000001000' })
  expect(namedOf({ ...fields, 39: '00' })).toEqual({ de_4: '000000001000', de_39: '00' })
})

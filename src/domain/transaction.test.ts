import { expect, test } from 'vitest'
import { PROCESSING_CODES, type ProcessingCode } from './processing-code.ts'
import { gatewayOutcome, statusOf } from './transaction.ts'

/** The codes of docs/reference/processing-codes.md with the status each comes with, written again. */
const STATUS_OF: Record<string, string> = {
  '0000': 'APPROVED',
  '1000': 'DECLINED',
  '1001': 'DECLINED',
  '1002': 'PENDING',
  '1003': 'CANCELED',
  '1004': 'DECLINED',
  '1005': 'SESSION_EXPIRED',
  '2000': 'INVALID',
  '2013': 'INVALID',
  '2014': 'INVALID',
  '2015': 'INVALID',
  '2017': 'INVALID',
  '3000': 'INVALID',
  '4100': 'DECLINED',
  '4101': 'DECLINED',
  '4200': 'DECLINED',
}

test.each(Object.entries(STATUS_OF))('processing code %s always comes with %s', (code, status) => {
  expect(statusOf(gatewayOutcome(code as ProcessingCode, 'text'))).toBe(status)
})

test('there are no other processing codes', () => {
  expect(Object.keys(PROCESSING_CODES).sort()).toEqual(Object.keys(STATUS_OF).sort())
})

test('a shopper gets the same message for every risk rule', () => {
  const texts = (['4100', '4101', '4200'] as const).map((code) => PROCESSING_CODES[code].shopperText)
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).not.toMatch(/risk|fraud|list|often|attempts/i)
})

test('an outcome of the gateway has no provider fields', () => {
  const { code, responseMessage, ...said } = gatewayOutcome('1005', 'Too late.')
  expect([code, responseMessage]).toEqual(['1005', 'Too late.'])
  expect(Object.values(said).every((value) => value === null)).toBe(true)
})

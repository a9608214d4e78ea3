import { expect, test } from 'vitest'
import { failureLines } from '#client/command/failure.ts'
import { TollgateError } from '#client/error.ts'
import { readClearAmount } from '#domain/entered-amount.ts'
import { Failure } from './command.ts'
import { amountOf } from './typed-amount.ts'

test.each([
  ['49.00', 'EUR', 4900n],
  ['49', 'EUR', 4900n],
  ['1,234.50', 'EUR', 123_450n],
  ['1.234,50', 'EUR', 123_450n],
  ['€1 234,50', 'EUR', 123_450n],
  ['1.000,00', 'EUR', 100_000n],
  ['1,000.00', 'EUR', 100_000n],
  [',50', 'EUR', 50n],
  ['40.', 'EUR', 4000n],
  ['٤٠', 'EUR', 4000n],
  ['1000', 'JPY', 1000n],
  ['1.5', 'KWD', 1500n],
])('an amount is typed in major units, as people write it: %s %s', (typed, currency, amount) => {
  expect(amountOf(typed, currency)).toBe(amount)
})

test.each([
  ['1.234', 'KWD'],
  ['1,234', 'KWD'],
  ['1.000', 'EUR'],
  ['1,000', 'JPY'],
])('%s %s is accepted when written in either way that its refusal names', (typed, currency) => {
  const [, one = '', other = ''] = /write (\S+) or (\S+)\./.exec(String(readClearAmount(typed, currency))) ?? []
  expect(amountOf(one, currency)).not.toBe(amountOf(other, currency))
})

test.each([
  ['1.000', 'EUR', 'write 1.00 or 1000.00'],
  ['1,000', 'EUR', 'write 1000.00 or 1.00'],
  ['1,500', 'EUR', 'write 1500.00 or 1.50'],
  ['1,000', 'JPY', 'write 1000 or 1'],
  ['2,500', 'KWD', 'write 2500.000 or 02.500'],
  ['1.005', 'EUR', 'for example €1,234.50'],
  ['0', 'EUR', 'above zero'],
  ['-5', 'EUR', 'above zero'],
  ['ten', 'EUR', 'above zero'],
  ['', 'EUR', 'above zero'],
  ['12', 'XAU', 'use a code such as EUR'],
])('%s %s, which can be read in two ways or in none, is refused with what to write', (typed, currency, way) => {
  expect(() => amountOf(typed, currency)).toThrow(Failure)
  expect(() => amountOf(typed, currency)).toThrow(way)
})

test('only an error without an answer asks if the gateway is running', () => {
  expect(failureLines(new TollgateError('invalid_request', 'Use EUR.'))).toEqual(['Use EUR.'])
  expect(failureLines(new TollgateError('no_answer', 'No answer.'))).toEqual(['No answer. Is the gateway running?'])
})

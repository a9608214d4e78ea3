import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CAPABILITIES } from '../capabilities.ts'
import { amountOf } from './amount.ts'

test.each([
  [1234n, 'EUR', '1234'],
  [500n, 'JPY', '500'],
  [5n, 'ISK', '500'],
  [5n, 'UGX', '500'],
  [500n, 'MGA', '5'],
  [501n, 'MGA', undefined],
  [1230n, 'KWD', '1230'],
  [1234n, 'KWD', undefined],
  [9_223_372_036_854_775_807n, 'EUR', '9223372036854775807'],
  [1n, 'CLF', undefined],
  [1n, 'XXX', undefined],
])('%s minor units of %s are %s to Stripe', (amount, currency, expected) => {
  expect(amountOf({ amount, currency })).toBe(expected)
})

test('every currency that is offered can be counted, and whole thousands fit', () => {
  for (const currency of CAPABILITIES.card!.currencies!) {
    expect(amountOf({ amount: 1000n, currency })).toMatch(/^[1-9]\d*$/)
  }
})

test('no amount is rounded: what fits differs by a power of ten', () => {
  const currencies = fc.constantFrom(...CAPABILITIES.card!.currencies!)
  fc.assert(
    fc.property(currencies, fc.bigInt(1n, 2n ** 63n - 1n), (currency, amount) => {
      const counted = amountOf({ amount, currency })
      return counted === undefined || [amount, amount * 100n, amount / 100n].includes(BigInt(counted))
    }),
  )
})

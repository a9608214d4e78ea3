import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { calculateFee, validateFees } from './fees.ts'
import { MAX_AMOUNT } from './money.ts'

const purchase = (amount: bigint) => ({ transactionType: 'PURCHASE', amount }) as const
const anyAmount = fc.bigInt(1n, MAX_AMOUNT)
const anyPoints = fc.integer({ min: 0, max: 10_000 })
const anyFixed = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

describe('the fee', () => {
  it.each([
    { amount: 1000n, points: 290, fixed: 30, fee: 59n, why: 'a share and a fixed part' },
    { amount: 1050n, points: 100, fixed: 0, fee: 11n, why: '10.5 is rounded up' },
    { amount: 1049n, points: 100, fixed: 0, fee: 10n, why: '10.49 is rounded down' },
    { amount: 1n, points: 4999, fixed: 0, fee: 0n, why: 'less than half of the smallest unit is nothing' },
    { amount: 1n, points: 5000, fixed: 0, fee: 1n, why: 'half of the smallest unit is one' },
    { amount: 5n, points: 0, fixed: 30, fee: 30n, why: 'a fixed part may be more than the amount' },
    { amount: MAX_AMOUNT, points: 10_000, fixed: 0, fee: MAX_AMOUNT, why: 'all of the largest amount' },
    { amount: MAX_AMOUNT, points: 10_000, fixed: 1, fee: MAX_AMOUNT, why: 'never more than an amount can be' },
  ])('on $amount at $points basis points and $fixed is $fee: $why', ({ amount, points, fixed, fee }) => {
    expect(calculateFee(purchase(amount), { fee_basis_points: points, fee_fixed: fixed })).toBe(fee)
  })

  it.each(['PURCHASE', 'PAYMENT', 'CAPTURE', 'PAYOUT'] as const)('is taken on %s', (transactionType) => {
    expect(calculateFee({ transactionType, amount: 100n }, { fee_fixed: 7 })).toBe(7n)
  })

  it.each(['AUTHORIZE', 'REFUND', 'VOID'] as const)('is not taken on %s', (transactionType) => {
    expect(calculateFee({ transactionType, amount: 100n }, { fee_fixed: 7 })).toBe(0n)
  })

  it('is never negative, never beyond int64, and within half a unit of the exact share', () => {
    fc.assert(
      fc.property(anyAmount, anyPoints, anyFixed, (amount, points, fixed) => {
        const fee = calculateFee(purchase(amount), { fee_basis_points: points, fee_fixed: fixed })
        const exact = amount * BigInt(points) + BigInt(fixed) * 10_000n
        expect(fee >= 0n && fee <= MAX_AMOUNT).toBe(true)
        if (fee === MAX_AMOUNT) return
        const above = fee * 10_000n - exact
        expect(above > -5000n && above <= 5000n).toBe(true)
      }),
    )
  })

  it('counts unchecked terms as nothing', () => {
    const settings = { fee_basis_points: '290', fee_fixed: -1 }
    expect(calculateFee(purchase(1000n), settings)).toBe(0n)
  })
})

test('terms that are no whole numbers within their bounds are named', () => {
  const broken = [-1, 1.5, 10_001, '290', JSON.rawJSON('10.0')]
  for (const fee_basis_points of broken) {
    expect(validateFees({ fee_basis_points })).toMatchObject([
      { property: 'settings.fee_basis_points', params: ['0', '10000'] },
    ])
  }
  expect(validateFees({ fee_fixed: 2 ** 53 })).toMatchObject([{ property: 'settings.fee_fixed' }])
  expect(validateFees({ fee_basis_points: 10_000, fee_fixed: 0 })).toEqual([])
  expect(validateFees({ fee_basis_points: null })).toEqual([])
})

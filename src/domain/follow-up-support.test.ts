import { describe, expect, test } from 'vitest'
import { unsupportedFollowUp } from './follow-up-support.ts'
import type { Transaction } from './transaction.ts'
import type { FollowUpType } from './transaction-type.ts'

type Means = NonNullable<Parameters<typeof unsupportedFollowUp>[0]>

const EVERYTHING: Means = {
  operations: ['AUTHORIZE', 'CAPTURE', 'REFUND', 'VOID'],
  captures: 'multiple',
  partialRefunds: true,
  voidsRest: true,
}

/** Of 100, with what was captured and what is being captured. */
function why(means: Partial<Means>, [type, amount]: [FollowUpType, bigint], captured = 0n, capturingAmount = 0n) {
  const followUps = { capturingAmount } as Transaction['followUps']
  return unsupportedFollowUp(
    { ...EVERYTHING, ...means },
    { amount: 100n, capturedAmount: captured, followUps },
    type,
    amount,
  )
}

describe('What an account can do', () => {
  test.each<[Partial<Means>, [FollowUpType, bigint], bigint, bigint]>([
    [{}, ['CAPTURE', 30n], 30n, 30n],
    [{}, ['REFUND', 30n], 60n, 0n],
    [{}, ['VOID', 100n], 0n, 0n],
    [{}, ['VOID', 70n], 30n, 0n],
    [{ voidsRest: false }, ['VOID', 100n], 0n, 0n],
    [{ captures: 'partial' }, ['CAPTURE', 30n], 0n, 0n],
    [{ captures: 'none' }, ['CAPTURE', 100n], 0n, 0n],
    [{ partialRefunds: false }, ['REFUND', 60n], 60n, 0n],
  ])('is carried: %o, %o of 100', (means, asked, captured, capturing) => {
    expect(why(means, asked, captured, capturing)).toBeUndefined()
  })
})

describe('What an account cannot do names the field, and what it can do instead', () => {
  test.each<[string, Partial<Means>, [FollowUpType, bigint], bigint, bigint, string, RegExp]>([
    [
      'no void',
      { operations: ['AUTHORIZE', 'CAPTURE', 'REFUND'] },
      ['VOID', 100n],
      0n,
      0n,
      'transaction_type',
      /not support VOID .* CAPTURE, REFUND\.$/,
    ],
    [
      'no follow-ups',
      { operations: ['PURCHASE'] },
      ['REFUND', 100n],
      100n,
      0n,
      'transaction_type',
      /not support REFUND .* another way\.$/,
    ],
    ['a void after a capture', { voidsRest: false }, ['VOID', 70n], 30n, 0n, 'transaction_type', /after a capture/],
    ['a second capture', { captures: 'partial' }, ['CAPTURE', 30n], 30n, 0n, 'transaction_type', /one capture/],
    [
      'a capture beside one under way',
      { captures: 'partial' },
      ['CAPTURE', 30n],
      0n,
      30n,
      'transaction_type',
      /one capture/,
    ],
    [
      'a part where only the whole is captured',
      { captures: 'none' },
      ['CAPTURE', 99n],
      0n,
      0n,
      'amount',
      /send 100\.$/,
    ],
    [
      'a part where only the whole is refunded',
      { partialRefunds: false },
      ['REFUND', 59n],
      60n,
      0n,
      'amount',
      /send 60\.$/,
    ],
  ])('%s', (_, means, asked, captured, capturing, property, message) => {
    expect(why(means, asked, captured, capturing)).toEqual({
      code: '2000',
      property,
      message: expect.stringMatching(message),
    })
  })
})

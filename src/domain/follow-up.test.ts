import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { followUpProblem, maximumAmount, remainingAmounts, settlesAt } from './follow-up.ts'
import type { Transaction } from './transaction.ts'

const PURCHASE = {
  transactionType: 'PURCHASE',
  status: 'APPROVED',
  amount: 1000n,
  capturedAmount: 1000n,
  refundedAmount: 200n,
  disputedAmount: 0n,
  followUps: {
    voidState: null,
    expiryState: null,
    captureState: null,
    capturingAmount: 0n,
    refundingAmount: 300n,
    settlesFrom: new Date('2026-11-26T10:00:00Z'),
  },
  createdAt: new Date('2026-11-26T09:00:00Z'),
} as unknown as Transaction

const authorized = (capturedAmount: bigint, capturingAmount: bigint): Transaction => ({
  ...PURCHASE,
  transactionType: 'AUTHORIZE',
  capturedAmount,
  refundedAmount: 0n,
  followUps: { ...PURCHASE.followUps, captureState: 'OPEN', capturingAmount, refundingAmount: 0n },
})

describe('what remains of a payment', () => {
  it('counts refunds in progress', () => {
    expect(remainingAmounts(PURCHASE)).toEqual({ capturable: 0n, refundable: 500n })
  })

  it('counts what is disputed, and is never below 0', () => {
    const refundable = (disputedAmount: bigint) => remainingAmounts({ ...PURCHASE, disputedAmount }).refundable
    expect([100n, 500n, 1000n].map(refundable)).toEqual([400n, 0n, 0n])
  })

  it('counts captures in progress', () => {
    expect(remainingAmounts(authorized(400n, 100n))).toEqual({ capturable: 500n, refundable: 400n })
  })

  it('is nothing once it is voided, declined or finally captured', () => {
    const voided = { ...PURCHASE, followUps: { ...PURCHASE.followUps, voidState: 'DONE' } } as Transaction
    const declined = { ...PURCHASE, status: 'DECLINED' } as Transaction
    const open = authorized(400n, 0n)
    const closed = { ...open, followUps: { ...open.followUps, captureState: 'CLOSED' } } as unknown as Transaction
    expect(remainingAmounts(voided)).toEqual({ capturable: 0n, refundable: 0n })
    expect(remainingAmounts(declined)).toEqual({ capturable: 0n, refundable: 0n })
    expect(remainingAmounts(closed).capturable).toBe(0n)
  })

  it('is the most that a follow-up may ask for', () => {
    const cents = fc.bigInt({ min: 0n, max: 1000n })
    fc.assert(
      fc.property(cents, cents, cents, (captured, capturing, asked) => {
        fc.pre(captured + capturing <= 1000n && asked > 0n)
        const parent = { transaction: authorized(captured, capturing), voidWindowOver: false }
        const isAllowed = followUpProblem(parent, 'CAPTURE', asked) === undefined
        expect(isAllowed).toBe(asked <= maximumAmount(parent.transaction, 'capture'))
      }),
    )
  })

  it('is the full amount for a void, and of an authorization what is not captured', () => {
    expect(maximumAmount(PURCHASE, 'void')).toBe(1000n)
    expect(maximumAmount(authorized(400n, 0n), 'void')).toBe(600n)
  })
})

test('money settles after the delay, from the capture if there is one and else from the payment', () => {
  expect(settlesAt(PURCHASE, 3600)).toEqual(new Date('2026-11-26T11:00:00Z'))
  const uncaptured = { ...PURCHASE, followUps: { ...PURCHASE.followUps, settlesFrom: null } }
  expect(settlesAt(uncaptured, 3600)).toEqual(new Date('2026-11-26T10:00:00Z'))
})

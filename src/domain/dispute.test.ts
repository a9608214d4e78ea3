import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addToHistory,
  bookedAmount,
  type Dispute,
  type DisputeMovement,
  type DisputeReport,
  disputeActions,
  factsOf,
} from './dispute.ts'

const taken = (amount: bigint, currency = 'EUR'): DisputeMovement => ({ id: '1', kind: 'WITHDRAWN', amount, currency })
const back = (amount: bigint): DisputeMovement => ({ ...taken(amount), kind: 'REINSTATED' })

const REPORT: DisputeReport = {
  ...{ attemptId: 'att_1', stage: 'CHARGEBACK', status: 'LOST', reason: 'FRAUD', networkReasonCode: null },
  ...{ amount: 1000n, currency: 'EUR', respondBy: null, movements: [taken(1000n), back(1000n)] },
}

describe('the amount of a record', () => {
  it.each([
    ['as the provider took it', taken(400n), 0n, 400n],
    ['at most what was captured', taken(2000n), 0n, 1000n],
    ['at most what no other dispute has taken', taken(1000n), 700n, 300n],
    ['all that was captured, in another currency', taken(5n, 'USD'), 0n, 1000n],
    ['nothing of what is disputed in full', taken(1n), 1000n, 0n],
  ])('is %s', (_, movement, disputedAmount, expected) => {
    const room = { capturedAmount: 1000n, disputedAmount, withdrawnAmount: 0n }
    expect(bookedAmount(movement, { currency: 'EUR' }, room)).toBe(expected)
  })

  it('never makes more disputed than captured, nor more given back than taken, in any order', () => {
    const movement = fc.record({ isTaken: fc.boolean(), amount: fc.bigInt({ min: 1n, max: 2000n }) })
    fc.assert(
      fc.property(fc.array(movement), (movements) => {
        let disputed = 0n
        for (const { isTaken, amount } of movements) {
          const room = { capturedAmount: 1000n, disputedAmount: disputed, withdrawnAmount: disputed }
          const booked = bookedAmount(isTaken ? taken(amount) : back(amount), { currency: 'EUR' }, room)
          disputed += isTaken ? booked : -booked
          expect(disputed >= 0n && disputed <= 1000n).toBe(true)
        }
      }),
    )
  })
})

describe('the facts of a report', () => {
  it('have the status of the provider and the funds of its movements', () => {
    expect(factsOf(REPORT, undefined)).toMatchObject({ status: 'LOST', funds: 'REINSTATED' })
    expect(factsOf({ ...REPORT, movements: [] }, undefined)).toMatchObject({ status: 'LOST', funds: 'NONE' })
  })

  it('call a lost case accepted if the merchant accepted it', () => {
    const opened = addToHistory([], { ...factsOf(REPORT, undefined), status: 'NEEDS_RESPONSE' }, new Date(1))
    const accepted = { status: 'NEEDS_RESPONSE', acceptedAt: new Date(2), history: opened } as unknown as Dispute
    expect(factsOf(REPORT, accepted)).toMatchObject({ status: 'ACCEPTED' })
    expect(factsOf({ ...REPORT, status: 'WON' }, accepted)).toMatchObject({ status: 'WON' })
    const contested = addToHistory(opened, { ...factsOf(REPORT, undefined), status: 'UNDER_REVIEW' }, new Date(3))
    const reviewed = { ...accepted, status: 'UNDER_REVIEW', history: contested } as const
    expect(factsOf(REPORT, reviewed)).toMatchObject({ status: 'LOST' })
  })

  it('are added to the history once', () => {
    const history = addToHistory([], factsOf(REPORT, undefined), new Date())
    expect(addToHistory(history, factsOf(REPORT, undefined), new Date())).toBe(history)
  })
})

it('an open case can be accepted if its provider takes an acceptance', () => {
  expect(disputeActions({ status: 'UNDER_REVIEW' }, true)).toEqual(['accept'])
  expect(disputeActions({ status: 'UNDER_REVIEW' }, false)).toEqual([])
  expect(disputeActions({ status: 'WON' }, true)).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { disputedCaptureIn, disputeReportOf } from './dispute.ts'

/** As PayPal's reference of Customer Disputes v1 shows a case. */
const DISPUTE = {
  dispute_id: 'PP-D-1',
  disputed_transactions: [{ seller_transaction_id: '3BC38643YC807283D' }],
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: 'WAITING_FOR_SELLER_RESPONSE',
  dispute_amount: { currency_code: 'USD', value: '3.30' },
  dispute_life_cycle_stage: 'INQUIRY',
  seller_response_due_date: '2026-12-01T10:00:00.000Z',
}

const movement = (type: string, initiated_time: string, affected_party = 'SELLER') => {
  return { affected_party, amount: { currency_code: 'USD', value: '3.30' }, initiated_time, type }
}

describe('A dispute of PayPal', () => {
  test('has the facts of its object', () => {
    expect(disputedCaptureIn(DISPUTE)).toBe('3BC38643YC807283D')
    expect(disputeReportOf(DISPUTE, 'att_1')).toEqual({
      ...{
        attemptId: 'att_1',
        stage: 'INQUIRY',
        status: 'NEEDS_RESPONSE',
        reason: 'NOT_RECEIVED',
        networkReasonCode: null,
      },
      ...{ amount: 330n, currency: 'USD', respondBy: new Date('2026-12-01T10:00:00Z'), movements: [] },
    })
  })

  test.each([
    ['RESOLVED_BUYER_FAVOUR', 'LOST'],
    ['RESOLVED_SELLER_FAVOUR', 'WON'],
    ['CANCELED_BY_BUYER', 'CLOSED'],
    ['ACCEPTED', 'ACCEPTED'],
  ])('that is resolved with %s is %s', (outcome_code, status) => {
    expect(disputeReportOf({ ...DISPUTE, status: 'RESOLVED', dispute_outcome: { outcome_code } }, 'att_1').status).toBe(
      status,
    )
  })

  test('has the money that moved at the seller, in order', () => {
    const money_movements = [
      movement('CREDIT', '2026-02-02T00:00:00Z'),
      movement('DEBIT', '2026-02-01T00:00:00Z'),
      movement('CREDIT', '2026-02-03T00:00:00Z', 'BUYER'),
    ]
    const { movements } = disputeReportOf({ ...DISPUTE, money_movements }, 'att_1')
    expect(movements.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['WITHDRAWN', 330n],
      ['REINSTATED', 330n],
    ])
  })

  test.each([{ status: 'STRANGE' }, { dispute_life_cycle_stage: 'X' }, { dispute_amount: { value: '1.234' } }])(
    'with %j is not guessed',
    (change) => {
      expect(() => disputeReportOf({ ...DISPUTE, ...change }, 'att_1')).toThrow(UnknownOutcome)
    },
  )
})

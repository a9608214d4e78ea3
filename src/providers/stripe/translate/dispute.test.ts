import { describe, expect, test } from 'vitest'
import { UnknownOutcome } from '#providers/port/provider.ts'
import { disputeReportOf } from './dispute.ts'

/** As Stripe's API reference shows a dispute, with its intent expanded. */
const DISPUTE = {
  ...{ id: 'dp_1', object: 'dispute', amount: 1000, currency: 'usd', status: 'needs_response', reason: 'fraudulent' },
  payment_intent: { id: 'pi_1', metadata: { attempt_id: 'att_1', merchant_id: 'mer_1' } },
  evidence_details: { due_by: 1_800_000_000 },
  payment_method_details: { card: { network_reason_code: '10.4' } },
  balance_transactions: [{ id: 'txn_1', amount: -1000, currency: 'usd', fee: 1500, created: 10 }],
}

describe('A dispute of Stripe', () => {
  test('has the facts of its object', () => {
    expect(disputeReportOf(DISPUTE)).toEqual({
      ...{
        attemptId: 'att_1',
        stage: 'CHARGEBACK',
        status: 'NEEDS_RESPONSE',
        reason: 'FRAUD',
        networkReasonCode: '10.4',
      },
      ...{ amount: 1000n, currency: 'USD', respondBy: new Date(1_800_000_000_000) },
      movements: [{ id: 'txn_1', kind: 'WITHDRAWN', amount: 1000n, currency: 'USD' }],
    })
  })

  test.each([
    ['warning_needs_response', 'INQUIRY', 'NEEDS_RESPONSE'],
    ['warning_under_review', 'INQUIRY', 'UNDER_REVIEW'],
    ['warning_closed', 'INQUIRY', 'CLOSED'],
    ['under_review', 'CHARGEBACK', 'UNDER_REVIEW'],
    ['won', 'CHARGEBACK', 'WON'],
    ['lost', 'CHARGEBACK', 'LOST'],
  ])('that is %s is %s, %s', (status, ...expected) => {
    const { stage, status: ours } = disputeReportOf({ ...DISPUTE, status })
    expect([stage, ours]).toEqual(expected)
  })

  test('has money as its balance transactions say, with any status', () => {
    const back = { id: 'txn_2', amount: 1000, currency: 'usd', fee: 0, created: 20 }
    const again = { id: 'txn_3', amount: -1000, currency: 'usd', fee: 0, created: 30 }
    const balance_transactions = [again, back, ...DISPUTE.balance_transactions]
    const { status, movements } = disputeReportOf({ ...DISPUTE, status: 'won', balance_transactions })
    expect(status).toBe('WON')
    expect(movements.map(({ id, kind }) => [id, kind])).toEqual([
      ['txn_1', 'WITHDRAWN'],
      ['txn_2', 'REINSTATED'],
      ['txn_3', 'WITHDRAWN'],
    ])
  })

  test.each([{ status: 'strange' }, { payment_intent: 'pi_1' }, { amount: '1000' }])(
    'with %j is not guessed',
    (change) => {
      expect(() => disputeReportOf({ ...DISPUTE, ...change })).toThrow(UnknownOutcome)
    },
  )
})

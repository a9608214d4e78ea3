import { expect, test } from 'vitest'
import type { Agreement } from './agreement.ts'
import { agreementAfter } from './agreement-changes.ts'
import type { Transaction } from './transaction.ts'

const AGREEMENT = { status: 'ACTIVE', stopReason: null, paymentMethodToken: 'tok_present' } as Agreement

/** A declined charge of a closed card. @param token of the card that was charged */
function closedCard(token: string): Transaction {
  return {
    id: 'trx_1',
    updatedAt: new Date(),
    status: 'DECLINED',
    paymentMethod: { type: 'agreement', token },
    processingResult: { providerResponseCode: '43' },
    data: null,
  } as unknown as Transaction
}

test.each([
  ['tok_present', { status: 'SUSPENDED', stopReason: 'CARD_CLOSED' }],
  ['tok_before', { status: 'ACTIVE', stopReason: null }],
])('a charge of the closed card %s leaves its agreement %j', (token, expected) => {
  expect(agreementAfter(AGREEMENT, closedCard(token), undefined)).toMatchObject(expected)
})

import { expect, test } from 'vitest'
import { answerOf, refundAnswerOf } from './intent.ts'

const charge = (fields: object = {}) => ({
  id: 'ch_1',
  refunded: false,
  outcome: { network_status: 'approved_by_network', seller_message: 'Payment complete.' },
  payment_method_details: { card: { authorization_code: '044925', checks: null } },
  ...fields,
})
const intent = (status: string, fields: object = {}) => ({ id: 'pi_1', status, latest_charge: charge(), ...fields })

test.each([
  ['succeeded', 'PURCHASE', '0000'],
  ['succeeded', 'AUTHORIZE', '0000'],
  ['requires_capture', 'AUTHORIZE', '0000'],
  ['requires_capture', 'PURCHASE', '1002'],
  ['processing', 'PURCHASE', '1002'],
  ['requires_action', 'PURCHASE', '1002'],
  ['canceled', 'PURCHASE', '1001'],
  ['a status of tomorrow', 'PURCHASE', '1002'],
  ['constructor', 'PURCHASE', '1002'],
] as const)('an intent that is %s means for a %s: %s', (status, operation, code) => {
  expect(answerOf(intent(status), operation)).toMatchObject({ kind: 'outcome', outcome: { code } })
})

test.each(['requires_payment_method', 'requires_confirmation'])('%s: declined, or never confirmed', (status) => {
  expect(answerOf(intent(status, { last_payment_error: null }), 'PURCHASE')).toEqual({ kind: 'not-found' })
  const declined = intent(status, { last_payment_error: { decline_code: 'insufficient_funds' } })
  expect(answerOf(declined, 'PURCHASE')).toMatchObject({ outcome: { code: '1004' } })
})

test('an approval contains what the issuer answered', () => {
  expect(answerOf(intent('succeeded'), 'PURCHASE')).toEqual({
    kind: 'outcome',
    outcome: {
      code: '0000',
      responseMessage: 'Payment complete.',
      approvalCode: '044925',
      referenceNumber: 'ch_1',
      providerResponseCode: 'approved_by_network',
      providerResponseMessage: 'Payment complete.',
      checks: null,
    },
  })
})

test.each([
  [
    { exp_month: 3, exp_year: 2031, last4: '1111' },
    { expiry: { month: 3, year: 2031 }, lastFour: '1111' },
  ],
  [{ exp_month: 3, exp_year: 2031 }, undefined],
  [{ exp_month: 13, exp_year: 2031, last4: '1111' }, undefined],
  [{ exp_month: '3', exp_year: null, last4: '1111' }, undefined],
])('an approval of the card %j names the expiry %j', (card, update) => {
  const answer = answerOf(
    intent('succeeded', { latest_charge: charge({ payment_method_details: { card } }) }),
    'PURCHASE',
  )
  const { cardUpdate } = (answer as { outcome: { cardUpdate?: object } }).outcome
  expect(cardUpdate).toEqual(update && { kind: 'expiry', ...update })
})

test('the ID of the scheme is kept for charges by agreement', () => {
  const card = { network_transaction_id: 'MCC123456789' }
  const approved = intent('succeeded', { latest_charge: charge({ payment_method_details: { card } }) })
  expect(answerOf(approved, 'PURCHASE')).toMatchObject({ outcome: { networkTransactionId: 'MCC123456789' } })
})

test('a charge that was refunded whole was reversed', () => {
  const refunded = intent('succeeded', { latest_charge: charge({ refunded: true }) })
  expect(answerOf(refunded, 'PURCHASE')).toMatchObject({ outcome: { code: '1001' } })
})

test.each([
  ['pass', 'pass', 'pass', 'match', 'match'],
  ['fail', 'fail', 'fail', 'no_match', 'no_match'],
  ['pass', 'fail', 'unchecked', 'partial_match', 'not_checked'],
  ['fail', 'unavailable', null, 'no_match', 'not_checked'],
  ['unavailable', 'unavailable', 'unavailable', 'unavailable', 'unavailable'],
  [null, 'pass', 'pass', 'match', 'match'],
  ['pass', null, 'pass', 'match', 'match'],
  [null, null, 'a result of tomorrow', 'not_checked', 'not_checked'],
])('street %s, postal code %s, security code %s: AVS %s, CVV %s', (street, postalCode, cvc, avs, cvv) => {
  const checks = { address_line1_check: street, address_postal_code_check: postalCode, cvc_check: cvc }
  const checked = intent('succeeded', { latest_charge: charge({ payment_method_details: { card: { checks } } }) })
  expect(answerOf(checked, 'PURCHASE')).toMatchObject({ outcome: { checks: { avs, cvv } } })
})

test.each([
  ['succeeded', '0000'],
  ['pending', '1002'],
  ['requires_action', '1002'],
  ['failed', '1000'],
  ['canceled', '1000'],
  ['a status of tomorrow', '1002'],
  [null, '1002'],
])('a refund that is %s: %s', (status, code) => {
  expect(refundAnswerOf({ id: 're_1', status })).toMatchObject({ kind: 'outcome', outcome: { code } })
})

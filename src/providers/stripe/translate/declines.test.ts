import { describe, expect, test } from 'vitest'
import type { Outcome } from '#domain/transaction.ts'
import { declineOf, refusalOf } from './declines.ts'

const error = (fields: object) => ({ type: 'card_error', code: 'card_declined', message: 'Declined.', ...fields })

/** The whole table of docs/providers/stripe.md#declines, written again. */
const DECLINES: readonly (readonly [code: string, stops: boolean, declines: string])[] = [
  ['1004', false, 'insufficient_funds card_velocity_exceeded withdrawal_count_limit_exceeded'],
  ['4101', false, 'fraudulent security_violation'],
  ['4100', false, 'merchant_blacklist'],
  ['1001', false, 'processing_error issuer_not_available try_again_later reenter_transaction'],
  ['1000', true, 'stolen_card lost_card pickup_card restricted_card do_not_try_again revocation_of_authorization'],
  ['1000', true, 'revocation_of_all_authorizations stop_payment_order expired_card incorrect_number invalid_number'],
  ['1000', true, 'invalid_account invalid_expiry_month invalid_expiry_year incorrect_cvc invalid_cvc incorrect_zip'],
  [
    '1000',
    false,
    'card_not_supported currency_not_supported transaction_not_allowed service_not_allowed not_permitted',
  ],
  ['1000', false, 'invalid_amount do_not_honor generic_decline call_issuer no_action_taken approve_with_id'],
  ['1000', false, 'duplicate_transaction pin_try_exceeded constructor toString a_code_of_tomorrow'],
]

describe.each(DECLINES)('%s, stops retries: %s', (code, stops, declines) => {
  test.each(declines.split(' '))('%s', (decline) => {
    const answer = declineOf(error({ decline_code: decline }))
    expect(answer).toMatchObject({ kind: 'outcome', outcome: { code, providerResponseCode: decline } })
    expect('outcome' in answer && answer.outcome.stopsRetries === true).toBe(stops)
  })
})

test('a card error without a decline code is known by its code', () => {
  expect(declineOf({ type: 'card_error', code: 'expired_card' })).toMatchObject({
    outcome: { code: '1000', providerResponseCode: 'expired_card', stopsRetries: true },
  })
  expect(declineOf({ type: 'card_error' })).toMatchObject({ outcome: { providerResponseCode: 'card_error' } })
})

test.each([{ decline_code: 'authentication_required' }, { code: 'authentication_required' }])(
  '%j asks for an authentication',
  (fields) => {
    expect(declineOf(error(fields))).toMatchObject({ kind: 'authentication-required', outcome: { code: '1000' } })
  },
)

test('the advice not to try again applies to every code', () => {
  const told = error({ decline_code: 'do_not_honor', advice_code: 'do_not_try_again', network_decline_code: '05' })
  expect(declineOf(told)).toMatchObject({
    outcome: { stopsRetries: true, providerResponseMessage: 'Declined. (network decline code 05)' },
  })
})

test.each([
  [{ advice_code: 'confirm_card_data' }, '01'],
  [{ advice_code: 'try_again_later', network_advice_code: '24' }, '24'],
  [{ advice_code: 'do_not_try_again', network_advice_code: 'constructor' }, '03'],
  [{ decline_code: 'stop_payment_order', advice_code: 'try_again_later' }, '21'],
  [{ decline_code: 'revocation_of_authorization' }, '21'],
  [{ advice_code: 'constructor' }, undefined],
])('%j is the advice code %s of the schemes', (fields, adviceCode) => {
  const { outcome } = declineOf(error(fields)) as { outcome: Outcome }
  expect(outcome.adviceCode).toBe(adviceCode)
})

test.each([
  [400, { type: 'invalid_request_error', code: 'amount_too_large' }, 'amount_too_large'],
  [401, { type: 'invalid_request_error' }, 'invalid_request_error'],
  [403, { code: 'more_permissions_required' }, 'more_permissions_required'],
  [404, { code: 'resource_missing' }, 'resource_missing'],
  [429, { code: 'rate_limit' }, 'rate_limit'],
  [418, {}, 'http_418'],
])('a refusal of the request (%i) is 1001 with its code: nothing was charged', (status, fields, code) => {
  const answer = refusalOf({ status, headers: new Headers(), json: { error: fields } })
  expect(answer).toMatchObject({ kind: 'outcome', outcome: { code: '1001', providerResponseCode: code } })
})

test('texts are kept without card numbers and keys', () => {
  const message = 'No 4111 1111-1111 1111, no sk_test_4eC39HqLyjWDarjtT1zdp7dc.'
  const shown = JSON.stringify([
    declineOf(error({ message })),
    refusalOf({ status: 400, headers: new Headers(), json: { error: { message } } }),
  ])
  expect(shown).not.toMatch(/1111|4eC39/)
})

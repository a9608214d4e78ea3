import { describe, expect, test } from 'vitest'
import type { CardInstrument } from '#domain/instrument.ts'
import { agreementOf, attemptOf, callOn, chargeOf, followUpOf, proofOf } from '#provider/contract/test-charges.ts'
import type { Charge } from '#providers/port/provider.ts'
import { readDefinition } from '#test/provider-sandbox/definition.ts'
import { CREDENTIALS, stripeAccount } from '#test/stripe-sandbox/account.ts'
import { parseForm } from '#test/stripe-sandbox/form.ts'
import { cancelIntent, captureIntent, captureMark, createRefund, refundUnwanted } from './follow-ups.ts'
import { apiRequestOf, type StripeRequest } from './form.ts'
import { confirmIntent, createIntent, createPaymentMethod, describeIntent } from './requests.ts'

const DEFINITION = readDefinition('stripe-2026-08-26.dahlia.json', { form: true })
const account = stripeAccount()
const charge: Charge = { ...chargeOf(account, {}), attemptId: 'att_1', transactionId: 'trx_1', merchantId: 'mer_1' }
const asked = { ...attemptOf(charge), reference: 'order 1' }
const { card } = charge.instrument as CardInstrument
const shopper = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  address: 'Strada 1',
  city: 'Iași',
  postalCode: '7000',
  country: 'RO',
}

function sent(request: StripeRequest) {
  const { body, headers } = apiRequestOf(callOn(account, CREDENTIALS), request, 'test')!
  return { form: parseForm(body ?? ''), headers }
}

const judged = (path: string, request: StripeRequest) => DEFINITION.request('POST', path, sent(request).form)
const threeDSecureOf = (proof: Charge['proof']) =>
  sent(confirmIntent('pi_1', { attemptId: 'att_1', proof }, 'pm_1')).form.payment_method_options

test('the judge refuses a parameter that Stripe does not have', () => {
  const request = createIntent(asked)
  expect(judged('/v1/payment_intents', { ...request, form: { ...request.form, colour: 'red' } })).toHaveLength(1)
})

describe('Stripe’s definition accepts', () => {
  const purchase = followUpOf({ ...charge, transactionType: 'AUTHORIZE' }, 'pi_1')
  const withShopper = { ...charge, customer: { ...charge.customer, ...shopper } }

  test.each<[string, string, StripeRequest]>([
    ['the intent of a purchase', '/v1/payment_intents', createIntent(asked)],
    ['the intent of an authorization', '/v1/payment_intents', createIntent({ ...asked, operation: 'AUTHORIZE' })],
    ['the descriptor', '/v1/payment_intents/{intent}', describeIntent('pi_1', 'att_1', 'LARKSPUR')],
    ['the card', '/v1/payment_methods', createPaymentMethod(charge, card)],
    ['the card with its holder', '/v1/payment_methods', createPaymentMethod(withShopper, { ...card, cvv: null })],
    ['the confirmation', '/v1/payment_intents/{intent}/confirm', confirmIntent('pi_1', charge, 'pm_1')],
    [
      'the confirmation with a proof',
      '/v1/payment_intents/{intent}/confirm',
      confirmIntent('pi_1', { ...charge, proof: proofOf('Y') }, 'pm_1'),
    ],
    [
      'the confirmation of an agreement',
      '/v1/payment_intents/{intent}/confirm',
      confirmIntent('pi_1', { ...charge, agreement: agreementOf('CUSTOMER') }, 'pm_1'),
    ],
    [
      'the confirmation of a charge by agreement',
      '/v1/payment_intents/{intent}/confirm',
      confirmIntent('pi_1', { ...charge, agreement: agreementOf('MERCHANT') }, 'pm_1'),
    ],
    ['a capture', '/v1/payment_intents/{intent}/capture', captureIntent({ ...purchase, operation: 'CAPTURE' })],
    ['a cancellation', '/v1/payment_intents/{intent}/cancel', cancelIntent('pi_1')],
    ['a refund', '/v1/refunds', createRefund(purchase)],
    ['a refund of what nobody wants', '/v1/refunds', refundUnwanted('pi_1', 'att_1')],
  ])('%s', (_what, path, request) => expect(judged(path, request)).toEqual([]))
})

test('a payment with an agreement says whether its shopper is present', () => {
  const presenceOf = (initiatedBy: 'CUSTOMER' | 'MERCHANT') => {
    const { off_session, setup_future_usage } = sent(
      confirmIntent('pi_1', { ...charge, agreement: agreementOf(initiatedBy) }, 'pm_1'),
    ).form
    return { off_session, setup_future_usage }
  }
  expect(presenceOf('CUSTOMER')).toEqual({ setup_future_usage: 'off_session' })
  expect(presenceOf('MERCHANT')).toEqual({ off_session: 'true' })
  expect(sent(confirmIntent('pi_1', charge, 'pm_1')).form).not.toHaveProperty('setup_future_usage')
})

/** An inquiry of the next release has to say it again to the letter, or Stripe does not know the key. */
test('the first request is made of nothing but what every attempt is known by, and stays as it is', () => {
  const { form, headers } = sent(createIntent({ ...asked, operation: 'AUTHORIZE' }))
  expect(form).toEqual({
    amount: '1000',
    currency: 'eur',
    capture_method: 'manual',
    payment_method_types: ['card'],
    payment_method_options: { card: { request_multicapture: 'if_available' } },
    description: 'order 1',
    metadata: { attempt_id: 'att_1', transaction_id: 'trx_1', merchant_id: 'mer_1' },
  })
  expect(headers).toMatchObject({ 'idempotency-key': 'att_1:create', 'stripe-version': '2026-08-26.dahlia' })
  expect(sent(createIntent({ ...charge, operation: 'PURCHASE' })).form).toEqual(
    sent(createIntent(attemptOf(charge))).form,
  )
})

test('the card goes out once, with its code and its holder, and nothing empty', () => {
  const holder = { ...charge, customer: { ...charge.customer, ...shopper } }
  expect(sent(createPaymentMethod(holder, card)).form).toEqual({
    type: 'card',
    card: { number: '4111111111111111', exp_month: '12', exp_year: String(card.expirationYear), cvc: '737' },
    billing_details: {
      name: 'Ada Lovelace',
      address: { line1: 'Strada 1', city: 'Iași', postal_code: '7000', country: 'RO' },
    },
  })
  const typed = createPaymentMethod(charge, { ...card, cvv: null, holderName: 'A. Lovelace' })
  expect(Object.keys(sent(typed).form)).toEqual(['type', 'card', 'billing_details'])
  expect(sent(typed).form.billing_details).toEqual({ name: 'A. Lovelace' })
})

test('what is kept of a request holds no secret', () => {
  const requests = [
    createPaymentMethod(charge, card),
    confirmIntent('pi_1', { ...charge, proof: proofOf('Y') }, 'pm_1'),
  ]
  expect(requests.map(({ kept }) => kept)).toEqual([undefined, undefined])
})

test('the proof of an authentication is passed on as it is', () => {
  const proof = proofOf('Y')
  expect(threeDSecureOf(proof)).toEqual({
    card: {
      three_d_secure: {
        version: '2.2.0',
        cryptogram: 'AAABBEg0VhI0VniQEjRWAAAAAAA=',
        transaction_id: proof.dsTransId,
        electronic_commerce_indicator: '05',
      },
    },
  })
  expect(threeDSecureOf({ ...proof, eci: '00' })).not.toHaveProperty(
    'card.three_d_secure.electronic_commerce_indicator',
  )
})

test('without a value or the directory server’s id there is no proof', () => {
  const proof = proofOf('U')
  for (const missing of [null, { ...proof, authenticationValue: null }, { ...proof, dsTransId: null }]) {
    expect(threeDSecureOf(missing)).toBeUndefined()
  }
})

test.each([
  [300n, false, 'false'],
  [300n, true, 'true'],
  [1000n, false, 'true'],
])('a capture of %s of 1000, final: %s, sends Stripe %s', (amount, finalCapture, expected) => {
  const capture = { ...followUpOf(charge, 'pi_1'), operation: 'CAPTURE', finalCapture } as const
  const { form } = sent(captureIntent({ ...capture, attemptId: 'att_2', money: { amount, currency: 'EUR' } }))
  expect(form).toEqual({
    amount_to_capture: String(amount),
    final_capture: expected,
    metadata: { capture_att_2: String(amount) },
  })
})

test('what an intent remembers a capture by fits into the name of a field of metadata', () => {
  const mark = captureMark('att_europe_3MUxFeOMTFfucNlzMJKaTCuGtFy')
  expect(mark).toBe(captureMark('att_3MUxFeOMTFfucNlzMJKaTCuGtFy'))
  expect(mark.length).toBeLessThanOrEqual(40)
})

test('an account without a key, or with one of the other environment, sends no request', () => {
  expect(apiRequestOf(callOn(account, {}), createIntent(asked), 'test')).toBeUndefined()
  expect(apiRequestOf(callOn(account, CREDENTIALS), createIntent(asked), 'live')).toBeUndefined()
})

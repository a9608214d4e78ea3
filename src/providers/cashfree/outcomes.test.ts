import { describe, expect, test } from 'vitest'
import type { ApiAnswer } from '#providers/port/call-api.ts'
import { OtherMoney } from '#providers/port/provider.ts'
import { decidingPayment, paidIn, parseLink, parsePayment, paymentSaysOf } from './translate/payments.ts'
import { isDuplicateId, parseRefund, parseTransfer, refusalOf } from './translate/refunds-and-transfers.ts'

const code = (is: string) => ({ kind: 'outcome', outcome: { code: is } })
const payment = (json: object, orderId = 'order_1') => ({ orderId, json })

describe('A payment', () => {
  test.each([
    ['SUCCESS', '0000'],
    ['PENDING', '1002'],
    ['NOT_ATTEMPTED', '1002'],
    ['FAILED', '1000'],
    ['VOID', '1000'],
    ['USER_DROPPED', '1003'],
    ['CANCELLED', '1003'],
    ['SOMETHING_NEW', '1002'],
    [undefined, '1002'],
  ])('in status %s is %s', (payment_status, is) => {
    expect(parsePayment(payment({ payment_status }))).toMatchObject(code(is))
  })

  test.each([
    ['Z9', '1004'],
    ['Z8', '1004'],
    ['Z7', '1004'],
    ['K1', '4101'],
    ['U16', '4101'],
    ['ZM', '1000'],
    ['U99', '1000'],
  ])('that failed with %s of NPCI is %s, with that code kept', (error_code_raw, is) => {
    const says = parsePayment(payment({ payment_status: 'FAILED', error_details: { error_code_raw } }))
    expect(says).toMatchObject({ outcome: { code: is, providerResponseCode: error_code_raw } })
  })

  test('keeps what it can of a failure without such a code, and the number of a success', () => {
    const failed = { payment_status: 'FAILED', error_details: { error_code: 'TRANSACTION_DECLINED' } }
    expect(parsePayment(payment(failed))).toMatchObject({ outcome: { providerResponseCode: 'TRANSACTION_DECLINED' } })
    const paid = { payment_status: 'SUCCESS', bank_reference: '2349', auth_id: 'A1' }
    expect(parsePayment(payment(paid))).toMatchObject({ outcome: { referenceNumber: '2349', approvalCode: 'A1' } })
  })

  test('counts where it was taken, else where it is in progress, else where it was the last', () => {
    const at = (payment_status: string, payment_time: string) => payment({ payment_status, payment_time }, payment_time)
    const first = at('FAILED', '2026-01-01T10:00:00+05:30')
    const last = at('USER_DROPPED', '2026-01-01T10:05:00+05:30')
    const open = at('PENDING', '2026-01-01T09:00:00+05:30')
    const paid = at('SUCCESS', '2026-01-01T08:00:00+05:30')
    const untried = at('NOT_ATTEMPTED', '2026-01-01T11:00:00+05:30')
    expect(decidingPayment([first, last, untried])).toBe(last)
    expect(decidingPayment([last, open, first])).toBe(open)
    expect(decidingPayment([last, open, paid])).toBe(paid)
    expect([decidingPayment([]), decidingPayment([untried])]).toEqual([undefined, undefined])
  })
})

describe('A payment of 10 rupees', () => {
  const asked = { amount: 1000n, currency: 'INR' }
  const paid = (json: object) => payment({ payment_status: 'SUCCESS', ...json })

  test.each([
    ['that repeats nothing', {}, 1000n],
    ['that repeats the payment', { payment_amount: 10, payment_currency: 'INR' }, 1000n],
    ['that repeats its order too', { order_amount: 10, order_currency: 'INR', payment_amount: 10 }, 1000n],
    ['with a fee on top', { order_amount: 10, order_currency: 'INR', payment_amount: 10.24 }, 1000n],
  ])('%s is approved, and goes back without a fee', (_how, json, back) => {
    expect(paymentSaysOf(paid(json), asked)).toMatchObject(code('0000'))
    expect(paidIn(paid(json), asked)).toEqual({ amount: back, currency: 'INR' })
  })

  test.each([
    ['less was paid', { order_amount: 10, payment_amount: 9.99 }, 999n],
    ['more was paid, for no order that is named', { payment_amount: 10.24 }, 1024n],
    ['the order is of more', { order_amount: 11, payment_amount: 11 }, 1100n],
    ['the order is of less', { order_amount: 9, payment_amount: 10 }, 900n],
    ['the order is in another currency', { order_amount: 10, order_currency: 'USD', payment_amount: 10 }, 1000n],
    ['it was paid in another currency', { order_amount: 10, payment_amount: 12, payment_currency: 'USD' }, 1000n],
    ['the order has a text for its amount', { order_amount: '11', payment_amount: 10 }, 1000n],
  ])('is other money if %s', (_how, json, back) => {
    expect(() => paymentSaysOf(paid(json), asked)).toThrow(OtherMoney)
    expect(paidIn(paid(json), asked).amount).toBe(back)
  })
})

test.each([
  ['ACTIVE', { kind: 'shopper-step', step: { kind: 'redirect', url: 'https://x.example' } }],
  ['EXPIRED', code('1005')],
  ['CANCELLED', code('1001')],
  ['PARTIALLY_PAID', code('1002')],
  ['PAID', code('1002')],
  ['SOMETHING_NEW', code('1002')],
  [undefined, code('1002')],
])('a link without a payment, in status %s', (link_status, answer) => {
  expect(parseLink({ link_status, link_url: 'https://x.example' })).toMatchObject(answer)
})

test.each([
  ['SUCCESS', '0000'],
  ['PENDING', '1002'],
  ['ONHOLD', '1002'],
  ['CANCELLED', '1000'],
  ['FAILED', '1000'],
  ['SOMETHING_NEW', '1002'],
  [undefined, '1002'],
])('a refund in status %s is %s', (refund_status, is) => expect(parseRefund({ refund_status })).toMatchObject(code(is)))

test.each([
  ['SUCCESS', '0000'],
  ['RECEIVED', '1002'],
  ['APPROVAL_PENDING', '1002'],
  ['PENDING', '1002'],
  ['FAILED', '1000'],
  ['REJECTED', '1000'],
  ['REVERSED', '1000'],
  ['SOMETHING_NEW', '1002'],
  [undefined, '1002'],
])('a transfer in status %s is %s', (status, is) => {
  const says = parseTransfer({ status, status_code: 'INVALID_ACCOUNT_FAIL', transfer_utr: 'UTR1' })
  expect(says).toMatchObject({
    outcome: { code: is, providerResponseCode: 'INVALID_ACCOUNT_FAIL', referenceNumber: 'UTR1' },
  })
})

describe('A refusal', () => {
  const answer = (status: number, json: unknown): ApiAnswer => ({ status, headers: new Headers(), json })

  test.each([
    [400, 'beneficiary_bank_ifsc_invalid', '1000'],
    [422, 'something_new', '1000'],
    [401, 'request_failed', '1001'],
    [403, 'apis_not_enabled', '1001'],
    [404, 'order_not_found', '1001'],
    [429, 'rate_limit', '1001'],
  ])('%i %s is %s', (status, word, is) => {
    expect(refusalOf(answer(status, { code: word, message: 'm' }))).toMatchObject({
      outcome: { code: is, providerResponseCode: word, providerResponseMessage: 'm' },
    })
  })

  test('quotes no number that it refuses', () => {
    const message = 'bank account 50100012345678 of +919876543210 is invalid (E404)'
    const providerResponseMessage = 'bank account … of +… is invalid (E404)'
    expect(refusalOf(answer(400, { message }))).toMatchObject({ outcome: { providerResponseMessage } })
  })

  test.each([
    [409, {}, true],
    [400, { code: 'transfer_id_already_exists' }, true],
    [422, { type: 'idempotency_error' }, true],
    [400, { code: 'transfer_id_invalid' }, false],
  ])('%i %j says that the id is taken: %s', (status, json, is) => expect(isDuplicateId(answer(status, json))).toBe(is))
})

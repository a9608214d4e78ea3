import { describe, expect, test } from 'vitest'
import type { ApiAnswer } from '#providers/port/call-api.ts'
import { mayHaveSucceeded, refusalOf, requiresPayerAction } from './translate/faults.ts'
import { parseOrder } from './translate/orders.ts'
import { refundSays } from './translate/refunds.ts'

const link = { rel: 'payer-action', href: 'https://www.paypal.com/checkoutnow?token=1' }
const redirect = { kind: 'shopper-step', step: { kind: 'redirect', url: link.href } }
const code = (is: string) => ({ kind: 'outcome', outcome: { code: is } })

const withCapture = (status: unknown, more = {}) => ({
  status: 'COMPLETED',
  intent: 'CAPTURE',
  purchase_units: [{ payments: { captures: [{ id: 'CAP1', status, ...more }] } }],
})

describe('An order', () => {
  test.each([
    ['CREATED', redirect],
    ['PAYER_ACTION_REQUIRED', redirect],
    ['APPROVED', 'approved'],
    ['VOIDED', code('1001')],
    ['SAVED', code('1002')],
    ['COMPLETED', code('1002')],
    ['SOMETHING_NEW', code('1002')],
    [undefined, code('1002')],
  ])('in status %s', (status, answer) => {
    const says = parseOrder({ status, intent: 'CAPTURE', links: [link] })
    if (typeof answer === 'string') expect(says).toBe(answer)
    else expect(says).toMatchObject(answer)
  })

  test.each(['CREATED', 'APPROVED', 'PAYER_ACTION_REQUIRED'])('that was barred in status %s is over', (status) => {
    expect(parseOrder({ status, intent: 'AUTHORIZE', links: [link] })).toMatchObject(code('1001'))
  })

  test('that waits for its payer without a link is pending', () => {
    expect(parseOrder({ status: 'PAYER_ACTION_REQUIRED' })).toMatchObject(code('1002'))
  })
})

describe('A capture', () => {
  test.each([
    ['COMPLETED', '0000'],
    ['PARTIALLY_REFUNDED', '0000'],
    ['PENDING', '1002'],
    ['DECLINED', '1000'],
    ['FAILED', '1000'],
    ['REFUNDED', '1001'],
    ['SOMETHING_NEW', '1002'],
    [undefined, '1002'],
  ])('in status %s is %s', (status, is) => expect(parseOrder(withCapture(status))).toMatchObject(code(is)))

  test('keeps its number, and the code or the reason as PayPal gave it', () => {
    const declined = withCapture('DECLINED', { processor_response: { response_code: '5120' } })
    const outcome = { referenceNumber: 'CAP1', providerResponseCode: '5120', providerResponseMessage: 'DECLINED' }
    expect(parseOrder(declined)).toMatchObject({ outcome })
    const waiting = withCapture('PENDING', { status_details: { reason: 'PENDING_REVIEW' } })
    expect(parseOrder(waiting)).toMatchObject({ outcome: { providerResponseCode: 'PENDING_REVIEW' } })
  })
})

describe('A refund', () => {
  test.each([
    ['COMPLETED', '0000'],
    ['PENDING', '1002'],
    ['FAILED', '1000'],
    ['CANCELLED', '1000'],
    ['SOMETHING_NEW', '1002'],
    [undefined, '1002'],
  ])('in status %s is %s', (status, is) => {
    expect(refundSays({ id: 'R1', status })).toMatchObject({ outcome: { code: is, referenceNumber: 'R1' } })
  })
})

describe('A refusal', () => {
  const answer = (status: number, issue: string): ApiAnswer => {
    return { status, headers: new Headers(), json: { name: 'X', details: [{ issue, description: 'Because.' }] } }
  }

  test.each([
    [422, 'TRANSACTION_REFUSED', '1000'],
    [422, 'PAYER_CANNOT_PAY', '1000'],
    [422, 'PAYER_ACCOUNT_RESTRICTED', '1000'],
    [422, 'COMPLIANCE_VIOLATION', '1000'],
    [422, 'REFUND_AMOUNT_EXCEEDED', '1000'],
    [422, 'SOMETHING_NEW', '1000'],
    [422, 'PAYEE_BLOCKED_TRANSACTION', '4101'],
    [422, 'TRANSACTION_BLOCKED_BY_PAYEE', '4101'],
    [422, 'PAYEE_ACCOUNT_RESTRICTED', '1001'],
    [422, 'ACTION_DOES_NOT_MATCH_INTENT', '1001'],
    [422, 'REFUND_FAILED_INSUFFICIENT_FUNDS', '1004'],
    [403, 'PERMISSION_DENIED', '1001'],
    [400, 'INVALID_PARAMETER_SYNTAX', '1001'],
    [404, 'INVALID_RESOURCE_ID', '1001'],
  ])('%i %s is %s, with the word kept', (status, issue, is) => {
    const kept = { code: is, providerResponseCode: issue, providerResponseMessage: 'Because.' }
    expect(refusalOf(answer(status, issue))).toMatchObject({ outcome: kept })
  })

  test('names the error where there are no details', () => {
    const json = { error: 'invalid_client' }
    const outcome = { code: '1001', providerResponseCode: 'invalid_client' }
    expect(refusalOf({ status: 401, headers: new Headers(), json })).toMatchObject({ outcome })
  })

  test.each([
    ['INSTRUMENT_DECLINED', true, false],
    ['PAYER_ACTION_REQUIRED', true, false],
    ['REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', true, false],
    ['ORDER_NOT_APPROVED', true, false],
    ['ORDER_ALREADY_CAPTURED', false, true],
    ['ORDER_COMPLETION_IN_PROGRESS', false, true],
    ['DUPLICATE_INVOICE_ID', false, true],
    ['TRANSACTION_REFUSED', false, false],
  ])('%s sends the payer again: %s, makes us ask: %s', (issue, again, ask) => {
    expect([requiresPayerAction(answer(422, issue)), mayHaveSucceeded(answer(422, issue))]).toEqual([again, ask])
  })
})

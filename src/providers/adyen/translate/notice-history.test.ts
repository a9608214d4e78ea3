import { describe, expect, test } from 'vitest'
import { attemptOf, chargeOf, followUpOf } from '#provider/contract/test-charges.ts'
import { type AskedAttempt, type NoticeFields, OtherMoney } from '#providers/port/provider.ts'
import { newAccount } from '#test/adyen-sandbox/merchant.ts'
import { chargeFromNotices, failedReversals, followUpFromNotices, isRefused, isReversed } from './notice-history.ts'

const charge = chargeOf(newAccount(), {})

function notice(eventCode: string, success: boolean, pspReference: string, originalReference = ''): NoticeFields {
  const amount = { 'amount.value': '1000', 'amount.currency': 'EUR' }
  return { eventCode, success: String(success), pspReference, originalReference, ...amount }
}

const APPROVED = notice('AUTHORISATION', true, 'P1')
const REFUSED = notice('AUTHORISATION', false, 'P1')
const TAKEN_BACK = notice('CANCEL_OR_REFUND', true, 'R1', 'P1')
const NOTHING_TO_CANCEL = notice('TECHNICAL_CANCEL', false, 'R2')

const CAPTURED = notice('CAPTURE', true, 'C1', 'P1')
const CAPTURE_FAILED = notice('CAPTURE_FAILED', true, 'C1', 'P1')
/** A date, which no signature covers. */
const on = (day: number, fields: NoticeFields) => ({ ...fields, eventDate: `2026-01-0${day}T10:00:00+01:00` })

/** All orders of notices, also with repeats. */
function everyOrder(notices: readonly NoticeFields[]): readonly (readonly NoticeFields[])[] {
  if (notices.length < 2) return [notices, [...notices, ...notices]]
  return notices.flatMap((first, at) => everyOrder(notices.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}
const of = (notices: readonly NoticeFields[]): AskedAttempt => ({ ...attemptOf(charge), notices })

describe('Notices about a charge, in every order and repeated, say', () => {
  test.each([
    ['nothing, where there are none', [], undefined],
    ['nothing, where there was nothing to cancel', [NOTHING_TO_CANCEL], undefined],
    ['nothing, where it was captured', [notice('CAPTURE', true, 'C1', 'P1')], undefined],
    ['approved', [APPROVED], '0000'],
    ['approved, where it was captured as well', [APPROVED, notice('CAPTURE', true, 'C1', 'P1')], '0000'],
    ['approved, where a cancellation came too early', [APPROVED, NOTHING_TO_CANCEL], '0000'],
    ['approved, where a reversal failed', [APPROVED, notice('CANCEL_OR_REFUND', false, 'R1', 'P1')], '0000'],
    [
      'approved, where another payment was taken back',
      [APPROVED, notice('CANCEL_OR_REFUND', true, 'R1', 'P9')],
      '0000',
    ],
    ['declined', [REFUSED], '1000'],
    ['declined, where the capture failed', [APPROVED, notice('CAPTURE_FAILED', true, 'C1', 'P1')], '1000'],
    [
      'declined, where another date says that the capture came later',
      [APPROVED, CAPTURE_FAILED, on(9, CAPTURED)],
      '1000',
    ],
    ['reversed', [APPROVED, TAKEN_BACK], '1001'],
    ['over, where the authorization expired', [APPROVED, notice('EXPIRE', true, 'P1')], '1001'],
    ['over, where the expiry names it as the original', [APPROVED, notice('EXPIRE', true, 'E1', 'P1')], '1001'],
    ['approved, where another authorization expired', [APPROVED, notice('EXPIRE', true, 'P9')], '0000'],
    ['reversed, at the second try', [APPROVED, NOTHING_TO_CANCEL, TAKEN_BACK], '1001'],
  ] as const)('%s', (_, notices, code) => {
    for (const order of everyOrder(notices)) {
      const told = chargeFromNotices(of(order))
      expect(told?.answer).toEqual(
        code && expect.objectContaining({ kind: 'outcome', outcome: expect.objectContaining({ code }) }),
      )
      if (told) expect(told.reference).toBe('P1')
    }
  })

  test.each([
    ['another currency', { 'amount.currency': 'USD' }],
    ['an amount that is none', { 'amount.value': '1e3' }],
    ['less than was asked', { 'amount.value': '999' }],
    ['more than was asked', { 'amount.value': '1001' }],
  ])('no approval, where they name %s', (_, other) => {
    expect(() => chargeFromNotices(of([{ ...APPROVED, ...other }]))).toThrow(OtherMoney)
    const capture = { ...notice('CAPTURE', true, 'C1', 'P1'), ...other }
    const asked = { ...attemptOf(followUpOf(charge, 'P1')), notices: [capture] }
    expect(() => followUpFromNotices(asked)).toThrow(OtherMoney)
  })

  test.each([
    ['pending, of another currency', { 'amount.currency': 'USD' }, '1002'],
    ['pending, of less than was asked', { 'amount.value': '999' }, '1002'],
    ['approved, of more than was asked', { 'amount.value': '1001' }, '0000'],
  ])('of a bank transfer, which a payer sends in any amount: %s', (_, other, code) => {
    const transfer = { ...of([{ ...APPROVED, ...other }]), paymentMethod: 'BANK_TRANSFER' }
    expect(chargeFromNotices(transfer)?.answer).toMatchObject({ kind: 'outcome', outcome: { code } })
  })

  test('whether there is something to reverse, and how often that failed', () => {
    expect(isRefused(of([REFUSED]))).toBe(true)
    expect(isRefused(of([REFUSED, APPROVED]))).toBe(false)
    expect(isRefused(of([]))).toBe(false)
    expect(isReversed(of([APPROVED, TAKEN_BACK]))).toBe(true)
    expect(isReversed(of([TAKEN_BACK]))).toBe(false)
    expect(failedReversals(of([APPROVED, NOTHING_TO_CANCEL, TAKEN_BACK]))).toBe(1)
  })
})

describe('Notices about a follow-up, in every order and repeated, say', () => {
  const followUp = attemptOf(followUpOf(charge, 'P1'))

  test.each([
    ['nothing, where there are none', [], undefined],
    ['captured', [notice('CAPTURE', true, 'C1', 'P1')], '0000'],
    ['not captured', [notice('CAPTURE', false, 'C1', 'P1')], '1000'],
    ['not captured after all', [notice('CAPTURE', true, 'C1'), notice('CAPTURE_FAILED', true, 'C1')], '1000'],
    ['not captured, whatever the dates are', [on(3, CAPTURED), on(2, CAPTURE_FAILED)], '1000'],
    ['refunded', [notice('REFUND', true, 'C1', 'P1')], '0000'],
    ['not refunded', [notice('REFUND', false, 'C1', 'P1')], '1000'],
    ['refunded, and sent back', [notice('REFUND', true, 'C1'), notice('REFUND_FAILED', true, 'C1')], '1000'],
    ['refunded, and returned', [notice('REFUND', true, 'C1'), notice('REFUNDED_REVERSED', true, 'C1')], '1000'],
    ['voided', [notice('CANCELLATION', true, 'C1', 'P1')], '0000'],
    ['not voided', [notice('CANCELLATION', false, 'C1', 'P1')], '1000'],
    ['voided or refunded', [notice('CANCEL_OR_REFUND', true, 'C1', 'P1')], '0000'],
    ['nothing, of an event of another kind', [notice('CHARGEBACK', true, 'C1', 'P1')], undefined],
  ] as const)('%s', (_, notices, code) => {
    for (const order of everyOrder(notices)) {
      const told = followUpFromNotices({ ...followUp, notices: order })
      expect(told?.answer).toEqual(code && expect.objectContaining({ outcome: expect.objectContaining({ code }) }))
    }
  })
})

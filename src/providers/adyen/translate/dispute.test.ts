import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NoticeFields } from '#providers/port/provider.ts'
import { disputeIn, disputeReportOf } from './dispute.ts'

const CASE = 'QFQTPCQ8HXSKGK82'

const noticeOf = (eventCode: string, day: number, more: NoticeFields = {}): NoticeFields => ({
  ...{
    eventCode,
    pspReference: CASE,
    success: 'true',
    eventDate: `2026-01-${String(day).padStart(2, '0')}T10:00:00+01:00`,
  },
  ...{ 'amount.value': '1000', 'amount.currency': 'EUR', ...more },
})
const report = (...notices: readonly NoticeFields[]) => disputeReportOf(notices, CASE, 'att_1')

const LIFE = [
  noticeOf('REQUEST_FOR_INFORMATION', 1, { 'additionalData.rfiReasonCode': '30' }),
  noticeOf('NOTIFICATION_OF_CHARGEBACK', 2, {
    'additionalData.chargebackReasonCode': ' 4853',
    'additionalData.defensePeriodEndsAt': '2026-07-31T03:03:08+02:00',
  }),
  noticeOf('CHARGEBACK', 3),
  noticeOf('CHARGEBACK_REVERSED', 4),
  noticeOf('SECOND_CHARGEBACK', 5),
]

describe('A dispute of Adyen', () => {
  test.each([
    [1, 'INQUIRY', 'NEEDS_RESPONSE', []],
    [2, 'CHARGEBACK', 'NEEDS_RESPONSE', []],
    [3, 'CHARGEBACK', 'NEEDS_RESPONSE', ['WITHDRAWN']],
    [4, 'CHARGEBACK', 'UNDER_REVIEW', ['WITHDRAWN', 'REINSTATED']],
    [5, 'CHARGEBACK', 'LOST', ['WITHDRAWN', 'REINSTATED', 'WITHDRAWN']],
  ])('after %d notices is %s, %s, with money %j', (count, stage, status, money) => {
    const found = report(...LIFE.slice(0, count))!
    expect(found).toMatchObject({ stage, status, amount: 1000n, currency: 'EUR' })
    expect(found.movements.map(({ kind }) => kind)).toEqual(money)
  })

  test('is the same in any order of its notices and with repeated ones', () => {
    const arrivals = fc.shuffledSubarray([...LIFE, ...LIFE], { minLength: 10 })
    fc.assert(
      fc.property(arrivals, (notices) => {
        expect(report(...notices)).toEqual(report(...LIFE))
      }),
    )
  })

  test('whose money came back is not won: the status follows from its events', () => {
    expect(report(...LIFE.slice(0, 4))!.status).toBe('UNDER_REVIEW')
    expect(report(...LIFE.slice(0, 4), noticeOf('ISSUER_RESPONSE_TIMEFRAME_EXPIRED', 5))!.status).toBe('WON')
    const lost = noticeOf('PREARBITRATION_LOST', 6)
    expect(report(...LIFE, lost)).toMatchObject({ stage: 'PRE_ARBITRATION', status: 'LOST' })
  })

  test('is decided by signed fields alone: no date, status, code or deadline of a repeated event changes it', () => {
    const forged = LIFE.map((notice) => ({
      ...notice,
      eventDate: '2020-01-01T00:00:00Z',
      'additionalData.disputeStatus': 'Won',
      'additionalData.chargebackReasonCode': '10.4',
      'additionalData.defensePeriodEndsAt': '2027-01-01T00:00:00Z',
    }))
    expect(report(...LIFE, ...forged)).toEqual(report(...LIFE))
  })

  test('has the earliest of its deadlines, and none outside the years 1000 to 9999', () => {
    const dueAt = (time: string) => noticeOf('CHARGEBACK', 3, { 'additionalData.defensePeriodEndsAt': time })
    expect(report(...LIFE, dueAt('2026-07-01T00:00:00Z'))!.respondBy).toEqual(new Date('2026-07-01T00:00:00Z'))
    for (const time of ['+097035-01-01T00:00:00Z', '0999-12-31T23:59:59Z', '-000001-01-01T00:00:00Z', 'soon'])
      expect(report(dueAt(time))!.respondBy).toBeNull()
  })

  test('has the deadline of its stage: a chargeback that follows a request for information has its own', () => {
    const due = (code: string, place: number, time: string) =>
      noticeOf(code, place, { 'additionalData.defensePeriodEndsAt': time })
    const asked = due('REQUEST_FOR_INFORMATION', 1, '2026-06-01T00:00:00Z')
    const charged = due('CHARGEBACK', 2, '2026-08-01T00:00:00Z')
    expect(report(asked)!.respondBy).toEqual(new Date('2026-06-01T00:00:00Z'))
    expect(report(asked, charged)!.respondBy).toEqual(new Date('2026-08-01T00:00:00Z'))
  })

  test('has the code, reason and deadline of its notices', () => {
    const respondBy = new Date('2026-07-31T01:03:08Z')
    expect(report(...LIFE)).toMatchObject({ networkReasonCode: '4853', reason: 'NOT_AS_DESCRIBED', respondBy })
  })

  test('is opened by no other event, and by none that failed', () => {
    expect(disputeIn(noticeOf('AUTHORISATION', 1))).toBeUndefined()
    expect(disputeIn({ ...noticeOf('CHARGEBACK', 1), success: 'false' })).toBeUndefined()
    expect(disputeReportOf(LIFE, 'OTHER', 'att_1')).toBeUndefined()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryAfterSeconds, verdictOn } from './schedule.ts'

const SCHEDULE = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const answered = (status: number | null, retryAfter?: number) => ({ status, retryAfter })

describe('after an attempt', () => {
  it.each([200, 201, 204, 299])('a %i delivers', (status) => {
    expect(verdictOn(answered(status), 1, SCHEDULE, 0)).toEqual({ status: 'DELIVERED' })
  })

  it.each([199, 301, 302, 307, 400, 404, 429, 500, 503, null])('a %s is tried again', (status) => {
    expect(verdictOn(answered(status), 1, SCHEDULE, 0)).toEqual({ status: 'PENDING', delaySeconds: 5 })
  })

  it('a 410 is never tried again', () => {
    expect(verdictOn(answered(410), 1, SCHEDULE, 0)).toEqual({ status: 'FAILED' })
  })

  it('the pauses are those of the schedule, then the delivery fails', () => {
    const verdicts = Array.from({ length: 10 }, (_, index) => verdictOn(answered(500), index + 1, SCHEDULE, 0))
    const expected = SCHEDULE.map((delaySeconds) => ({ status: 'PENDING', delaySeconds }))
    expect(verdicts).toEqual([...expected, { status: 'FAILED' }])
  })

  it('jitter only lengthens a pause, by at most a fifth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, random) => {
        const verdict = verdictOn(answered(500), attempts, SCHEDULE, random)
        const pause = SCHEDULE[attempts - 1]!
        const delay = verdict.status === 'PENDING' ? verdict.delaySeconds : Number.NaN
        expect(delay).toBeGreaterThanOrEqual(pause)
        expect(delay).toBeLessThanOrEqual(pause * 1.2)
      }),
    )
  })

  it('Retry-After is honoured where it is longer than the pause', () => {
    expect(verdictOn(answered(503, 60), 1, SCHEDULE, 0)).toEqual({ status: 'PENDING', delaySeconds: 60 })
    expect(verdictOn(answered(503, 1), 1, SCHEDULE, 0)).toEqual({ status: 'PENDING', delaySeconds: 5 })
  })
})

describe('Retry-After', () => {
  const now = new Date('2026-01-01T00:00:00Z')

  it.each([
    ['120', 120],
    ['Thu, 01 Jan 2026 00:02:00 GMT', 120],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['99999999', 86_400],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s is %s seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toBe(seconds)
  })
})

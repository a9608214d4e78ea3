import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowsCharge, FINAL_TRANS_STATUSES, statusesBetterThan, worseOf } from './authentication.ts'

const letters = fc.constantFrom(...FINAL_TRANS_STATUSES)

describe('who decides', () => {
  it('from best to worst: Y, A, I, U, N, R', () => {
    expect(FINAL_TRANS_STATUSES).toEqual(['Y', 'A', 'I', 'U', 'N', 'R'])
  })

  it('takes the worse of two results, regardless of the side that reported it', () => {
    fc.assert(fc.property(letters, letters, (one, other) => worseOf(one, other) === worseOf(other, one)))
    expect(worseOf('Y', 'N')).toBe('N')
    expect(worseOf('R', 'Y')).toBe('R')
  })

  it('nothing reported leaves the own record as it is', () => {
    fc.assert(fc.property(letters, (own) => worseOf(own, null) === own && worseOf(own, 'Y') === own))
  })

  it('what is reported never makes it better', () => {
    fc.assert(
      fc.property(letters, letters, (own, reported) => !statusesBetterThan(own).includes(worseOf(own, reported))),
    )
  })

  it('better than the best there is nothing, better than the worst all others', () => {
    expect(statusesBetterThan('Y')).toEqual([])
    expect(statusesBetterThan('R')).toEqual(['Y', 'A', 'I', 'U', 'N'])
  })
})

describe('what goes on to authorization', () => {
  it.each([
    ['Y', true, true],
    ['A', true, true],
    ['I', true, true],
    ['U', false, true],
    ['N', false, false],
    ['R', false, false],
  ] as const)('%s: %s, on a terminal that allows unauthenticated: %s', (status, always, allowed) => {
    expect([allowsCharge(status, false), allowsCharge(status, true)]).toEqual([always, allowed])
  })
})

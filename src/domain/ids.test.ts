import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { newId, newTerminalId, newTraceNumber, orderIdOf } from './ids.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Reads a KSUID by its published layout: 160 bits, the upper 32 count seconds from 1,400,000,000. */
function decode(ksuid: string): { seconds: number; random: bigint } {
  const number = [...ksuid].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n)
  return { seconds: Number(number >> 128n) + 1_400_000_000, random: number & ((1n << 128n) - 1n) }
}

describe('identifiers', () => {
  test('a hundred thousand never repeat and share no more than their prefix', { tags: ['full'] }, () => {
    const ids = Array.from({ length: 100_000 }, () => newId('trx'))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^trx_[0-9A-Za-z]{27}$/.test(id))).toBe(true)
  })

  test('are KSUIDs: the second of their making, and 128 random bits', () => {
    const before = Math.floor(Date.now() / 1000)
    const [one, other] = [newId('trx'), newId('trx')].map((id) => decode(id.slice('trx_'.length)))
    const after = Math.floor(Date.now() / 1000)
    for (const { seconds } of [one!, other!]) {
      expect(seconds).toBeGreaterThanOrEqual(before)
      expect(seconds).toBeLessThanOrEqual(after)
    }
    expect(one!.random).not.toBe(other!.random)
  })

  test('of a later second sort behind, as PostgreSQL and JavaScript compare bytes', () => {
    vi.useFakeTimers()
    try {
      fc.assert(
        fc.property(
          fc.integer({ min: 1_763_000_000, max: 5_600_000_000 }),
          fc.integer({ min: 1, max: 1e6 }),
          (at, later) => {
            vi.setSystemTime(at * 1000)
            const first = newId('trx')
            vi.setSystemTime((at + later) * 1000)
            expect(newId('trx') > first).toBe(true)
          },
        ),
      )
    } finally {
      vi.useRealTimers()
    }
  })

  test('a terminal id has at most 20 characters', () => {
    expect(newTerminalId()).toMatch(/^ter_[0-9A-Za-z]{16}$/)
  })

  test('one reference on one terminal is one order', () => {
    expect(orderIdOf('mer_1', 'ter_1', 'a')).toBe(orderIdOf('mer_1', 'ter_1', 'a'))
  })

  test('another merchant, terminal or reference is another order, however the parts are cut', () => {
    const orders = [
      orderIdOf('mer_1', 'ter_1', 'a'),
      orderIdOf('mer_2', 'ter_1', 'a'),
      orderIdOf('mer_1', 'ter_2', 'a'),
      orderIdOf('mer_1', 'ter_1', 'b'),
      orderIdOf('mer_1', 'ter_', '1a'),
    ]
    expect(new Set(orders).size).toBe(orders.length)
  })

  test('a trace number has six digits, written as a number too', () => {
    const numbers = Array.from({ length: 1000 }, newTraceNumber)
    expect(numbers.every((number) => number >= 100_000 && number <= 999_999)).toBe(true)
  })
})

import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setGroup } from './group.ts'
import { idFrom, isId, newClientId, newClientKey, newId, newTerminalId, newTraceNumber, orderIdOf } from './ids.ts'

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

describe('identifiers of a group of merchants', () => {
  afterEach(() => setGroup(undefined))

  test('say it behind their prefix, a client id at its beginning', () => {
    setGroup('eu1')
    expect(newId('trx')).toMatch(/^trx_eu1_[0-9A-Za-z]{27}$/)
    expect(newClientId()).toMatch(/^eu1_[0-9A-Za-z]{20}$/)
    expect(newClientKey('test')).toMatch(/^test_eu1_[0-9A-Za-z]{32}$/)
  })

  test('are KSUIDs still, so that within the group later ones sort behind', () => {
    setGroup('eu1')
    vi.useFakeTimers()
    try {
      vi.setSystemTime(1_800_000_000_000)
      const first = newId('trx')
      vi.setSystemTime(1_800_000_001_000)
      const second = newId('trx')
      expect(second > first).toBe(true)
      expect(decode(second.slice('trx_eu1_'.length)).seconds).toBe(1_800_000_001)
    } finally {
      vi.useRealTimers()
    }
  })

  test.each(['a', 'eu1', 'europe'])('a terminal of %s has 20 characters anyway', (name) => {
    setGroup(name)
    expect(newTerminalId()).toMatch(new RegExp(`^ter_${name}_[0-9A-Za-z]{${20 - 5 - name.length}}$`))
  })

  test('derived from others have the group of their merchant, regardless of the group of the gateway', () => {
    const before = orderIdOf('mer_1', 'ter_1', 'a')
    const digest = new Uint8Array(32).fill(7)
    const reversal = idFrom('trx', digest, 'mer_2mVnQ8sX4kJ7')
    setGroup('eu1')
    expect(orderIdOf('mer_1', 'ter_1', 'a')).toBe(before)
    expect(idFrom('trx', digest, 'mer_2mVnQ8sX4kJ7')).toBe(reversal)
    expect(orderIdOf('mer_us1_2mVnQ8sX4kJ7', 'ter_1', 'a')).toMatch(/^ord_us1_[0-9A-Za-z]{24}$/)
  })

  test('are recognized with a group and without, from before and now', () => {
    const ids = [
      'trx_eu1_3MUxFeOMTFfucNlzMJKaTCuGtFy',
      'trx_3MUxFeOMTFfucNlzMJKaTCuGtFy',
      'trx_0JmyLxR6OT46u7wQZpmhk3uy',
    ]
    expect(ids.filter((id) => isId(id, 'trx'))).toEqual(ids)
    const others = [
      'att_eu1_3MUxFeOMTFfucNlzMJKaTCuGtFy',
      'trx_europe1_3MUxFeOMTF',
      'trx_EU1_3MUxFeOMTF',
      'trx_a_b_3MUxFeOMTF',
      'trx_1',
    ]
    expect(others.filter((id) => isId(id, 'trx'))).toEqual([])
  })
})

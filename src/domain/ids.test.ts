import { describe, expect, test } from 'vitest'
import { newId, newTerminalId, newTraceNumber, orderIdOf } from './ids.ts'

describe('identifiers', () => {
  test('a hundred thousand never repeat and share no more than their prefix', () => {
    const ids = Array.from({ length: 100_000 }, () => newId('trx'))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^trx_[0-9A-Za-z]{24}$/.test(id))).toBe(true)
    expect(new Set(ids.map((id) => id.slice(0, 6))).size).toBeGreaterThan(200)
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

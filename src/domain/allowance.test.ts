import { expect, test } from 'vitest'
import { Allowance } from './allowance.ts'

test('allows so many within a span, and says how long until there is more', () => {
  const allowance = new Allowance(2, 100)
  expect([0, 10, 20, 99].map((now) => allowance.take(now))).toEqual([0, 0, 80, 1])
  expect([100, 100, 130].map((now) => allowance.take(now))).toEqual([0, 0, 70])
})

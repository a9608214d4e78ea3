import { expect, test } from 'vitest'
import { Allowance } from './allowance.ts'

test('allows a number of actions in a period, and returns the time until the next one', () => {
  const allowance = new Allowance(2, 100)
  expect([0, 10, 20, 99].map((now) => allowance.take(now))).toEqual([0, 0, 80, 1])
  expect([100, 100, 130].map((now) => allowance.take(now))).toEqual([0, 0, 70])
})

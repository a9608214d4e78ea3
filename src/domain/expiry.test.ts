import { expect, test } from 'vitest'
import { isMonthOver } from './expiry.ts'

test.each([
  [11, 2026, '2026-11-30T23:59:59Z', false],
  [11, 2026, '2026-12-01T11:59:59Z', false],
  [11, 2026, '2026-12-01T12:00:00Z', true],
  [12, 2026, '2027-01-01T12:00:00Z', true],
  [12, 2025, '2026-11-30T00:00:00Z', true],
  [1, 2027, '2026-11-30T00:00:00Z', false],
])('a card of %i/%i at %s: its month is over is %s', (month, year, now, isOver) => {
  expect(isMonthOver(month, year, new Date(now))).toBe(isOver)
})

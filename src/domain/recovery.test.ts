import { expect, test } from 'vitest'
import { lastOutcome, planNextAsk } from './recovery.ts'
import { gatewayOutcome, type Outcome } from './transaction.ts'
import type { Recovery } from './transaction-data.ts'

const START = new Date('2026-11-27T12:00:00Z')
const day = (days: number) => new Date(START.getTime() + days * 24 * 60 * 60 * 1000)

const declined = (changes: Partial<Outcome> = {}): Outcome => ({ ...gatewayOutcome('1004', 'No money.'), ...changes })
const LOST = gatewayOutcome('1001', 'The provider never received the request; nothing was charged.')

const recoveryWith = (changes: Partial<Recovery> = {}): Recovery => ({
  afterDays: [1, 3],
  asks: 1,
  used: 0,
  firstAskedAt: null,
  last: null,
  ...changes,
})

test('days count from the first ask', () => {
  const first = planNextAsk(recoveryWith(), { outcome: declined(), arrived: true }, START)
  expect(first).toMatchObject({ at: day(1), recovery: { used: 1, last: { code: '1004' } } })
  const second = planNextAsk(first!.recovery, { outcome: declined({ code: '1000' }), arrived: true }, day(1.2))
  expect(second).toMatchObject({ at: day(3), recovery: { used: 2, last: { code: '1000' } } })
  expect(planNextAsk(second!.recovery, { outcome: declined(), arrived: true }, day(3))).toBeUndefined()
})

test.each([
  ['26', day(2), 1],
  ['28', day(6), 2],
  ['02', day(1), 1],
])('advice %s delays it, past other days if need be', (adviceCode, at, used) => {
  const next = planNextAsk(recoveryWith(), { outcome: declined({ adviceCode }), arrived: true }, START)
  expect(next).toMatchObject({ at, recovery: { used } })
})

test.each([
  { adviceCode: '03' },
  { providerResponseCode: 'R1' },
  { providerResponseCode: '57' },
  { code: '4101' },
] as const)('%j ends it', (changes) => {
  expect(planNextAsk(recoveryWith(), { outcome: declined(changes), arrived: true }, START)).toBeUndefined()
})

test('an ask that never arrived uses its day, and the last decline stays', () => {
  const after = planNextAsk(recoveryWith(), { outcome: declined(), arrived: true }, START)!.recovery
  const lost = planNextAsk(after, { outcome: LOST, arrived: false }, day(1))
  expect(lost).toMatchObject({ at: day(3), recovery: { used: 2 } })
  expect(lastOutcome(lost!.recovery)).toMatchObject({ code: '1004', responseMessage: 'No money.' })
  expect(lastOutcome(planNextAsk(recoveryWith(), { outcome: LOST, arrived: false }, START)!.recovery)?.code).toBe(
    '1001',
  )
  expect(lastOutcome(undefined)).toBeUndefined()
})

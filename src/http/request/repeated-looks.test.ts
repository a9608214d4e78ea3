import { afterEach, expect, it, vi } from 'vitest'
import type { LoggedRequest } from '#flows/requests/request-log.ts'
import { RepeatedLooks } from './repeated-looks.ts'

afterEach(() => {
  vi.useRealTimers()
})

const LOOK = {
  merchantId: 'mer_1',
  clientId: 'c',
  method: 'GET',
  route: '/api/events',
  path: '/api/events',
  status: 200,
}
const look = (changes: object = {}) => ({ ...LOOK, ...changes }) as LoggedRequest

it('a client that polls each second counts once a minute', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const looks = new RepeatedLooks()
  let counted = 0
  for (let second = 0; second < 180; second += 1) {
    if (!looks.has(look())) counted += 1
    vi.advanceTimersByTime(1000)
  }
  expect(counted).toBe(3)
})

it.each([
  ['another client', { clientId: 'd' }],
  ['another merchant', { merchantId: 'mer_2' }],
  ['another path', { route: '/api/requests', path: '/api/requests' }],
  ['a refusal', { status: 422 }],
  ['a change', { method: 'POST' }],
  ['a read that is no look', { route: '/api/transactions', path: '/api/transactions' }],
])('%s counts each time', (_, changes) => {
  const looks = new RepeatedLooks()
  looks.has(look())
  expect(looks.has(look(changes))).toBe(false)
})

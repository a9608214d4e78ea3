import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '#app/log.ts'
import { noteDatabaseError } from '#store/connection/availability.ts'
import { DatabaseOutage } from './database-outage.ts'

beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())

/** An error with a code, of the database unless it says otherwise. */
function failure(code: string, isOfDatabase = true): Error {
  const error = Object.assign(new Error(`failed with ${code}`), { code })
  if (isOfDatabase) noteDatabaseError(error)
  return error
}

/** A log whose database is away as long as `isAway`. */
function watchedLog() {
  const lines: string[] = []
  const outage = new DatabaseOutage()
  const state = { isAway: true }
  const log = createLog('info', 'test', (line) => void lines.push(line), outage)
  outage.watch(log, async () => !state.isAway)
  return { log, state, outage, lines: () => lines.map((line) => JSON.parse(line)) }
}

it('a minute without the database is one line when it goes and one when it is back', async () => {
  const { log, state, lines } = watchedLog()
  for (let second = 0; second < 60; second += 1) {
    for (const code of ['ECONNREFUSED', '57P03', '53300', '25006'])
      log.error({ err: failure(code), task: 'inquire' }, 'background task failed, retrying')
    log.warn(failure('CONNECTION_CLOSED'), 'requests not written to the request log')
    log.info({ status: 503 }, 'request')
    await vi.advanceTimersByTimeAsync(1000)
  }
  state.isAway = false
  await vi.advanceTimersByTimeAsync(5000)
  const others = lines().filter(({ msg }) => msg !== 'request')
  expect(others).toMatchObject([
    { level: 'error', msg: 'database unavailable', code: 'ECONNREFUSED', reason: 'failed with ECONNREFUSED' },
    { level: 'warn', msg: 'database available again', seconds: expect.any(Number), errors: 300 },
  ])
  expect(JSON.stringify(others)).not.toContain('stack')
  expect(others[1].seconds).toBeGreaterThanOrEqual(60)
  expect(lines()).toHaveLength(62)
})

it('a second outage has lines of its own, and a server that still fails some statements is not back', async () => {
  const { log, state, lines } = watchedLog()
  log.error({ err: failure('ECONNREFUSED') }, 'first')
  state.isAway = false
  for (let second = 0; second < 10; second += 1) {
    log.error({ err: failure('53300') }, 'some')
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(lines()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5000)
  log.error({ err: failure('57P01') }, 'second')
  await vi.advanceTimersByTimeAsync(5000)
  const [away, again] = ['database unavailable', 'database available again']
  expect(lines().map(({ msg }) => msg)).toEqual([away, again, away, again])
})

it('faults that are no outage of the database keep their lines', async () => {
  const { log, outage, lines } = watchedLog()
  log.error({ err: failure('23505') }, 'unexpected error')
  log.error({ err: failure('57014') }, 'one statement that took too long')
  log.error({ err: failure('ECONNREFUSED', false) }, 'identity provider keys unavailable')
  log.error({ err: failure('ECONNREFUSED') }, 'replaced')
  outage.close()
  await vi.advanceTimersByTimeAsync(60_000)
  const texts = lines().map(({ msg }) => msg)
  expect(texts.at(-1)).toBe('database unavailable')
  expect(texts).toHaveLength(4)
  expect(lines()[0].err.stack).toContain('23505')
})

import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchHeartbeat } from './heartbeat.ts'

const MAXIMUM_SECONDS = 10

let child: EventEmitter
let hangs: number
beforeEach(() => {
  vi.useFakeTimers()
  child = new EventEmitter()
  hangs = 0
  watchHeartbeat(child as ChildProcess, MAXIMUM_SECONDS, () => (hangs += 1))
})
afterEach(() => void vi.useRealTimers())

const beat = () => child.emit('message', { kind: 'alive' })
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

test('a process hangs once it is silent for longer than it may', () => {
  beat()
  pass(MAXIMUM_SECONDS)
  expect(hangs).toBe(0)
  pass(1)
  expect(hangs).toBe(1)
  pass(100)
  expect(hangs).toBe(1)
})

test('a process that gives signs of life does not hang', () => {
  for (let turn = 0; turn < 20; turn += 1) {
    beat()
    pass(MAXIMUM_SECONDS)
  }
  expect(hangs).toBe(0)
})

test.each([
  ['never gave a sign of life', undefined],
  ['says other things', { kind: 'ready' }],
])('a process that %s is left alone', (_, message) => {
  if (message) child.emit('message', message)
  pass(1000)
  expect(hangs).toBe(0)
})

test('a process that ended does not hang', () => {
  beat()
  child.emit('exit')
  pass(1000)
  expect(hangs).toBe(0)
})

test('a machine that was suspended raises no alarm', () => {
  beat()
  vi.setSystemTime(Date.now() + 3_600_000)
  pass(1)
  expect(hangs).toBe(0)
})

import { expect, it } from 'vitest'
import { nextIdlePause } from './idle-pause.ts'

function pausesOf(ownMs: number): number[] {
  const pauses = [ownMs]
  while (pauses.length < 5) pauses.push(nextIdlePause(ownMs, pauses.at(-1)!))
  return pauses
}

it.each([
  ['four times its own at most', 100, [100, 200, 400, 400, 400]],
  ['a second at most', 500, [500, 1000, 1000, 1000, 1000]],
  ['its own where that is longer', 20_000, [20_000, 20_000, 20_000, 20_000, 20_000]],
])('a task that finds nothing waits twice as long each time, %s', (_, ownMs, pauses) => {
  expect(pausesOf(ownMs)).toEqual(pauses)
})

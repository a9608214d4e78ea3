import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched } from './batched.ts'

/** Doubles numbers and remembers which came together; each run takes `ms`. */
function doubler(ms = 0) {
  const runs: (readonly number[])[] = []
  const double = batched(async (items: readonly number[]) => {
    runs.push(items)
    await sleep(ms)
    return items.map((item) => item * 2)
  })
  return { runs, double }
}

test('calls of one turn of the event loop share one run, each gets its own answer', async () => {
  const { runs, double } = doubler()
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2])
  expect(await double(3)).toBe(6)
  expect(runs).toEqual([[1, 2, 1], [3]])
})

test('calls that come while a run is in progress share the next one', async () => {
  const { runs, double } = doubler(20)
  const first = double(1)
  await nextTurn()
  const others = [double(2), double(3)]
  expect(await Promise.all([first, ...others])).toEqual([2, 4, 6])
  expect(runs).toEqual([[1], [2, 3]])
})

test('after a run of several the next one gathers for a while', async () => {
  const { runs, double } = doubler(10)
  const first = [double(1), double(2), double(3)]
  await Promise.all(first)
  const others = [double(4)]
  await nextTurn()
  others.push(double(5))
  await Promise.all(others)
  expect(runs).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('after a run of one the next one starts immediately', async () => {
  const { runs, double } = doubler(10)
  await double(1)
  const others = [double(2)]
  await nextTurn()
  others.push(double(3))
  await Promise.all(others)
  expect(runs).toEqual([[1], [2], [3]])
})

test('a run that hangs does not delay others', async () => {
  const run = batched((items: readonly string[]) =>
    items.includes('hangs') ? new Promise<string[]>(() => undefined) : Promise.resolve(items),
  )
  void run('hangs')
  await sleep(5)
  expect(await run('flows')).toBe('flows')
})

test('a run is never larger than its bound', async () => {
  const { runs, double } = doubler()
  await Promise.all(Array.from({ length: 150 }, (_, index) => double(index)))
  expect(runs.map((items) => items.length)).toEqual([64, 64, 22])
})

test('one item that fails fails alone', async () => {
  const run = batched(async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('bad')
    return items
  })
  const settled = await Promise.allSettled([run('good'), run('bad'), run('fine')])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await run('next')).toBe('next')
})

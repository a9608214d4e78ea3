import { expect, test } from 'vitest'
import { batched } from './batched.ts'

test('calls of one turn of the event loop share one run, each gets its own answer', async () => {
  const runs: (readonly number[])[] = []
  const double = batched(async (items: readonly number[]) => {
    runs.push(items)
    return items.map((item) => item * 2)
  })
  expect(await Promise.all([double(1), double(2), double(1)])).toEqual([2, 4, 2])
  expect(await double(3)).toBe(6)
  expect(runs).toEqual([[1, 2, 1], [3]])
})

test('a run that fails fails all its calls and none of the next', async () => {
  let broken = true
  const run = batched(async (items: readonly number[]) => {
    if (broken) throw new Error('down')
    return items
  })
  const settled = await Promise.allSettled([run(1), run(2)])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  broken = false
  expect(await run(3)).toBe(3)
})

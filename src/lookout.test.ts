import { expect, it, vi } from 'vitest'
import { lookout } from './lookout.ts'

it('tasks that ask together share a look, and a later one looks again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const looks = [new Set(['sessions']), new Set(['links'])]
  const look = vi.fn(async () => looks.shift()!)
  const isDue = lookout<string>(look)
  expect(await Promise.all([isDue('sessions'), isDue('links')])).toEqual([true, false])
  expect(look).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(100)
  expect(await Promise.all([isDue('sessions'), isDue('links')])).toEqual([false, true])
  vi.useRealTimers()
})

it('a failed look fails each task that shared it, and the next one looks again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const look = vi.fn(async () => new Set(['sessions']))
  look.mockRejectedValueOnce(new Error('no database'))
  const isDue = lookout<string>(look)
  const failed = await Promise.allSettled([isDue('sessions'), isDue('links')])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  vi.advanceTimersByTime(100)
  expect(await isDue('sessions')).toBe(true)
  vi.useRealTimers()
})

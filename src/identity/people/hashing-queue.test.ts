import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inHashingQueue } from './passwords.ts'

it('computes one hash at a time, in the order in which they were asked for, also after one that failed', async () => {
  let running = 0
  const began: number[] = []
  const hash = async (turn: number) => {
    running += 1
    began.push(turn)
    expect(running).toBe(1)
    await sleep(2)
    running -= 1
    if (turn === 1) throw new Error('no memory')
    return turn
  }
  const turns = [0, 1, 2, 3]
  const results = await Promise.allSettled(turns.map((turn) => inHashingQueue(() => hash(turn))))
  expect(began).toEqual(turns)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

it('goes on after one that could not even begin', async () => {
  const unable = (): Promise<never> => {
    throw new Error('no such salt')
  }
  const [first, second] = [inHashingQueue(unable), inHashingQueue(async () => 'done')]
  await expect(first).rejects.toThrow('no such salt')
  expect(await second).toBe('done')
})

it('sends away whom it would keep waiting for too long, and takes others once it is shorter', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const asked = Array.from({ length: 20 }, () => inHashingQueue(() => gate))
  const refused = await Promise.allSettled(asked.slice(17))
  expect(refused.map((result) => result.status === 'rejected' && result.reason.kind)).toEqual(
    Array(3).fill('unavailable'),
  )
  open()
  await Promise.all(asked.slice(0, 17))
  expect(await inHashingQueue(async () => 'taken')).toBe('taken')
})

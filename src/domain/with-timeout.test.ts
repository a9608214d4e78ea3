import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withTimeout } from './with-timeout.ts'

test('a call that ends in time keeps its answer, and its signal stays quiet', async () => {
  let signal: AbortSignal | undefined
  const answer = await withTimeout(20, async (given) => {
    signal = given
    return 'answer'
  })
  await sleep(60)
  expect([answer, signal?.aborted]).toEqual(['answer', false])
})

test('a call that takes longer hears of it as of a time-out', async () => {
  const call = withTimeout(20, (signal) => sleep(60_000, undefined, { signal }))
  await expect(call).rejects.toMatchObject({ name: 'AbortError', cause: { name: 'TimeoutError' } })
})

test('what a call throws is thrown', async () => {
  await expect(withTimeout(20, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

import { interceptRequests } from './intercepted-requests.ts'

/** Way to lose a request: before it arrives, or with its answer, after it was executed. */
export type Loss = 'on its way' | 'with its answer'

export const LOSSES: readonly Loss[] = ['on its way', 'with its answer']

/**
 * Loses one request while something is done, as where the process dies over it.
 * @param number which one, counted from 0
 */
export async function losing<T>(number: number, loss: Loss, act: () => Promise<T>): Promise<T> {
  let count = 0
  const end = interceptRequests(async (send) => {
    const isLost = count === number
    count += 1
    if (isLost && loss === 'on its way') throw new TypeError('lost on its way')
    const answer = await send()
    if (isLost) throw new TypeError('lost with its answer')
    return answer
  })
  try {
    return await act()
  } finally {
    end()
  }
}

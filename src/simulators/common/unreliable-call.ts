import { setTimeout as sleep } from 'node:timers/promises'
import { UnknownOutcome } from '#providers/port/provider.ts'

/** @throws UnknownOutcome for any error, or at the signal; the call continues as a bank's would */
export async function callOrUnknown<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  try {
    signal.throwIfAborted()
    return await Promise.race([call(), neverAnswer(signal)])
  } catch (error) {
    if (error instanceof UnknownOutcome) throw error
    throw new UnknownOutcome('The simulator could not be reached.', { cause: error })
  }
}

export function neverAnswer(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(new UnknownOutcome('The simulator did not answer in time.'))
    signal.addEventListener('abort', giveUp, { once: true })
  })
}

export async function delay(milliseconds: number | null, signal: AbortSignal): Promise<void> {
  if (milliseconds) await sleep(milliseconds, undefined, { signal })
}

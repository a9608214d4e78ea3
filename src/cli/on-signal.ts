import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Pending clean-ups; the innermost last. */
const pending: (() => Promise<void>)[] = []

/** Cleans up, also if a signal ends the process meanwhile. @param cleanUp is called once */
export async function thenOrOnSignal<T>(act: () => Promise<T>, cleanUp: () => Promise<void>): Promise<T> {
  let cleaning: Promise<void> | undefined
  const cleanUpOnce = () => {
    cleaning ??= cleanUp()
    return cleaning
  }
  if (pending.push(cleanUpOnce) === 1) for (const signal of SIGNALS) process.on(signal, end)
  try {
    return await act()
  } finally {
    await cleanUpOnce().finally(() => forget(cleanUpOnce))
  }
}

function forget(cleanUp: () => Promise<void>): void {
  pending.splice(pending.indexOf(cleanUp), 1)
  if (pending.length === 0) for (const signal of SIGNALS) process.off(signal, end)
}

async function end(signal: (typeof SIGNALS)[number]): Promise<void> {
  // One after the other: the inner ones may need what the outer ones stop.
  for (const cleanUp of pending.toReversed()) await cleanUp().catch(() => undefined)
  process.exit(128 + constants.signals[signal])
}

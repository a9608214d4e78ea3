import pg from 'pg'
import { vi } from 'vitest'

/** Sent every second, regardless of payments. */
const BY_THE_CLOCK = /insert into request_log|from provider_circuits/

/**
 * Statements that this process sends to a database for an act: the fewest of five times, since others work beside it now
 * and then. The gateway of other test files, which may be in this process, has a database of its own.
 */
export async function fewestStatements(databaseUrl: string, act: () => Promise<void>): Promise<readonly string[]> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    let fewest: readonly string[] | undefined
    for (let turn = 0; turn < 5; turn += 1) {
      query.mockClear()
      await act()
      const sent = sentTo(database, query.mock)
      if (!fewest || sent.length < fewest.length) fewest = sent
    }
    return fewest!
  } finally {
    query.mockRestore()
  }
}

function sentTo(database: string, { calls, contexts }: { calls: unknown[][]; contexts: unknown[] }): string[] {
  return calls
    .filter((_, at) => (contexts[at] as pg.Client).database === database)
    .map(([sent]) => (sent as { text?: string }).text ?? '')
    .filter((text) => !BY_THE_CLOCK.test(text))
}

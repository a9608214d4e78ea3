import { problem, RequestError } from '#domain/problem.ts'
import { batched } from '#store/connection/batched.ts'
import type { Sql } from '#store/connection/database.ts'
import { type Hits, leaseHits } from '#store/requests/rate-counters.ts'
import { consumeLease, type Lease, LeasedWindow } from './leased-window.ts'

/** Separate counters, so that many new payments never block reads and 3DS steps (docs/reference/limits.md#rate-limits). */
export type RateLimitBucket = 'requests' | 'reads' | 'three-ds-steps'

/** A process has at most a fiftieth of the limit unused while another one rejects. */
const LEASES_PER_WINDOW = 50

export interface RateLimiter {
  /** @throws RequestError `too-many-requests` */
  spend(allowance: RateLimitBucket, merchantId: string): Promise<void>
}

/**
 * Limits the requests of each merchant and second over all processes. The database counts; a process leases several
 * requests if the limit is high, and many merchants' in one statement. An exhausted window is cached, so that a flood
 * costs no statements.
 * @param perSecond maximum in a window
 * @param windowSeconds other than 1 in tests
 */
export function createRateLimiter(sql: Sql, perSecond: number, windowSeconds = 1): RateLimiter {
  const window = new LeasedWindow()
  const most = Math.max(1, Math.floor(perSecond / LEASES_PER_WINDOW))
  let running = 0
  const ask = batched(async (wanted: readonly Wanted[]) => {
    running += 1
    // Beside another batch that was slow, a spare lease would be missing there.
    const least = running > 1 ? 1 : most
    const limits = { window, perSecond, least, count: (hits: readonly Hits[]) => leaseHits(sql, hits, windowSeconds) }
    return leaseAll(wanted, limits).finally(() => {
      running -= 1
    })
  })
  return {
    async spend(allowance, merchantId) {
      const counted = `${allowance} ${merchantId}`
      if (window.take(counted) ?? (await ask({ allowance, merchantId, counted }))) return
      const message = `You send more than ${perSecond} requests a second; slow down and try again.`
      throw new RequestError('too-many-requests', [problem('', message, String(perSecond))], 1)
    },
  }
}

interface Wanted {
  readonly allowance: RateLimitBucket
  readonly merchantId: string
  readonly counted: string
}

interface Limits {
  readonly window: LeasedWindow
  readonly perSecond: number
  /** Hits to lease, also for fewer requests. */
  readonly least: number
  readonly count: (hits: readonly Hits[]) => ReturnType<typeof leaseHits>
}

/** Leases for all waiting requests, and stores the rest. @returns admissions */
async function leaseAll(wanted: readonly Wanted[], { window, perSecond, least, count }: Limits): Promise<boolean[]> {
  const asked = Object.entries(Object.groupBy(wanted, ({ counted }) => counted))
  const hits = asked.map(([, those = []]): Hits => {
    return { name: those[0]!.allowance, merchantId: those[0]!.merchantId, hits: Math.max(least, those.length) }
  })
  const sentAt = performance.now()
  const { totals, startsAt, remainingMs } = await count(hits)
  const leases = new Map(
    asked.map(([counted], index): [string, Lease] => {
      const over = Math.max(0, totals[index]! - perSecond)
      return [counted, { left: Math.max(0, hits[index]!.hits - over), isLast: totals[index]! >= perSecond }]
    }),
  )
  // Waiting requests go first: if the window has ended meanwhile, the rest is worthless.
  const answers = wanted.map(({ counted }) => consumeLease(leases.get(counted)!))
  window.keep(leases, { startsAt, endsAt: sentAt + remainingMs })
  return answers
}

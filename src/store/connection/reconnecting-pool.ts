import type { Database } from './sql.ts'

/** What is under way on other connections of a pool that is left has so long to end. */
const GRACE_SECONDS = 5
/** While the server is away, new pools are made no more often than this. */
const PACE_MS = 250

/**
 * A pool that outlives its connections. What postgres.js (3.4.9) is given in the moment in which a connection breaks is
 * never answered, and that connection may never work again. So when one breaks, the whole pool is left for a new one,
 * and whoever still waits in the old one hears of it soon.
 * @param open makes a pool that tells when a connection of it has ended
 */
export function reconnectingPool(open: (onBroken: () => void) => Database): Database {
  const leaving = new Set<Promise<void>>()
  let madeAt = 0
  let ended = false
  let pool = make()

  function make(): Database {
    let isBroken = false
    madeAt = Date.now()
    const made = open(() => {
      if (isBroken || ended) return
      isBroken = true
      setTimeout(replace, Math.max(0, madeAt + PACE_MS - Date.now()), made)
    })
    return made
  }

  function replace(old: Database): void {
    if (ended) return
    pool = make()
    const left = old.end({ timeout: GRACE_SECONDS }).finally(() => leaving.delete(left))
    leaving.add(left)
  }

  async function end(options?: Parameters<Database['end']>[0]): Promise<void> {
    ended = true
    await Promise.all([pool.end(options), ...leaving])
  }

  return new Proxy((() => undefined) as unknown as Database, {
    apply: (_target, _self, args) => Reflect.apply(pool, undefined, args),
    get: (_target, name) => (name === 'end' ? end : Reflect.get(pool, name)),
  })
}

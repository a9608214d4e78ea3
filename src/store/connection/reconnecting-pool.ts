import { meansUnfitSession } from './availability.ts'
import type { Database } from './sql.ts'

/** What is under way on other connections of a pool that is left has so long to end. */
const GRACE_SECONDS = 5
/** While the server is away, new pools are made no more often than this. */
const PACE_MS = 250
/** A server that says nothing so long after it should have given a statement up cannot be heard any more. */
const SILENCE_SECONDS = 5

/** A pool, and the way to part from it. */
interface Membership {
  readonly pool: Database
  leave(): void
}

/**
 * A pool that outlives its connections. What postgres.js (3.4.9) is given in the moment in which a connection breaks is
 * never answered, and that connection may never work again. So when one breaks, falls silent or cannot do what it is
 * asked, the whole pool is left for a new one, and whoever still waits in the old one hears of it soon.
 * @param open makes a pool that tells when a connection of it has ended
 * @param statementSeconds after which the server gives a statement up
 */
export function reconnectingPool(open: (onBroken: () => void) => Database, statementSeconds: number): Database {
  const silenceMs = (statementSeconds + SILENCE_SECONDS) * 1000
  const leaving = new Set<Promise<void>>()
  let ended = false
  let current = make()

  function make(): Membership {
    const madeAt = Date.now()
    let isLeft = false
    const leave = () => {
      if (isLeft || ended) return
      isLeft = true
      setTimeout(replace, Math.max(0, madeAt + PACE_MS - Date.now()), pool)
    }
    const pool = open(leave)
    return { pool, leave }
  }

  function replace(old: Database): void {
    if (ended) return
    current = make()
    const left = old.end({ timeout: GRACE_SECONDS }).finally(() => leaving.delete(left))
    leaving.add(left)
  }

  async function end(options?: Parameters<Database['end']>[0]): Promise<void> {
    ended = true
    await Promise.all([current.pool.end(options), ...leaving])
  }

  const asked = (query: unknown) => observed(query, current.leave, silenceMs)
  const own = {
    end,
    unsafe: (...args: Parameters<Database['unsafe']>) => asked(current.pool.unsafe(...args)),
    begin: (...args: Parameters<Database['begin']>) => begun(current, args),
  }
  return new Proxy((() => undefined) as unknown as Database, {
    apply: (_target, _self, args) => asked(Reflect.apply(current.pool, undefined, args)),
    get: (_target, name) => Reflect.get(Object.hasOwn(own, name) ? own : current.pool, name),
  })
}

async function begun({ pool, leave }: Membership, args: Parameters<Database['begin']>): Promise<unknown> {
  try {
    return await pool.begin(...args)
  } catch (error) {
    if (meansUnfitSession(error)) leave()
    throw error
  }
}

/**
 * A statement whose end is watched once somebody waits for it. Parts of statements, lists of values and names are
 * nothing anybody waits for.
 */
function observed(query: unknown, leave: () => void, silenceMs: number): unknown {
  if (!(query instanceof Promise)) return query
  const { then } = query
  return Object.assign(query, {
    // biome-ignore lint/suspicious/noThenProperty: whoever awaits the statement calls it, and only then it is sent
    then: (resolved?: (value: unknown) => unknown, rejected?: (error: unknown) => unknown) => {
      const silence = setTimeout(leave, silenceMs)
      return then.call(
        query,
        (value: unknown) => {
          clearTimeout(silence)
          return resolved ? resolved(value) : value
        },
        (error: unknown) => {
          clearTimeout(silence)
          if (meansUnfitSession(error)) leave()
          if (rejected) return rejected(error)
          throw error
        },
      )
    },
  })
}

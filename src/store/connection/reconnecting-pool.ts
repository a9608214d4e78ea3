import { beginWithin, tracedWithin } from '#trace/index.ts'
import { isUnusableSessionError } from './availability.ts'
import { type Ask, askOf, relayedSql } from './delegating-sql.ts'
import type { Database } from './sql.ts'
import { DATABASE } from './traced-database.ts'

/** What is in progress on other connections of a pool that is left has so long to end. */
const GRACE_SECONDS = 5
/** While the server is away, new pools are made no more often than this. */
const PACE_MS = 250
/** A server that says nothing so long after it should have given a statement up cannot be heard any more. */
const SILENCE_SECONDS = 5
const WATCH_MS = 1000

let underWay = 0

/** Statements and SQL transactions that this process waits for, in all its pools; some may wait for a connection. */
export function statementsUnderWay(): number {
  return underWay
}

/** A pool, what somebody waits for in it, and the way to part from it. */
interface Membership {
  readonly pool: Database
  /** How many statements by the second in which they were asked, oldest first. */
  readonly waitedFor: Map<number, number>
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
  const leaving = new Set<Promise<void>>()
  let ended = false
  let current = make()
  const watch = setInterval(leaveSilent, WATCH_MS, statementSeconds + SILENCE_SECONDS).unref()

  function make(): Membership {
    const madeAt = Date.now()
    let isLeft = false
    const leave = () => {
      if (isLeft || ended) return
      isLeft = true
      setTimeout(replace, Math.max(0, madeAt + PACE_MS - Date.now()), pool)
    }
    const pool = open(leave)
    return { pool, waitedFor: new Map(), leave }
  }

  function replace(old: Database): void {
    if (ended) return
    current = make()
    const left = old.end({ timeout: GRACE_SECONDS }).finally(() => leaving.delete(left))
    leaving.add(left)
  }

  function leaveSilent(silenceSeconds: number): void {
    const [oldest] = current.waitedFor.keys()
    if (oldest !== undefined && thisSecond() - oldest > silenceSeconds) current.leave()
  }

  async function end(options?: Parameters<Database['end']>[0]): Promise<void> {
    ended = true
    clearInterval(watch)
    await Promise.all([current.pool.end(options), ...leaving])
  }

  const ask: Ask = (...args) => observed(askOf(current.pool)(...args), current)
  return relayedSql(() => current.pool, ask, {
    end,
    unsafe: ((...args: Parameters<Database['unsafe']>) =>
      observed(current.pool.unsafe(...args), current)) as Database['unsafe'],
    begin: ((...args: Parameters<Database['begin']>) => begun(current, args)) as Database['begin'],
  })
}

async function begun({ pool, leave }: Membership, args: Parameters<Database['begin']>): Promise<unknown> {
  underWay += 1
  try {
    return await tracedWithin<unknown>('database transaction', DATABASE, () => pool.begin(...args))
  } catch (error) {
    if (isUnusableSessionError(error)) leave()
    throw error
  } finally {
    underWay -= 1
  }
}

/**
 * A statement whose end is watched once somebody waits for it, for only then it is sent. Parts of statements, lists of
 * values and names are nothing anybody waits for.
 */
function observed(query: unknown, { waitedFor, leave }: Membership): unknown {
  if (!(query instanceof Promise)) return query
  const { then } = query
  return Object.assign(query, {
    // biome-ignore lint/suspicious/noThenProperty: this is what whoever waits for it calls
    then(resolved?: (value: unknown) => unknown, rejected?: (error: unknown) => unknown) {
      const second = thisSecond()
      count(waitedFor, second, 1)
      underWay += 1
      const span = beginWithin('database statement', DATABASE)
      const over = (failed: boolean) => {
        count(waitedFor, second, -1)
        underWay -= 1
        span?.end({ failed })
      }
      return then.call(
        query,
        (value: unknown) => {
          over(false)
          return resolved ? resolved(value) : value
        },
        (error: unknown) => {
          over(true)
          if (isUnusableSessionError(error)) leave()
          if (rejected) return rejected(error)
          throw error
        },
      )
    },
  })
}

/** Adds to how many there are of a second. */
function count(waitedFor: Map<number, number>, second: number, more: 1 | -1): void {
  const many = (waitedFor.get(second) ?? 0) + more
  if (many === 0) waitedFor.delete(second)
  else waitedFor.set(second, many)
}

function thisSecond(): number {
  return Math.floor(performance.now() / 1000)
}

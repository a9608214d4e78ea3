import { isUnreachableError, isUnusableSessionError } from './availability.ts'
import { connectionError } from './driver-errors.ts'
import type { Session } from './session.ts'
import { Sessions, type SessionsOptions } from './sessions.ts'
import { WaitingLine } from './waiting-line.ts'

/** How many statements may be in progress in one session. Others wait until a session has room. */
const PIPELINE = 32

export interface PoolOptions extends SessionsOptions {
  readonly isPipelined: boolean
}

/**
 * Sessions that statements share. A statement takes an idle session, or else a new one, or else the one with the fewest
 * statements in progress. A SQL transaction takes the first session that is idle, for itself
 * ([decision 0112](../../../docs/decisions/0112-the-driver-pg-without-patches.md)).
 */
export class SessionPool {
  readonly #sessions: Sessions
  readonly #mostUses: number
  readonly #waiting = new WaitingLine()
  readonly #quiet = Promise.withResolvers<void>()
  #isEnding = false
  #ended: Promise<void> | undefined

  constructor(options: PoolOptions) {
    this.#mostUses = options.isPipelined ? PIPELINE : 1
    this.#sessions = new Sessions(options, {
      changed: () => this.#serve(),
      failed: (error) => this.#waiting.fail(error),
    })
  }

  /**
   * Uses a session, alone or together with other statements.
   * @throws CONNECTION_ENDED if the pool is closed, an error of the connection, or what the act throws
   */
  async use<T>(isAlone: boolean, act: (session: Session) => Promise<T>): Promise<T> {
    if (this.#isEnding) throw connectionError('CONNECTION_ENDED', 'The pool of connections is closed.')
    const session = this.#take(isAlone) ?? (await this.#waitFor(isAlone))
    try {
      return await act(session)
    } catch (error) {
      if (isUnreachableError(error)) this.#sessions.leave(session)
      if (isUnusableSessionError(error)) this.#sessions.replaceAll()
      throw error
    } finally {
      this.#giveBack(session)
    }
  }

  /** Waits for statements in progress and closes all sessions. @param timeoutMs after which they are cut */
  end(timeoutMs: number | undefined): Promise<void> {
    this.#ended ??= this.#end(timeoutMs)
    return this.#ended
  }

  #waitFor(isAlone: boolean): Promise<Session> {
    const turn = this.#waiting.join(isAlone)
    this.#sessions.connectFor(this.#waiting.length)
    return turn
  }

  /** @returns a session that is counted as used, undefined if none may be used now */
  #take(isAlone: boolean): Session | undefined {
    const session = this.#leastUsed(isAlone)
    if (!session || (session.uses > 0 && this.#sessions.isGrowing)) return undefined
    if (session.uses === 0) session.heardAt = performance.now()
    session.uses += 1
    session.isLent = isAlone
    return session
  }

  #leastUsed(isAlone: boolean): Session | undefined {
    const { open } = this.#sessions
    // One session gets no shared statements until it is idle, for the SQL transaction that waits for one.
    const spared = !isAlone && this.#waiting.isAnyAlone ? open.findLast(({ isLent }) => !isLent) : undefined
    let most = isAlone ? 1 : this.#mostUses
    let least: Session | undefined
    for (const session of open) {
      if (session.isLent || session === spared || session.uses >= most) continue
      least = session
      most = session.uses
    }
    return least
  }

  #giveBack(session: Session): void {
    session.uses -= 1
    session.isLent = false
    session.heardAt = performance.now()
    this.#sessions.settle(session)
    this.#serve()
  }

  #serve(): void {
    this.#waiting.serve((isAlone) => this.#take(isAlone))
    if (this.#waiting.length > 0) this.#sessions.connectFor(this.#waiting.length)
    else if (this.#isEnding && this.#sessions.isQuiet) this.#quiet.resolve()
  }

  async #end(timeoutMs: number | undefined): Promise<void> {
    this.#isEnding = true
    const cut = timeoutMs === undefined ? undefined : setTimeout(() => this.#cut(), timeoutMs)
    this.#serve()
    await this.#quiet.promise
    clearTimeout(cut)
    await this.#sessions.close()
  }

  #cut(): void {
    const message = 'The pool of connections was closed before the answer.'
    this.#waiting.fail(connectionError('CONNECTION_DESTROYED', message))
    this.#sessions.cutAll(message)
    this.#quiet.resolve()
  }
}

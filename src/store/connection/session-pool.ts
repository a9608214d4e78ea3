import { setTimeout as sleep } from 'node:timers/promises'
import { meansUnfitSession, meansUnreachable } from './availability.ts'
import { connectionError } from './driver-errors.ts'
import type { Session } from './session.ts'
import { WaitingLine } from './waiting-line.ts'

/** While the server is away, and while every session is unfit, new ones are opened no more often than this. */
const PACE_MS = 250
/** What is under way on other sessions of a server that fell silent has so long to end. */
const GRACE_MS = 5000
/** A server that says nothing so long after it should have ended a statement cannot be heard any more. */
const SILENCE_SECONDS = 5
const WATCH_MS = 1000
/** Statements that wait in one session for their answers. More wait for the first session that has room. */
const PIPELINE = 32

/** How a pool opens sessions, and how many. */
export interface PoolOptions {
  readonly open: (onEnd: (session: Session) => void) => Promise<Session>
  readonly connections: number
  /** The server ends a statement after so many seconds. */
  readonly statementSeconds: number
  readonly isPipelined: boolean
}

/**
 * Sessions that statements share. A statement takes an idle session, or else a new one, or else the one with the fewest
 * statements under way. A SQL transaction takes the first session that is idle, for itself. Sessions that are lost,
 * silent or unfit are replaced (docs/decisions/0112-the-driver-pg-without-patches.md).
 */
export class SessionPool {
  readonly #options: PoolOptions
  /** Those that take statements, oldest first. */
  readonly #sessions: Session[] = []
  /** Those that only end what is under way. */
  readonly #left = new Set<Session>()
  readonly #waiting = new WaitingLine()
  readonly #watch: NodeJS.Timeout
  #connecting = 0
  /** True if the last attempt to connect failed. */
  #isAway = false
  #attemptAt = 0
  #replacedAt = Number.NEGATIVE_INFINITY
  #replacing: NodeJS.Timeout | undefined
  #ending: Promise<void> | undefined
  #isEnding = false
  #isClosed = false
  readonly #quiet = Promise.withResolvers<void>()

  constructor(options: PoolOptions) {
    this.#options = options
    this.#watch = setInterval(() => this.#replaceSilent(), WATCH_MS).unref()
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
      if (meansUnreachable(error)) this.#leave(session)
      if (meansUnfitSession(error)) this.#replaceAll()
      throw error
    } finally {
      this.#giveBack(session)
    }
  }

  /** Waits for what is under way and closes all sessions. @param timeoutMs after which they are cut */
  end(timeoutMs: number | undefined): Promise<void> {
    this.#ending ??= this.#end(timeoutMs)
    return this.#ending
  }

  #waitFor(isAlone: boolean): Promise<Session> {
    const turn = this.#waiting.join(isAlone)
    this.#connect()
    return turn
  }

  /** @returns a session that is counted as used, undefined if none may be used now */
  #take(isAlone: boolean): Session | undefined {
    const session = this.#leastUsed(isAlone)
    if (!session || (session.uses > 0 && this.#mayGrow())) return undefined
    if (session.uses === 0) session.heardAt = performance.now()
    session.uses += 1
    session.isLent = isAlone
    return session
  }

  #leastUsed(isAlone: boolean): Session | undefined {
    // One session is left alone until whoever waits to have it for himself gets it.
    const spared = !isAlone && this.#waiting.isAnyAlone ? this.#sessions.findLast(({ isLent }) => !isLent) : undefined
    let most = isAlone || !this.#options.isPipelined ? 1 : PIPELINE
    let least: Session | undefined
    for (const session of this.#sessions) {
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
    if (session.uses === 0 && this.#left.delete(session)) void session.end()
    this.#serve()
  }

  #serve(): void {
    this.#waiting.serve((isAlone) => this.#take(isAlone))
    if (this.#waiting.length > 0) this.#connect()
    else if (this.#isEnding && this.#isQuiet()) this.#quiet.resolve()
  }

  #isQuiet(): boolean {
    return this.#connecting === 0 && this.#left.size === 0 && this.#sessions.every(({ uses }) => uses === 0)
  }

  #mayGrow(): boolean {
    if (this.#sessions.length + this.#connecting >= this.#options.connections) return false
    return !this.#isAway || (this.#connecting === 0 && performance.now() >= this.#attemptAt)
  }

  /** Opens a session for each that waits; one at a time while the server is away. */
  #connect(): void {
    const room = this.#options.connections - this.#sessions.length
    const most = Math.min(this.#waiting.length, room, this.#isAway ? 1 : room)
    while (this.#connecting < most) void this.#open()
  }

  async #open(): Promise<void> {
    this.#connecting += 1
    try {
      if (this.#isAway) await sleep(Math.max(0, this.#attemptAt - performance.now()))
      const session = await this.#options.open((lost) => this.#leave(lost))
      this.#isAway = false
      if (this.#isClosed) void session.end()
      else if (!session.isLost) this.#sessions.push(session)
    } catch (error) {
      this.#isAway = true
      this.#attemptAt = performance.now() + PACE_MS
      if (this.#sessions.length === 0 && this.#connecting === 1) this.#waiting.fail(error)
    } finally {
      this.#connecting -= 1
      this.#serve()
    }
  }

  /** Gives a session no further statements, and closes it when those under way are answered. */
  #leave(session: Session): void {
    const place = this.#sessions.indexOf(session)
    if (place === -1) return
    this.#sessions.splice(place, 1)
    if (session.uses > 0) this.#left.add(session)
    else void session.end()
    this.#serve()
  }

  /** Leaves all sessions: what one cannot do any more, the others cannot do either. */
  #replaceAll(): void {
    if (this.#replacing) return
    const restMs = this.#replacedAt + PACE_MS - performance.now()
    if (restMs > 0) {
      this.#replacing = setTimeout(() => {
        this.#replacing = undefined
        this.#replaceAll()
      }, restMs)
      return
    }
    this.#replacedAt = performance.now()
    for (const session of [...this.#sessions]) this.#leave(session)
  }

  #replaceSilent(): void {
    const since = performance.now() - (this.#options.statementSeconds + SILENCE_SECONDS) * 1000
    const all = [...this.#sessions]
    const silent = all.filter(({ uses, isLent, heardAt }) => uses > 0 && !isLent && heardAt < since)
    if (silent.length === 0) return
    for (const session of all) this.#leave(session)
    for (const session of silent) session.destroy(SILENT)
    setTimeout(() => this.#cut(all.filter((session) => this.#left.has(session)), SILENT), GRACE_MS).unref()
  }

  #cut(sessions: Iterable<Session>, message: string): void {
    for (const session of sessions) session.destroy(message)
  }

  async #end(timeoutMs: number | undefined): Promise<void> {
    this.#isEnding = true
    clearInterval(this.#watch)
    const cut = timeoutMs === undefined ? undefined : setTimeout(() => this.#cutAll(), timeoutMs)
    this.#serve()
    await this.#quiet.promise
    this.#isClosed = true
    clearTimeout(cut)
    clearTimeout(this.#replacing)
    await Promise.all(this.#sessions.map((session) => session.end()))
  }

  #cutAll(): void {
    this.#waiting.fail(connectionError('CONNECTION_DESTROYED', CLOSED))
    this.#cut([...this.#sessions, ...this.#left], CLOSED)
    this.#quiet.resolve()
  }
}

const SILENT = 'The database server does not answer.'
const CLOSED = 'The pool of connections was closed before the answer.'

import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './session.ts'

/** Pause between attempts to connect while the server is away, and between replacements of unfit sessions. */
const PACE_MS = 250
/** Time for statements on the other sessions of a silent server to end. */
const GRACE_MS = 5000
/** A session is silent if it has no answer this long after the time limit of its statement. */
const SILENCE_SECONDS = 5
const WATCH_MS = 1000
/** How long a statement that could share a session waits for a new one. */
const PATIENCE_MS = 1000
const SILENT = 'The database server does not answer.'

export interface SessionsOptions {
  /** @param onEnd hears when the session is lost */
  readonly open: (onEnd: (session: Session) => void) => Promise<Session>
  readonly connections: number
  /** The server ends a statement after so many seconds. */
  readonly statementSeconds: number
}

export interface SessionsListener {
  /** Called when there is another session, or room for one. */
  changed(): void
  /** Called when no session can be opened, and none is open that statements could share. */
  failed(error: unknown): void
}

/** The open sessions of a pool. One that is lost, silent or unfit is left, and another is opened when it is needed. */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #listener: SessionsListener
  /** Those that take statements, oldest first. */
  readonly #open: Session[] = []
  /** Those that only finish their statements. */
  readonly #left = new Set<Session>()
  readonly #watch: NodeJS.Timeout
  #connecting = 0
  /** True if the last attempt to connect failed. */
  #isAway = false
  /** When the next attempt may be made; `performance.now()`. */
  #attemptAt = 0
  #attemptedAt = 0
  #replacedAt = Number.NEGATIVE_INFINITY
  #replacing: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: SessionsOptions, listener: SessionsListener) {
    this.#options = options
    this.#listener = listener
    this.#watch = setInterval(() => this.#look(), WATCH_MS).unref()
  }

  get open(): readonly Session[] {
    return this.#open
  }

  /** True if nothing is in progress. */
  get isQuiet(): boolean {
    return this.#connecting === 0 && this.#left.size === 0 && this.#open.every(({ uses }) => uses === 0)
  }

  /** True if a statement that finds no idle session should wait for a new one. */
  get isGrowing(): boolean {
    const now = performance.now()
    if (this.#connecting > 0) return !this.#isAway && now - this.#attemptedAt < PATIENCE_MS
    return this.#open.length < this.#options.connections && (!this.#isAway || now >= this.#attemptAt)
  }

  /** Opens sessions for those who wait, as far as there is room; one at a time while the server is away. */
  connectFor(waiting: number): void {
    const room = this.#options.connections - this.#open.length
    const most = Math.min(waiting, this.#isAway ? 1 : room, room)
    while (this.#connecting < most) void this.#connect()
  }

  /** Gives a session no further statements, and closes it when those in progress are answered. */
  leave(session: Session): void {
    this.#leave([session])
  }

  /** Leaves all sessions: what one cannot do any more, the others cannot do either. */
  replaceAll(): void {
    if (this.#replacing) return
    const restMs = this.#replacedAt + PACE_MS - performance.now()
    const replace = () => {
      this.#replacing = undefined
      this.#replacedAt = performance.now()
      this.#leave([...this.#open])
    }
    if (restMs <= 0) replace()
    else this.#replacing = setTimeout(replace, restMs)
  }

  /** Closes a session that was left, once it is idle. */
  settle(session: Session): void {
    if (session.uses === 0 && this.#left.delete(session)) void session.end()
  }

  cutAll(message: string): void {
    for (const session of [...this.#open, ...this.#left]) session.destroy(message)
  }

  /** Closes all sessions; none is opened any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#watch)
    clearTimeout(this.#replacing)
    await Promise.all(this.#open.map((session) => session.end()))
  }

  async #connect(): Promise<void> {
    this.#connecting += 1
    const began = performance.now()
    this.#attemptedAt = began
    try {
      if (this.#isAway) await sleep(Math.max(0, this.#attemptAt - performance.now()))
      this.#add(await this.#options.open((lost) => this.leave(lost)))
    } catch (error) {
      this.#isAway = true
      this.#attemptAt = performance.now() + PACE_MS
      // SQL transactions may hold the last sessions of a server that no longer answers.
      const isSlow = this.#attemptAt - began > PACE_MS + PATIENCE_MS
      if (this.#connecting === 1 && this.#open.every(({ isLent }) => isLent && isSlow)) this.#listener.failed(error)
    } finally {
      this.#connecting -= 1
      this.#listener.changed()
    }
  }

  #add(session: Session): void {
    this.#isAway = false
    if (this.#isClosed) void session.end()
    else if (!session.isLost) this.#open.push(session)
  }

  #leave(sessions: readonly Session[]): void {
    for (const session of sessions) {
      const place = this.#open.indexOf(session)
      if (place === -1) continue
      this.#open.splice(place, 1)
      if (session.uses > 0) this.#left.add(session)
      else void session.end()
    }
    this.#listener.changed()
  }

  #look(): void {
    this.#leaveSilent()
    this.#listener.changed()
  }

  #leaveSilent(): void {
    const since = performance.now() - (this.#options.statementSeconds + SILENCE_SECONDS) * 1000
    const all = [...this.#open]
    const silent = all.filter(({ uses, isLent, heardAt }) => uses > 0 && !isLent && heardAt < since)
    if (silent.length === 0) return
    this.#leave(all)
    for (const session of silent) session.destroy(SILENT)
    const cut = () => {
      for (const session of all) if (this.#left.has(session)) session.destroy(SILENT)
    }
    setTimeout(cut, GRACE_MS).unref()
  }
}

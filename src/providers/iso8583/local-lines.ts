import { setTimeout as sleep } from 'node:timers/promises'
import { openMessage } from './forward-message.ts'
import { NotSent, Unanswered } from './line/errors.ts'
import type { Line } from './line/line.ts'
import { fingerprintMatches } from './line-fingerprint.ts'
import type { HandOverAnswer, HeldLine, LineStore, SealedInbox, TakenHandOver } from './line-store.ts'
import type { Strays } from './strays.ts'
import { retainedFields } from './translate/answer.ts'

export interface LocalLine extends HeldLine {
  readonly opened: string
  readonly line: Line
  readonly strays: Strays
  /** Expiry by a monotonic clock: earlier than the lease ends in the database. */
  until: number
}

export interface LineKeeper {
  readonly book: LineStore
  readonly post: SealedInbox
  readonly leaseMs: number
}

/** Renewals within the time of a lease. */
const RENEWALS = 3
/** Polling intervals for messages of other processes: while there are some, and when idle. */
const BUSY_MS = 15
const QUIET_MS = 150
const BUSY_FOR_MS = 10_000
/** Maximum wait of an ending process for answers to others' messages; new messages wait as long for the next owner. */
const LAST_ANSWERS_MS = 5000

/** Lines of this process: renews their leases and sends messages of other processes. */
export class LocalLines {
  readonly #keeper: LineKeeper
  readonly #lines = new Map<string, LocalLine>()
  readonly #sending = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #isTending = false
  #isEnding = false

  constructor(keeper: LineKeeper) {
    this.#keeper = keeper
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  get(providerAccountId: string): LocalLine | undefined {
    const own = this.#lines.get(providerAccountId)
    if (own && !isOurs(own)) this.#lose(own)
    return this.#lines.get(providerAccountId)
  }

  add(own: LocalLine): void {
    this.#lines.set(own.providerAccountId, own)
    if (this.#isTending) return
    this.#isTending = true
    void this.#renew()
    void this.#serve()
  }

  /** Signs off and releases the line. */
  async leave(own: LocalLine): Promise<void> {
    this.#forget(own)
    await own.line.close()
    await this.#keeper.book.leave(own).catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#isEnding = true
    await Promise.race([Promise.all(this.#sending), this.#pause(LAST_ANSWERS_MS)])
    this.#closing.abort()
    await Promise.all([...this.#lines.values()].map((own) => this.leave(own)))
  }

  /** Another process may have it by now: requests in flight stay unanswered. */
  #lose(own: LocalLine): void {
    this.#forget(own)
    own.line.hangUp()
  }

  #forget(own: LocalLine): void {
    if (this.#lines.get(own.providerAccountId) === own) this.#lines.delete(own.providerAccountId)
  }

  async #renew(): Promise<void> {
    const { book, leaseMs } = this.#keeper
    while (!this.isClosed) {
      await this.#pause(leaseMs / RENEWALS)
      const held = [...this.#lines.values()]
      const asked = performance.now()
      const kept = held.length > 0 && !this.isClosed ? await book.keep(held, leaseMs).catch(() => null) : null
      for (const own of held) {
        if (kept?.includes(own.providerAccountId)) own.until = asked + leaseMs
        else if (kept || !isOurs(own)) this.#lose(own)
      }
    }
  }

  async #serve(): Promise<void> {
    let busyUntil = 0
    while (!this.#isEnding) {
      const held = [...this.#lines.values()]
      const taken = held.length > 0 ? await this.#keeper.book.takeHandOvers(held).catch(() => []) : []
      for (const one of taken) this.#sendSoon(one)
      if (taken.length > 0) busyUntil = performance.now() + BUSY_FOR_MS
      await this.#pause(performance.now() < busyUntil ? BUSY_MS : QUIET_MS)
    }
  }

  #sendSoon(taken: TakenHandOver): void {
    const sending = this.#send(taken)
      .catch(() => undefined)
      .finally(() => this.#sending.delete(sending))
    this.#sending.add(sending)
  }

  /** If the database is unavailable, the message stays claimed: its sender handles that. */
  async #send(taken: TakenHandOver): Promise<void> {
    const own = this.get(taken.providerAccountId)
    const isMeant = own?.lease === taken.lease && fingerprintMatches(own.opened, taken.opened)
    const answer = isMeant ? await this.#answerOf(own, taken) : RETURNED
    await this.#keeper.book.answer(taken.number, answer)
    // A process has newer settings: its line replaces this one.
    if (own?.lease === taken.lease && !isMeant) await this.leave(own)
  }

  async #answerOf(own: LocalLine, taken: TakenHandOver): Promise<HandOverAnswer> {
    try {
      const message = openMessage(this.#keeper.post, own, taken.sealedMessage)
      const answer = await own.line.exchange(message, AbortSignal.timeout(taken.millisecondsLeft))
      // Its sender may be dead by now.
      await own.strays.write(answer)
      return { state: 'ANSWERED', type: answer.type, fields: retainedFields(answer.fields), why: null }
    } catch (error) {
      // Only errors of the line are known to be safe to store.
      const why = error instanceof NotSent || error instanceof Unanswered ? error.message : null
      return { state: error instanceof NotSent ? 'UNSENT' : 'UNANSWERED', type: null, fields: null, why }
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined)
  }
}

const RETURNED: HandOverAnswer = { state: 'RETURNED', type: null, fields: null, why: null }

export function isOurs({ until }: Pick<LocalLine, 'until'>): boolean {
  return performance.now() < until
}

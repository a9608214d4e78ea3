import { setTimeout as sleep } from 'node:timers/promises'
import { Allowance } from '#providers/port/tools.ts'
import type { Message } from '../codec/message.ts'
import { backOffMs } from './back-off.ts'
import { type Connection, connect, type Endpoint } from './connection.ts'
import { NotSent, Unanswered, Unwritable } from './errors.ts'
import { ECHO, isNetworkRequest, networkAnswer, networkRequest, SIGN_OFF, SIGN_ON, type Trace } from './network.ts'
import { PendingResponses } from './pending-responses.ts'
import { isAnswer } from './response-matching.ts'

export interface Timings {
  /** Silence before an echo is sent. */
  readonly echoMs: number
  /** Wait for the answer to an echo or a sign-on. */
  readonly answerMs: number
  /** Silence of a process before another one takes its line. */
  readonly leaseMs: number
  /** @param failures in a row, from 1 */
  backOffMs(failures: number): number
}

export const USUAL_TIMINGS: Timings = { echoMs: 45_000, answerMs: 10_000, leaseMs: 10_000, backOffMs }

export interface LineUser {
  /** True if this process still has the line: after a long pause it may have lost it. */
  isOurs(): boolean
  nextTrace(): Promise<Trace>
  /** An answer without a waiting request: late, or a second one. Nothing else is read until it resolves. */
  onStray(message: Message): Promise<void>
  onUnreadable(): void
  /** The host sent only unreadable messages: the line was closed, and is reopened later. */
  onGivenUp(): void
}

const MOST_MISSED_ECHOES = 2
/** Maximum of unreadable messages in a row. */
const MOST_UNREADABLE = 50
/** Rate limit of unrequested messages, so that they delay nothing else. */
const MOST_UNASKED = 50
const UNASKED_SPAN_MS = 100
const CHECK_FORMS = 'Check length_form and bitmap_form with the acquirer.'
const APPROVED = '00'

/** Connection to an acquirer, opened by the first request and after breaks: signed on, kept alive by echoes, many in flight. */
export class Line {
  readonly #place: Endpoint
  readonly #user: LineUser
  readonly #timings: Timings
  readonly #waiting = new PendingResponses()
  readonly #closing = new AbortController()
  #connection: Connection | null = null
  #firstTry: Promise<void> | null = null
  #why = 'It is closed.'
  #lastMessageAt = 0
  readonly #unasked = new Allowance(MOST_UNASKED, UNASKED_SPAN_MS)
  #unreadableInARow = 0

  constructor(place: Endpoint, user: LineUser, timings: Timings = USUAL_TIMINGS) {
    this.#place = place
    this.#user = user
    this.#timings = timings
  }

  /** @throws NotSent while the line is down, Unwritable by the host's table, Unanswered at the signal or a break */
  async exchange(request: Message, signal: AbortSignal): Promise<Message> {
    await Promise.race([this.ready(), aborted(signal)])
    if (signal.aborted) throw new NotSent('There was no time left to send it.')
    if (!this.#connection) throw new NotSent(`The line to the acquirer is down. ${this.#why}`)
    return this.#ask(this.#connection, request, signal)
  }

  /** Opens the line, if closed, and waits for the first try; the next request shows if it is up. */
  async ready(): Promise<void> {
    if (!this.#closing.signal.aborted) this.#firstTry ??= this.#start()
    await this.#firstTry
  }

  /** Signs off and closes; requests in flight stay unanswered. Never rejects: a line that cannot sign off closes too. */
  async close(): Promise<void> {
    this.#closing.abort()
    const connection = this.#connection
    if (!connection) return
    await this.#signOff(connection).catch(() => undefined)
    connection.close()
    await connection.closed
  }

  async #signOff(connection: Connection): Promise<void> {
    connection.send(networkRequest(await this.#user.nextTrace(), SIGN_OFF))
  }

  /** Closes immediately without a sign-off: another process has the line now. */
  hangUp(): void {
    this.#closing.abort()
    this.#connection?.close()
  }

  /** Resolves after the first try; continues until the line is closed. */
  #start(): Promise<void> {
    return new Promise((resolve) => void this.#keepOpen(resolve))
  }

  async #keepOpen(tried: () => void): Promise<void> {
    let failures = 0
    while (!this.#closing.signal.aborted) {
      const isUp = await this.#open()
      tried()
      if (isUp) await this.#stayAwake()
      failures = isUp && this.#isSound() ? 1 : failures + 1
      await pause(this.#timings.backOffMs(failures), this.#closing.signal)
    }
  }

  /** @returns true if the host accepted us */
  async #open(): Promise<boolean> {
    try {
      this.#unreadableInARow = 0
      const connection = await connect(this.#place, {
        onMessage: (message, from) => this.#take(message, from),
        onUnreadable: (from) => this.#countUnreadable(from),
      })
      void connection.closed.then(() => this.#lose(connection))
      await this.#signOn(connection)
      if (this.#closing.signal.aborted) connection.close()
      else this.#connection = connection
      return true
    } catch (error) {
      if (this.#isSound()) this.#why = error instanceof Error ? error.message : ''
      return false
    }
  }

  async #signOn(connection: Connection): Promise<void> {
    try {
      const code = (await this.#manage(connection, SIGN_ON)).fields[39]
      if (code !== APPROVED) throw new NotSent(`It rejected our sign-on (response code ${code ?? 'missing'}).`)
    } catch (error) {
      connection.close()
      throw error instanceof Unanswered ? new NotSent(`It did not answer our sign-on. ${CHECK_FORMS}`) : error
    }
  }

  /** Sends echoes to the host, and closes the connection if it does not answer. */
  async #stayAwake(): Promise<void> {
    let missed = 0
    for (let up = this.#connection; up && up === this.#connection; ) {
      await Promise.race([pause(this.#idleMs(), this.#closing.signal), up.closed])
      if (this.#connection !== up || this.#closing.signal.aborted) return
      if (this.#idleMs() > 0) continue
      missed = (await this.#isThere(up)) ? 0 : missed + 1
      if (missed === MOST_MISSED_ECHOES) this.#breakOff(up)
    }
  }

  #breakOff(connection: Connection): void {
    this.#lose(connection)
    connection.close()
  }

  #idleMs(): number {
    return Math.max(0, this.#lastMessageAt + this.#timings.echoMs - Date.now())
  }

  async #isThere(connection: Connection): Promise<boolean> {
    return this.#manage(connection, ECHO).then(
      () => true,
      () => false,
    )
  }

  async #manage(connection: Connection, code: string): Promise<Message> {
    const request = networkRequest(await this.#user.nextTrace(), code)
    return this.#ask(connection, request, AbortSignal.timeout(this.#timings.answerMs))
  }

  async #ask(connection: Connection, request: Message, signal: AbortSignal): Promise<Message> {
    if (!this.#user.isOurs()) throw new NotSent('Another process has the line by now.')
    try {
      connection.send(request)
    } catch (error) {
      throw error instanceof NotSent ? error : new Unwritable(error)
    }
    // Nothing is read in this turn, so the answer cannot arrive before the caller waits for it.
    return this.#waiting.answerTo(request, signal)
  }

  #take(message: Message, connection: Connection): Promise<void> | undefined {
    this.#lastMessageAt = Date.now()
    this.#unreadableInARow = 0
    if (isAnswer(message.type) && this.#waiting.take(message)) return undefined
    return this.#takeUnasked(message, connection)
  }

  async #takeUnasked(message: Message, connection: Connection): Promise<void> {
    await this.#pace()
    if (isNetworkRequest(message)) await this.#answer(message, connection)
    else await this.#user.onStray(message)
  }

  /** Answers the host's requests, even before it has answered our sign-on. */
  async #answer(request: Message, connection: Connection): Promise<void> {
    try {
      connection.send(networkAnswer(request))
    } catch {
      return this.#countUnreadable(connection)
    }
    await connection.taken()
  }

  #isSound(): boolean {
    return this.#unreadableInARow < MOST_UNREADABLE
  }

  async #countUnreadable(connection: Connection): Promise<void> {
    this.#user.onUnreadable()
    this.#unreadableInARow += 1
    if (this.#isSound()) return this.#pace()
    this.#breakOff(connection)
    this.#why = 'It was closed, because all messages of the host were unreadable.'
    this.#user.onGivenUp()
  }

  async #pace(): Promise<void> {
    const { signal } = this.#closing
    for (let ms = this.#unasked.take(); ms > 0 && !signal.aborted; ms = this.#unasked.take()) await pause(ms, signal)
  }

  #lose(connection: Connection): void {
    if (this.#connection === connection || !this.#connection) this.#waiting.giveUp()
    if (this.#connection !== connection) return
    this.#connection = null
    this.#why = 'It broke and is being opened again.'
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

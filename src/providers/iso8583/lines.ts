import type { Access } from '#providers/port/tools.ts'
import type { AcquirerStore } from './acquirer-store.ts'
import { pack } from './codec/codec.ts'
import type { Message } from './codec/message.ts'
import type { Settings } from './config.ts'
import { sealMessage, sendThroughOwner } from './forward-message.ts'
import { NotSent, Unwritable } from './line/errors.ts'
import { Line, type Timings, USUAL_TIMINGS } from './line/line.ts'
import { fingerprintMatches, lineFingerprint } from './line-fingerprint.ts'
import type { LineStore, SealedInbox } from './line-store.ts'
import { isOurs, type LocalLine, LocalLines } from './local-lines.ts'
import type { Reach } from './reach.ts'
import { Strays } from './strays.ts'
import { toEndpoint } from './translate/endpoint.ts'
import { traceOf } from './translate/trace.ts'
import type { Watch } from './watch.ts'

/** A dead sender's message must not be sent after `answer_due_at`: its reversal may have been answered already. */
const MARGIN_MS = 1000

interface Wanted {
  readonly access: Access
  readonly settings: Settings
  readonly opened: string
}

export interface LinesOptions {
  readonly book: AcquirerStore
  readonly lineBook: LineStore
  readonly post: SealedInbox
  readonly watch: Watch
  /** Null if lines may connect anywhere. */
  readonly reach: Reach | null
  readonly timings?: Timings | undefined
}

/** One line per account. A process has it by a lease; others forward messages, and one takes over when it is gone. */
export class Lines {
  readonly #book: AcquirerStore
  readonly #lineBook: LineStore
  readonly #post: SealedInbox
  readonly #watch: Watch
  readonly #reach: Reach | null
  readonly #timings: Timings
  readonly #own: LocalLines
  readonly #taking = new Map<string, Promise<void>>()

  constructor({ book, lineBook, post, watch, reach, timings = USUAL_TIMINGS }: LinesOptions) {
    this.#book = book
    this.#watch = watch
    this.#reach = reach
    this.#lineBook = lineBook
    this.#post = post
    this.#timings = timings
    const { leaseMs } = timings
    this.#own = new LocalLines({ book: lineBook, post, leaseMs })
  }

  /** @throws NotSent if it was never sent @throws Unwritable by the host's table @throws Unanswered if it may have been sent */
  async exchange(access: Access, settings: Settings, message: Message, signal: AbortSignal): Promise<Message> {
    const wanted = { access, settings, opened: lineFingerprint(access, settings) }
    const until = performance.now() + settings.answer_seconds * 1000 - MARGIN_MS
    for (;;) {
      if (this.#own.isClosed) throw new NotSent('This process is ending.')
      if (signal.aborted) throw new NotSent('There was no time left to send it.')
      const own = await this.#ownLine(wanted)
      if (own) return own.line.exchange(message, signal)
      const answer = await this.#throughOwner(wanted, message, until, signal)
      if (answer) return answer
    }
  }

  close(): Promise<void> {
    return this.#own.close()
  }

  /** A changed setting or credential opens a new line. */
  async #ownLine({ access, opened }: Wanted): Promise<LocalLine | undefined> {
    const own = this.#own.get(access.account.providerAccountId)
    if (!own || fingerprintMatches(own.opened, opened)) return own
    await this.#own.leave(own)
    return undefined
  }

  /** @returns null without an owner, or if it could not send: then the next owner sends it */
  async #throughOwner(wanted: Wanted, message: Message, until: number, signal: AbortSignal): Promise<Message | null> {
    const { providerAccountId } = wanted.access.account
    const owner = await this.#lineBook.findOwner(providerAccountId)
    if (!owner) {
      await this.#takeOnce(wanted)
      return null
    }
    // The owner reports only that it sent nothing, so unencodable messages are found here.
    refuseUnwritable(wanted, message)
    const line = { providerAccountId, lease: owner.lease }
    const sealedMessage = sealMessage(this.#post, owner.ownerKey, line, message)
    const milliseconds = Math.max(0, until - performance.now())
    return sendThroughOwner(this.#lineBook, { ...line, opened: wanted.opened, sealedMessage, milliseconds }, signal)
  }

  #takeOnce(wanted: Wanted): Promise<void> {
    const { providerAccountId } = wanted.access.account
    const known = this.#taking.get(providerAccountId)
    if (known) return known
    const taking = this.#take(wanted).finally(() => this.#taking.delete(providerAccountId))
    this.#taking.set(providerAccountId, taking)
    return taking
  }

  async #take({ access, settings, opened }: Wanted): Promise<void> {
    const { providerAccountId } = access.account
    const { leaseMs } = this.#timings
    const asked = performance.now()
    const lease = await this.#lineBook.take({ providerAccountId, ownerKey: this.#post.publicKey, opened }, leaseMs)
    if (lease === null) return
    const held = { until: asked + leaseMs }
    const strays = new Strays(this.#book, this.#watch, providerAccountId, settings)
    const line = this.#open(access, settings, strays, () => isOurs(own))
    const own: LocalLine = { providerAccountId, lease, opened, line, strays, ...held }
    if (this.#own.isClosed) await this.#own.leave(own)
    else this.#own.add(own)
  }

  #open({ account, credentials }: Access, settings: Settings, strays: Strays, isStillOurs: () => boolean): Line {
    const { acquirer_id: acquirerId, terminal_id: terminalId } = settings
    const { providerAccountId } = account
    const user = {
      isOurs: isStillOurs,
      nextTrace: async () => traceOf(await this.#book.nextTrace({ acquirerId, terminalId })),
      onStray: (message: Message) => strays.take(message),
      onUnreadable: () => this.#watch.unasked(providerAccountId, 'unreadable'),
      onGivenUp: () => this.#watch.givenUp(providerAccountId),
    }
    return new Line(toEndpoint(settings, credentials, this.#reach), user, this.#timings)
  }
}

function refuseUnwritable({ access, settings }: Wanted, message: Message): void {
  try {
    pack(toEndpoint(settings, access.credentials, null).codec, message)
  } catch (error) {
    throw new Unwritable(error)
  }
}

import type { Access } from '../provider.ts'
import type { AcquirerBook } from './book.ts'
import type { Message } from './codec/message.ts'
import type { Settings } from './config.ts'
import { haveSent, sealMessage } from './hand-over.ts'
import { NotSent } from './line/errors.ts'
import { Line, type Timings, USUAL_TIMINGS } from './line/line.ts'
import type { LineBook, Post } from './line-book.ts'
import { isLineFor, openedBy } from './opened.ts'
import { isOurs, type OwnLine, OwnLines } from './own-lines.ts'
import { arrivalOf, keptOf } from './translate-answer.ts'
import { placeOf } from './translate-place.ts'
import { traceOf } from './translate-trace.ts'

/** Answers to what moves money; one to a reversal that came late is asked for again by the repeat. */
const PAYMENT_ANSWERS = ['0110', '0210', '0230']
/**
 * A message that its sender gave up, dying, must not leave after it counts as overdue (`answer_due_at`): then its
 * reversal may have been answered already.
 */
const MARGIN_MS = 1000

interface Wanted {
  readonly access: Access
  readonly settings: Settings
  readonly opened: string
}

/**
 * The lines to acquirers, one for each account. The process that needs it first has it, by a lease that it prolongs; the
 * others hand it their messages, and one of them takes the line over when its owner is gone.
 */
export class Lines {
  readonly #book: AcquirerBook
  readonly #lineBook: LineBook
  readonly #post: Post
  readonly #timings: Timings
  readonly #own: OwnLines
  readonly #taking = new Map<string, Promise<void>>()

  constructor(book: AcquirerBook, lineBook: LineBook, post: Post, timings: Timings = USUAL_TIMINGS) {
    this.#book = book
    this.#lineBook = lineBook
    this.#post = post
    this.#timings = timings
    const { leaseMs } = timings
    this.#own = new OwnLines({ book: lineBook, post, leaseMs, write: (account, answer) => this.#keep(account, answer) })
  }

  /**
   * Sends a message on the line of an account and waits for its answer.
   * @throws NotSent where it never left us
   * @throws Unanswered where it was sent, or may have been
   */
  async exchange(access: Access, settings: Settings, message: Message, signal: AbortSignal): Promise<Message> {
    const wanted = { access, settings, opened: openedBy(access, settings) }
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
  async #ownLine({ access, opened }: Wanted): Promise<OwnLine | undefined> {
    const own = this.#own.get(access.account.providerAccountId)
    if (!own || isLineFor(own.opened, opened)) return own
    await this.#own.leave(own)
    return undefined
  }

  /** @returns null where there is no owner, or it could not send it: then it is for whoever has the line now */
  async #throughOwner(wanted: Wanted, message: Message, until: number, signal: AbortSignal): Promise<Message | null> {
    const { providerAccountId } = wanted.access.account
    const owner = await this.#lineBook.findOwner(providerAccountId)
    if (!owner) {
      await this.#takeOnce(wanted)
      return null
    }
    const line = { providerAccountId, lease: owner.lease }
    const sealedMessage = sealMessage(this.#post, owner.ownerKey, line, message)
    const milliseconds = Math.max(0, until - performance.now())
    return haveSent(this.#lineBook, { ...line, opened: wanted.opened, sealedMessage, milliseconds }, signal)
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
    const line = this.#open(access, settings, () => isOurs(own))
    const own: OwnLine = { providerAccountId, lease, opened, line, ...held }
    if (this.#own.isClosed) await this.#own.leave(own)
    else this.#own.add(own)
  }

  #open({ account, credentials }: Access, settings: Settings, isStillOurs: () => boolean): Line {
    const { acquirer_id: acquirerId, terminal_id: terminalId } = settings
    const { providerAccountId } = account
    const user = {
      isOurs: isStillOurs,
      nextTrace: async () => traceOf(await this.#book.nextTrace({ acquirerId, terminalId })),
      onStray: (message: Message) => void this.#keep(providerAccountId, message).catch(() => undefined),
      onUnreadable: () => void this.#book.noteStray(providerAccountId, '', {}).catch(() => undefined),
    }
    return new Line(placeOf(settings, credentials), user, this.#timings)
  }

  /** A late answer goes to its request; a second one changes nothing there; any other is kept to be looked into. */
  async #keep(providerAccountId: string, { type, fields }: Message): Promise<void> {
    const terminal = { acquirerId: fields[32] ?? '', terminalId: (fields[41] ?? '').trimEnd() }
    if (!PAYMENT_ANSWERS.includes(type)) return
    const request = await this.#book.findByTrace(terminal, fields[11] ?? '', fields[7] ?? '')
    if (!request || fields[39] === undefined) return this.#book.noteStray(providerAccountId, type, keptOf(fields))
    await this.#book.takeAnswer({ attempt: request, ...arrivalOf(request.fields, fields) })
  }
}

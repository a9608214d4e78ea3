import { Allowance } from '#domain/allowance.ts'
import type { AcquirerBook, TerminalId } from './book.ts'
import type { Fields, Message } from './codec/message.ts'
import type { Settings } from './config.ts'
import { belongsTo } from './line/answer-key.ts'
import { arrivalOf, keptOf } from './translate-answer.ts'
import type { Watch } from './watch.ts'

/** Answers to what moves money; one to a reversal that came late is asked for again by the repeat. */
const PAYMENT_ANSWERS = ['0110', '0210', '0230']
/** So many are written down at once before the line is read on. */
const MOST_UNDER_WAY = 20
/** People look into those that belong to nothing; beyond so many an hour they are only counted. */
const MOST_KEPT = 500
const HOUR_MS = 3_600_000

/** Answers on the line of an account that no request waits for: late ones, second ones, and those that belong to nothing. */
export class Strays {
  readonly #book: AcquirerBook
  readonly #watch: Watch
  readonly #providerAccountId: string
  readonly #terminal: TerminalId
  readonly #kept = new Allowance(MOST_KEPT, HOUR_MS)
  readonly #underWay = new Set<Promise<void>>()

  constructor(book: AcquirerBook, watch: Watch, providerAccountId: string, settings: Settings) {
    this.#book = book
    this.#watch = watch
    this.#providerAccountId = providerAccountId
    this.#terminal = { acquirerId: settings.acquirer_id, terminalId: settings.terminal_id }
  }

  /** Has an answer written down; while many are, the line is not read on. */
  async take(answer: Message): Promise<void> {
    const writing: Promise<void> = this.write(answer)
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(writing))
    this.#underWay.add(writing)
    if (this.#underWay.size >= MOST_UNDER_WAY) await Promise.race(this.#underWay)
  }

  /** Writes an answer down: with its request, where a second one changes nothing, or to be looked into. */
  async write({ type, fields }: Message): Promise<void> {
    if (!PAYMENT_ANSWERS.includes(type)) return
    const request = await this.#book.findByTrace(this.#terminalIn(fields), fields[11] ?? '', fields[7] ?? '')
    if (!request || fields[39] === undefined) return this.#note(type, fields)
    await this.#book.takeAnswer({ attempt: request, ...arrivalOf(request.fields, fields) })
  }

  /** Our own terminal, where the answer does not name another one. */
  #terminalIn(fields: Fields): TerminalId {
    const { acquirerId, terminalId } = this.#terminal
    if (belongsTo(fields, { 32: acquirerId, 41: terminalId })) return this.#terminal
    return { acquirerId: fields[32] ?? acquirerId, terminalId: fields[41]?.trimEnd() ?? terminalId }
  }

  async #note(type: string, fields: Fields): Promise<void> {
    this.#watch.unasked(this.#providerAccountId, 'stray')
    if (this.#kept.take() === 0) await this.#book.noteStray(this.#providerAccountId, type, keptOf(fields))
  }
}

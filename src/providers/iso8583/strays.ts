import { Allowance } from '#providers/port/tools.ts'
import type { AcquirerStore, TerminalId } from './acquirer-store.ts'
import type { Fields, Message } from './codec/message.ts'
import type { Settings } from './config.ts'
import { belongsTo } from './line/response-matching.ts'
import { arrivalOf, retainedFields } from './translate/answer.ts'
import type { Watch } from './watch.ts'

/** Answers to requests that move money; a late one to a reversal comes again for its repeat. */
const PAYMENT_ANSWERS = ['0110', '0210', '0230']
const MOST_UNDER_WAY = 20
/** Maximum of unmatched answers an hour that are stored for review; more are only counted. */
const MOST_KEPT = 500
const HOUR_MS = 3_600_000

/** Answers on the line of an account that no request waits for: late ones, second ones, and unmatched ones. */
export class Strays {
  readonly #book: AcquirerStore
  readonly #watch: Watch
  readonly #providerAccountId: string
  readonly #terminal: TerminalId
  readonly #kept = new Allowance(MOST_KEPT, HOUR_MS)
  readonly #underWay = new Set<Promise<void>>()

  constructor(book: AcquirerStore, watch: Watch, providerAccountId: string, settings: Settings) {
    this.#book = book
    this.#watch = watch
    this.#providerAccountId = providerAccountId
    this.#terminal = { acquirerId: settings.acquirer_id, terminalId: settings.terminal_id }
  }

  /** Stores an answer; while many are being stored, reading waits. */
  async take(answer: Message): Promise<void> {
    const writing: Promise<void> = this.write(answer)
      .catch(() => undefined)
      .finally(() => this.#underWay.delete(writing))
    this.#underWay.add(writing)
    if (this.#underWay.size >= MOST_UNDER_WAY) await Promise.race(this.#underWay)
  }

  /** Stores an answer: with its request, whose first answer stays, or for review. */
  async write({ type, fields }: Message): Promise<void> {
    if (!PAYMENT_ANSWERS.includes(type)) return
    const request = await this.#book.findByTrace(this.#terminalIn(fields), fields[11] ?? '', fields[7] ?? '')
    if (!request || fields[39] === undefined) return this.#note(type, fields)
    await this.#book.takeAnswer({ attempt: request, ...arrivalOf(request, fields) })
  }

  /** Terminal of the answer, by default our own. */
  #terminalIn(fields: Fields): TerminalId {
    const { acquirerId, terminalId } = this.#terminal
    if (belongsTo(fields, { 32: acquirerId, 41: terminalId })) return this.#terminal
    return { acquirerId: fields[32] ?? acquirerId, terminalId: fields[41]?.trimEnd() ?? terminalId }
  }

  async #note(type: string, fields: Fields): Promise<void> {
    this.#watch.unasked(this.#providerAccountId, 'stray')
    if (this.#kept.take() === 0) await this.#book.noteStray(this.#providerAccountId, type, retainedFields(fields))
  }
}

import type { Access } from '../provider.ts'
import type { AcquirerBook } from './book.ts'
import type { Message } from './codec/message.ts'
import { type Settings, settingsOf } from './config.ts'
import { Line, type Timings, USUAL_TIMINGS } from './line/line.ts'
import { isApproved, keptOf, mustBeReversed } from './translate-answer.ts'
import { placeOf } from './translate-place.ts'
import { traceOf } from './translate-trace.ts'

interface OpenLine {
  /** What it was opened with. */
  readonly opened: string
  readonly line: Line
}

/** Answers to what moves money; one to a reversal that came late is asked for again by the repeat. */
const PAYMENT_ANSWERS = ['0110', '0210', '0230']

/** The lines of this process: one for each account, opened by its first request. */
export class Lines {
  readonly #book: AcquirerBook
  readonly #timings: Timings
  readonly #lines = new Map<string, OpenLine>()

  constructor(book: AcquirerBook, timings: Timings = USUAL_TIMINGS) {
    this.#book = book
    this.#timings = timings
  }

  /** The line of an account; a changed setting or credential opens a new one. */
  lineOf(access: Access, settings: Settings = settingsOf(access.account)): Line {
    const { providerAccountId } = access.account
    const opened = JSON.stringify([settings, access.account.credentials])
    const known = this.#lines.get(providerAccountId)
    if (known?.opened === opened) return known.line
    void known?.line.close()
    const line = this.#open(access, settings)
    this.#lines.set(providerAccountId, { opened, line })
    return line
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lines.values()].map(({ line }) => line.close()))
    this.#lines.clear()
  }

  #open({ account, credentials }: Access, settings: Settings): Line {
    const { acquirer_id: acquirerId, terminal_id: terminalId } = settings
    const { providerAccountId } = account
    const user = {
      nextTrace: async () => traceOf(await this.#book.nextTrace({ acquirerId, terminalId })),
      onStray: (message: Message) => void this.#keep(providerAccountId, message).catch(() => undefined),
      onUnreadable: () => void this.#book.noteStray(providerAccountId, '', {}).catch(() => undefined),
    }
    return new Line(placeOf(settings, credentials), user, this.#timings)
  }

  /** A late answer goes to its request; a second one changes nothing there; any other is kept to be looked into. */
  async #keep(providerAccountId: string, { type, fields }: Message): Promise<void> {
    const terminal = { acquirerId: fields[32] ?? '', terminalId: (fields[41] ?? '').trimEnd() }
    if (PAYMENT_ANSWERS.includes(type)) {
      const request = await this.#book.findByTrace(terminal, fields[11] ?? '', fields[7] ?? '')
      if (!request) return this.#book.noteStray(providerAccountId, type, keptOf(fields))
      const read = { isApproved: isApproved(fields), mustBeReversed: mustBeReversed(fields) }
      await this.#book.takeAnswer({ attempt: request, answer: keptOf(fields), ...read })
    }
  }
}

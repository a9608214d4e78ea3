import type { Message } from '../../../src/providers/iso8583/codec/message.ts'

/** One request that moved money, or did not. */
export interface Entry {
  readonly request: Message
  /** Data element 39 of the answer. */
  readonly code: string
  readonly approvalCode: string
  isReversed: boolean
}

/** Memory of an acquirer's host: requests by their trace, and reversals that came before theirs. */
export class Book {
  readonly entries = new Map<string, Entry>()
  readonly #reversedAhead = new Set<string>()
  #approvals = 0

  /**
   * Executes a request once: a second one with its trace is a duplicate (94), as is one that was reversed ahead. One
   * that is marked as a repeat is answered like the first.
   */
  carryOut(request: Message, code: string): string {
    const key = keyOf(request)
    const known = this.entries.get(key)
    if (known && request.type.endsWith('1')) return known.code
    if (known || this.#reversedAhead.has(key)) return '94'
    this.#approvals += 1
    const approvalCode = String(this.#approvals).padStart(6, '0')
    this.entries.set(key, { request, code, approvalCode, isReversed: false })
    return code
  }

  /** Reverses what data element 90 names; 25 where nothing of that kind came. Repeats are answered like the first. */
  reverse(reversal: Message): string {
    const key = originalKeyOf(reversal)
    const entry = this.entries.get(key)
    if (!entry) {
      this.#reversedAhead.add(key)
      return '25'
    }
    entry.isReversed = true
    return '00'
  }

  entryOf(request: Message): Entry | undefined {
    return this.entries.get(keyOf(request))
  }

  /** Requests that were approved and not reversed: trace number and time of transmission. */
  standing(): string[] {
    const standing = [...this.entries.values()].filter(({ code, isReversed }) => code === '00' && !isReversed)
    return standing.map(({ request: { fields } }) => `${fields[11]}${fields[7]}`)
  }
}

function keyOf(request: Message): string {
  return traceIn(request.type, request.fields)
}

/** Original type, trace number, time and acquirer (data element 90), and the terminal. */
function originalKeyOf({ fields }: Message): string {
  const [, type = '', stan = '', transmitted = '', acquirer = ''] =
    /^(\d{4})(\d{6})(\d{10})(\d{11})/.exec(fields[90] ?? '') ?? []
  const original = { 7: transmitted, 11: stan, 32: acquirer.replace(/^0+/, ''), 41: fields[41] ?? '' }
  return traceIn(type, original)
}

/** Key of a request and its repeats. */
function traceIn(type: string, fields: Message['fields']): string {
  return [type.slice(0, 3), fields[11], fields[7], fields[32] ?? '', (fields[41] ?? '').trimEnd()].join('/')
}

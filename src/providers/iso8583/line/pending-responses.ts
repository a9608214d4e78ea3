import type { Fields, Message } from '../codec/message.ts'
import { Unanswered } from './errors.ts'
import { answerTypeOf, belongsTo, matchKey } from './response-matching.ts'

interface Waiter {
  readonly request: Fields
  readonly resolve: (answer: Message) => void
  readonly reject: (error: Unanswered) => void
}

/** Callers that wait for an answer, matched by its elements, never by order. */
export class PendingResponses {
  readonly #waiters = new Map<string, Waiter>()

  /** @throws Unanswered at the timeout, or if the line is lost */
  answerTo(request: Message, signal: AbortSignal): Promise<Message> {
    const key = matchKey(request, answerTypeOf(request.type))
    let own: Waiter | undefined
    const answer = new Promise<Message>((resolve, reject) => {
      own = { request: request.fields, resolve, reject }
      this.#waiters.set(key, own)
      signal.addEventListener('abort', () => reject(new Unanswered('No answer came in time.')), { once: true })
      if (signal.aborted) reject(new Unanswered('There was no time for an answer.'))
    })
    // A repeat has the key of its request, and replaces it.
    return answer.finally(() => this.#waiters.get(key) === own && this.#waiters.delete(key))
  }

  /** @returns true if it answers a waiting request */
  take(answer: Message): boolean {
    const key = matchKey(answer, answer.type)
    const waiter = this.#waiters.get(key)
    if (!waiter || !belongsTo(answer.fields, waiter.request)) return false
    this.#waiters.delete(key)
    waiter.resolve(answer)
    return true
  }

  giveUp(): void {
    for (const { reject } of this.#waiters.values()) reject(new Unanswered('The line was lost before an answer came.'))
    this.#waiters.clear()
  }
}

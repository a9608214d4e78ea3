import type { Fault, FaultCode, FieldProblem } from '../shared/protocol.ts'
import type { Step } from './answers.ts'

/** A call that was refused, or that nobody answered. */
export class FailedCall extends Error implements Fault {
  override readonly name = 'FailedCall'
  readonly code: FaultCode
  readonly problems: readonly FieldProblem[]

  constructor(code: FaultCode, message: string, problems: readonly FieldProblem[] = []) {
    super(message)
    this.code = code
    this.problems = problems
  }
}

/** Longer than any provider is waited for; after it the outcome is unknown here and an event tells the shop. */
const PATIENCE_MS = 60_000
const MAX_ATTEMPTS = 3
const PAUSE_MS = 1000

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The gateway's routes for one session, on the frame's own origin. */
export class SessionApi {
  readonly #clientKey: string
  readonly #path: string

  constructor(clientKey: string, sessionId: string) {
    this.#clientKey = clientKey
    this.#path = `/embedded-fields/sessions/${encodeURIComponent(sessionId)}`
  }

  /** Sent once: whether a lost answer was a payment is not for this page to guess. */
  pay(body: object): Promise<Step> {
    return this.#post('pay', body)
  }

  goOn(transactionId: string): Promise<Step> {
    return this.#persist('continue', { transaction_id: transactionId })
  }

  cancel(transactionId: string): Promise<Step> {
    return this.#persist('cancel', { transaction_id: transactionId })
  }

  /** For calls that may be repeated: they answer where things stand. */
  async #persist<T>(act: string, body: object): Promise<T> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await this.#post<T>(act, body)
      } catch (error) {
        if (!(error instanceof FailedCall) || error.code !== 'network_error' || attempts === MAX_ATTEMPTS) throw error
        await pause(PAUSE_MS)
      }
    }
  }

  async #post<T>(act: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json', 'x-client-key': this.#clientKey }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    let answer: Response
    try {
      answer = await fetch(`${this.#path}/${act}`, { method: 'POST', headers, body: JSON.stringify(body), signal })
      if (answer.ok) return (await answer.json()) as T
    } catch {
      throw new FailedCall('network_error', 'The gateway cannot be reached.')
    }
    throw await failureOf(answer)
  }
}

/** What the gateway said about a call it did not take. */
async function failureOf(answer: Response): Promise<FailedCall> {
  if (answer.status >= 500) return new FailedCall('network_error', `The gateway answered ${answer.status}.`)
  try {
    const { code, message, errors } = (await answer.json()) as Fault & { errors?: FieldProblem[] }
    return new FailedCall(code, message, errors)
  } catch {
    return new FailedCall('network_error', `The gateway answered ${answer.status}.`)
  }
}

import type { Fault, FaultCode, FieldProblem } from '../shared/protocol.ts'

/** A step of 3-D Secure that is due in this page. */
export interface Action {
  readonly type: 'THREE_DS_2_FINGERPRINT' | 'THREE_DS_2_CHALLENGE'
  /** Null for a fingerprint without a method page. */
  readonly url: string | null
  readonly fields: Readonly<Record<string, string>>
  readonly wait_seconds: number
  /** How long the gateway waits for the shopper. */
  readonly limit_seconds: number
  readonly window_size?: string
  readonly full_page_url?: string | null
}

export interface Step {
  readonly approved: boolean
  readonly status: string
  readonly transaction_id: string
  readonly processing_code: string
  readonly action?: Action | null
  readonly redirect?: { readonly url: string } | null
}

/** A call that was refused or not answered. */
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

/**
 * Longer than the gateway waits for any provider; after it the outcome is unknown here and an event informs the shop.
 */
const TIMEOUT_MS = 60_000
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

  /** Sent once: after a lost answer this page cannot know whether the shopper has paid. */
  pay(body: object): Promise<Step> {
    return this.#post('pay', body)
  }

  continuePayment(transactionId: string): Promise<Step> {
    return this.#postUntilAnswered('continue', { transaction_id: transactionId })
  }

  cancel(transactionId: string): Promise<Step> {
    return this.#postUntilAnswered('cancel', { transaction_id: transactionId })
  }

  /** For calls that may be repeated: they answer where the payment stands. */
  async #postUntilAnswered<T>(act: string, body: object): Promise<T> {
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
    const signal = AbortSignal.timeout(TIMEOUT_MS)
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

/** Reads the gateway's error of a rejected call. */
async function failureOf(answer: Response): Promise<FailedCall> {
  if (answer.status >= 500) return new FailedCall('network_error', `The gateway answered ${answer.status}.`)
  try {
    const { code, message, errors } = (await answer.json()) as Fault & { errors?: FieldProblem[] }
    return new FailedCall(code, message, errors)
  } catch {
    return new FailedCall('network_error', `The gateway answered ${answer.status}.`)
  }
}

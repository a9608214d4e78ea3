import type { Customer, Fault, FaultCode, FieldProblem } from '../shared/protocol.ts'

/** A card the session's customer has saved with this merchant. */
export interface SavedCard {
  readonly payment_method_id: string
  readonly masked: string
  readonly brand: string | null
  readonly expiration_month: number | string
  readonly expiration_year: number | string
  readonly cvc_required: boolean
}

/** What the gateway tells a page about a session that may be paid. */
export interface OpenSession {
  readonly country: string | null
  readonly customer: Customer | null
  readonly methods: readonly string[]
  readonly saved_cards: readonly SavedCard[]
  readonly save_card: 'no' | 'yes' | 'ask'
}

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

/** Where a payment stands. */
export interface Step {
  readonly approved: boolean
  readonly status: string
  readonly transaction_id: string
  readonly processing_code: string
  readonly action?: Action | null
  readonly redirect?: { readonly url: string } | null
}

/** A call that was refused, or that nobody answered. */
export class Refused extends Error implements Fault {
  override readonly name = 'Refused'
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
const TRIES = 3
const PAUSE_MS = 1000

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The gateway's doors for one session, on the frame's own origin. */
export class Desk {
  readonly #clientKey: string
  readonly #path: string

  constructor(clientKey: string, sessionId: string) {
    this.#clientKey = clientKey
    this.#path = `/embedded-fields/sessions/${encodeURIComponent(sessionId)}`
  }

  open(): Promise<OpenSession> {
    return this.#persist('open', {})
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
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#post<T>(act, body)
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'network_error' || tries === TRIES) throw error
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
      throw new Refused('network_error', 'The gateway cannot be reached.')
    }
    throw await refusalOf(answer)
  }
}

/** What the gateway said about a call it did not take. */
async function refusalOf(answer: Response): Promise<Refused> {
  if (answer.status >= 500) return new Refused('network_error', `The gateway answered ${answer.status}.`)
  try {
    const { code, message, errors } = (await answer.json()) as Fault & { errors?: FieldProblem[] }
    return new Refused(code, message, errors)
  } catch {
    return new Refused('network_error', `The gateway answered ${answer.status}.`)
  }
}

import type { CallOptions, Connection } from './connection.ts'
import type { Customer } from './requests.ts'

/** Body of `POST /api/sessions`: an order the shopper pays in the browser. */
export interface SessionRequest {
  /** 1 to 40 characters, unique per terminal. */
  readonly reference: string
  readonly terminal_id: string
  readonly description: string
  /** ISO 4217. */
  readonly currency: string
  /** Minor units. */
  readonly amount: bigint
  readonly transaction_type: 'AUTHORIZE' | 'PURCHASE'
  /** Where the shopper goes in the end, whatever came of it. */
  readonly return_url: string
  /** Fills the shopper's form in. With an `id` their saved cards are offered. */
  readonly customer?: Customer
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Saved cards that may be paid with, beside those of `customer.id`. */
  readonly payment_method_ids?: readonly string[]
  /** `ask` lets the shopper decide. */
  readonly tokenization?: { readonly save_card_for_future_payments: boolean | 'ask' }
  /** `capture_by` of an AUTHORIZE, RFC 3339: voids at this time what is not captured. */
  readonly options?: { readonly capture_by?: string }
}

/** A session as the gateway keeps it; every payment is a transaction of the same order. */
export interface Session extends Required<Pick<SessionRequest, 'reference' | 'currency' | 'amount' | 'return_url'>> {
  /** The browser's `sessionId`. */
  readonly id: string
  readonly status: 'CREATED' | 'PENDING' | 'APPROVED' | 'CANCELED' | 'SESSION_EXPIRED'
  /** RFC 3339. */
  readonly expires_at: string
  /** Send the shopper there, or show the embedded fields. */
  readonly hosted_payment_page_url: string
  /** The approved payment, else the latest. */
  readonly transaction_id: string | null
  /** Every payment of the session, newest first. */
  readonly transactions: readonly string[]
}

const PATH = '/api/sessions'

/** Orders that are paid in the shopper's browser: on the hosted page, or in the embedded fields. */
export class Sessions {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  create(session: SessionRequest, options?: CallOptions): Promise<Session> {
    return this.#connection.call('POST', PATH, { body: session, options })
  }

  show(id: string): Promise<Session> {
    return this.#connection.call('GET', `${PATH}/${encodeURIComponent(id)}`)
  }
}

import type { CallOptions, Connection } from './connection.ts'
import type { Listing } from './listing.ts'
import type { Customer, Page } from './requests.ts'
import type { Awaited } from './transaction.ts'

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
}

/** A session as the gateway keeps it; every payment is a transaction of the same order. */
export interface Session
  extends Required<
    Pick<
      SessionRequest,
      'reference' | 'terminal_id' | 'description' | 'currency' | 'amount' | 'transaction_type' | 'return_url'
    >
  > {
  /** The browser's `sessionId`. */
  readonly id: string
  /** Null in every field that was not sent. */
  readonly customer: Required<Customer>
  readonly country: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly status: SessionStatus
  /** What its running payment waits for; null without one. */
  readonly awaiting: Awaited | null
  /** RFC 3339. */
  readonly expires_at: string
  /** Send the shopper there, or show the embedded fields. */
  readonly hosted_payment_page_url: string
  /** The approved payment, else the latest. */
  readonly transaction_id: string | null
  /** Every payment of the session, newest first. */
  readonly transactions: readonly string[]
  /** RFC 3339. */
  readonly created_at: string
}

export type SessionStatus = 'CREATED' | 'PENDING' | 'APPROVED' | 'CANCELED' | 'SESSION_EXPIRED'

/** Filters of `GET /api/sessions`. */
export interface SessionFilters extends Page {
  readonly reference?: string
  readonly status?: SessionStatus
  readonly terminal_id?: string
}

/** Body of `PATCH /api/sessions/{id}`: what is absent stays; `metadata` is replaced as a whole, and null clears it. */
export interface SessionChanges {
  readonly description?: string
  readonly metadata?: Readonly<Record<string, unknown>> | null
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

  list(filters: SessionFilters = {}): Listing<Session> {
    return this.#connection.list(PATH, filters)
  }

  show(id: string): Promise<Session> {
    return this.#connection.call('GET', pathOf(id))
  }

  /** Changes an open session for the payments that begin afterwards. */
  update(id: string, changes: SessionChanges): Promise<Session> {
    return this.#connection.call('PATCH', pathOf(id), { body: changes })
  }

  /** Closes an open session, with a payment that waits for the shopper. Repeatable; a 422 on `status` if it is paid. */
  cancel(id: string, options?: CallOptions): Promise<Session> {
    return this.#connection.call('POST', `${pathOf(id)}/cancel`, { options })
  }
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}

import { createPublicKey, type KeyObject } from 'node:crypto'
import { AccessToken, type Credentials } from './access-token.ts'
import { type Card, type EncryptedCard, encryptCard, encryptCvv } from './card.ts'
import { type CallOptions, Connection } from './connection.ts'
import { Customers } from './customers.ts'
import type { Action, Envelope } from './envelope.ts'
import { Events } from './event.ts'
import { type EncryptedNetworkToken, encryptNetworkToken, type NetworkToken } from './network-token.ts'
import type { AuthorizeRequest, PaymentRequest, PayoutRequest, TransactionFilters, TransStatus } from './requests.ts'
import { Sessions } from './sessions.ts'
import { Simulators } from './simulators.ts'
import { StoredPaymentMethods } from './stored-payment-methods.ts'
import type { List, Transaction, TransactionStatus } from './transaction.ts'
import { WebhookEndpoints } from './webhook-endpoint.ts'

export interface TollgateOptions extends Credentials {
  readonly baseUrl: string
  /** PEM of the merchant's RSA public key. Keep it on the server: it never belongs in a browser. */
  readonly publicKey: string
  /** How long a call may take, 60 seconds by default: an authorization may try several providers. */
  readonly timeoutMs?: number
}

/** The part of an action its follow-up calls send back. */
export type ActionHandle = Pick<Action, 'session_id' | 'payment_data'>

const THREE_DS = '/api/transactions/three-ds'

/**
 * One merchant's connection to a Tollgate gateway, for use on that merchant's server. Make one and keep it: it holds
 * the access token. Every call rejects with a TollgateError; requests and answers have the shapes of the interface
 * (docs/reference/objects.md), with amounts as bigints of minor units.
 */
export class Tollgate {
  readonly customers: Customers
  readonly paymentMethods: StoredPaymentMethods
  readonly events: Events
  readonly webhookEndpoints: WebhookEndpoints
  readonly sessions: Sessions
  readonly simulators: Simulators
  readonly #connection: Connection
  readonly #publicKey: KeyObject

  constructor({ baseUrl, authUrl, publicKey, timeoutMs = 60_000, ...client }: TollgateOptions) {
    const token = new AccessToken({ ...client, authUrl: withoutSlash(authUrl) }, timeoutMs)
    this.#connection = new Connection(withoutSlash(baseUrl), token, timeoutMs)
    this.#publicKey = createPublicKey(publicKey)
    this.customers = new Customers(this.#connection)
    this.paymentMethods = new StoredPaymentMethods(this.#connection)
    this.events = new Events(this.#connection)
    this.webhookEndpoints = new WebhookEndpoints(this.#connection)
    this.sessions = new Sessions(this.#connection)
    this.simulators = new Simulators(this.#connection)
  }

  /** `payment_method.data` of a card payment. */
  encryptCard(card: Card): EncryptedCard {
    return encryptCard(this.#publicKey, card)
  }

  /** `encrypted_cvv` of a saved card's payment, where the shopper gives the code again. */
  encryptCvv(cvv: string): string {
    return encryptCvv(this.#publicKey, cvv)
  }

  /** `payment_method.data` of a network-token payment. */
  encryptNetworkToken(token: NetworkToken): EncryptedNetworkToken {
    return encryptNetworkToken(this.#publicKey, token)
  }

  /** Starts a payment by any method. Hand the answer to `nextStep`. */
  authorize(request: AuthorizeRequest, options?: CallOptions): Promise<Envelope> {
    return this.#connection.call('POST', '/api/transactions/authorize', { body: request, options })
  }

  /** Takes a bank, UPI, wallet, transfer or QR-code payment; usually the answer leads to the provider's page. */
  payment(request: PaymentRequest, options?: CallOptions): Promise<Envelope> {
    return this.#connection.call('POST', '/api/transactions/payment', { body: request, options })
  }

  /** Sends money to a bank account, once per reference. */
  payout(request: PayoutRequest, options?: CallOptions): Promise<Envelope> {
    return this.#connection.call('POST', '/api/transactions/payout', { body: request, options })
  }

  /**
   * The second step of 3-D Secure, after the fingerprint.
   * @param methodPosted whether the browser posted the fingerprint form; false where there was no method URL
   */
  requestAuthentication(action: ActionHandle, methodPosted: boolean, options?: CallOptions): Promise<Envelope> {
    const path = `${THREE_DS}/${encodeURIComponent(action.session_id)}/request-authentication`
    const fingerprint_result = Buffer.from(methodPosted ? 'Y' : 'N').toString('base64')
    return this.#connection.call('POST', path, {
      body: { fingerprint_result, payment_data: action.payment_data },
      options,
    })
  }

  /** The last step of 3-D Secure, after a challenge in an iframe or one that came to your own notification URL. */
  completeAuthentication(action: ActionHandle, transStatus: TransStatus, options?: CallOptions): Promise<Envelope> {
    const { payment_data, session_id } = action
    return this.#connection.call('POST', `${THREE_DS}/authentication-completed`, {
      body: { payment_data, session_id, trans_status: transStatus },
      options,
    })
  }

  /** What has become of a transaction. An unknown id is `found: false`, not an error. */
  transactionStatus(id: string): Promise<TransactionStatus> {
    return this.#connection.call('GET', `/api/transactions/${encodeURIComponent(id)}/status`)
  }

  listTransactions(filters: TransactionFilters = {}): Promise<List<Transaction>> {
    return this.#connection.call('GET', '/api/transactions', { query: filters })
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}

import { createPublicKey, type KeyObject } from 'node:crypto'
import { AccessToken, type Credentials } from './access-token.ts'
import { Agreements } from './agreements.ts'
import type { AnalyticsFilters } from './analytics.ts'
import { HostedPageAppearance } from './appearance.ts'
import { type Card, type EncryptedCard, encryptCard, encryptCvv } from './card.ts'
import { ApiClients } from './clients.ts'
import { type CallOptions, Connection } from './connection.ts'
import { Customers } from './customers.ts'
import { Disputes } from './disputes.ts'
import { Events } from './event.ts'
import { Settlements } from './ledger.ts'
import type { Listing } from './listing.ts'
import { Lists } from './lists.ts'
import { type EncryptedNetworkToken, encryptNetworkToken, type NetworkToken } from './network-token.ts'
import { PaymentLinks } from './payment-links.ts'
import type { TransactionFilters, TransStatus } from './requests.ts'
import { pathTo } from './resource.ts'
import { Rules } from './rules.ts'
import type {
  Action,
  AuditEntry,
  AuditLogFilters,
  AuthorizeRequest,
  Balance,
  DownloadSettlementReportQuery,
  Envelope,
  FaultFilters,
  Keys,
  ManageRequest,
  Page,
  PaymentAnalytics,
  PaymentRequest,
  PayoutRequest,
  ProviderAccount,
  RequestFault,
  RequestFilters,
  RequestRecord,
  ReviewDecision,
  Team,
  TimelineItem,
  Transaction,
  TransactionCount,
} from './schema.ts'
import { Sessions } from './sessions.ts'
import { Simulators } from './simulators.ts'
import { StoredPaymentMethods } from './stored-payment-methods.ts'
import { Terminals } from './terminals.ts'
import type { TransactionStatus } from './transaction.ts'
import { SavedViews } from './views.ts'
import { verifyWebhook } from './webhook.ts'
import { WebhookEndpoints } from './webhook-endpoint.ts'

export interface TollgateOptions extends Credentials {
  readonly baseUrl: string
  /** PEM of the merchant's RSA public key. Keep it on the server: it never belongs in a browser. */
  readonly publicKey: string
  /** How long a call may take with its repetitions, 60 seconds by default: a payment may try several providers. */
  readonly timeoutMs?: number
  /** How often a call is repeated that the gateway could not take, 2 by default. */
  readonly maxRetries?: number
}

/** The part of an action its follow-up calls send back. */
export type ActionHandle = Pick<Action, 'session_id' | 'payment_data'>

const TRANSACTIONS = '/api/transactions'
const THREE_DS = `${TRANSACTIONS}/three-ds`

/**
 * One merchant's connection to a Tollgate gateway, for use on that merchant's server. Make one and keep it: it holds
 * the access token. Every call rejects with a TollgateError; requests and answers have the shapes of the interface
 * (docs/reference/objects.md), with amounts as bigints of minor units.
 */
export class Tollgate {
  /** Webhooks arrive without being asked for, so no connection is needed to verify one. */
  static readonly webhooks = { verify: verifyWebhook } as const
  readonly customers: Customers
  readonly paymentMethods: StoredPaymentMethods
  readonly agreements: Agreements
  readonly lists: Lists
  readonly disputes: Disputes
  readonly events: Events
  readonly webhookEndpoints: WebhookEndpoints
  readonly sessions: Sessions
  readonly paymentLinks: PaymentLinks
  readonly rules: Rules
  readonly settlements: Settlements
  readonly terminals: Terminals
  readonly clients: ApiClients
  readonly views: SavedViews
  readonly appearance: HostedPageAppearance
  readonly simulators: Simulators
  readonly #connection: Connection
  readonly #publicKey: KeyObject

  constructor({ baseUrl, authUrl, publicKey, timeoutMs = 60_000, maxRetries = 2, ...client }: TollgateOptions) {
    const token = new AccessToken({ ...client, authUrl: withoutSlash(authUrl) }, timeoutMs)
    this.#connection = new Connection(withoutSlash(baseUrl), token, { timeoutMs, maxRetries })
    this.#publicKey = createPublicKey(publicKey)
    this.customers = new Customers(this.#connection)
    this.paymentMethods = new StoredPaymentMethods(this.#connection)
    this.agreements = new Agreements(this.#connection)
    this.lists = new Lists(this.#connection)
    this.disputes = new Disputes(this.#connection)
    this.events = new Events(this.#connection)
    this.webhookEndpoints = new WebhookEndpoints(this.#connection)
    this.sessions = new Sessions(this.#connection)
    this.paymentLinks = new PaymentLinks(this.#connection)
    this.rules = new Rules(this.#connection)
    this.settlements = new Settlements(this.#connection)
    this.terminals = new Terminals(this.#connection)
    this.clients = new ApiClients(this.#connection)
    this.views = new SavedViews(this.#connection)
    this.appearance = new HostedPageAppearance(this.#connection)
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
    return this.#connection.call('POST', `${TRANSACTIONS}/authorize`, { body: request, options })
  }

  /** Takes a bank, UPI, wallet, transfer or QR-code payment; usually the answer leads to the provider's page. */
  payment(request: PaymentRequest, options?: CallOptions): Promise<Envelope> {
    return this.#connection.call('POST', `${TRANSACTIONS}/payment`, { body: request, options })
  }

  /** Sends money to a bank account, once per reference. */
  payout(request: PayoutRequest, options?: CallOptions): Promise<Envelope> {
    return this.#connection.call('POST', `${TRANSACTIONS}/payout`, { body: request, options })
  }

  /** Captures, refunds or voids an approved transaction. */
  manage(request: ManageRequest, options?: CallOptions): Promise<Transaction> {
    return this.#connection.call('POST', `${TRANSACTIONS}/manage`, { body: request, options })
  }

  /**
   * The second step of 3-D Secure, after the fingerprint.
   * @param methodPosted whether the browser posted the fingerprint form; false where there was no method URL
   */
  requestAuthentication(action: ActionHandle, methodPosted: boolean, options?: CallOptions): Promise<Envelope> {
    const path = `${pathTo(THREE_DS, action.session_id)}/request-authentication`
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

  /** Status of a transaction. An unknown id is `found: false`, not an error. */
  transactionStatus(id: string): Promise<TransactionStatus> {
    return this.#connection.call('GET', `${pathTo(TRANSACTIONS, id)}/status`)
  }

  /** Stops further attempts of a declined charge; a 422 on `status` if none is scheduled. */
  stopRecovery(id: string, options?: CallOptions): Promise<Transaction> {
    return this.#connection.call('POST', `${pathTo(TRANSACTIONS, id)}/stop-recovery`, { options })
  }

  /** Decides about a payment that a risk rule marked; its status stays as it is. */
  review(id: string, decision: ReviewDecision, options?: CallOptions): Promise<Transaction> {
    const path = `${pathTo(TRANSACTIONS, id)}/review`
    return this.#connection.call('POST', path, { body: decision, options })
  }

  /** Timeline of a transaction, step by step. */
  transactionTimeline(id: string): Promise<{ readonly items: readonly TimelineItem[] }> {
    return this.#connection.call('GET', `${pathTo(TRANSACTIONS, id)}/timeline`)
  }

  listTransactions(filters: TransactionFilters & Page = {}): Listing<Transaction> {
    return this.#connection.list(TRANSACTIONS, filters)
  }

  /** How many transactions the filters leave, up to 10,000. */
  countTransactions(filters: TransactionFilters = {}): Promise<TransactionCount> {
    return this.#connection.call('GET', `${TRANSACTIONS}/count`, { query: { ...filters } })
  }

  /** All transactions that the filters leave as CSV: ask by the day or the month, it is one text. */
  exportTransactions(filters: TransactionFilters & DownloadSettlementReportQuery = {}): Promise<string> {
    return this.#connection.download(`${TRANSACTIONS}.csv`, filters)
  }

  /** Balances by currency. */
  balances(): Promise<{ readonly items: readonly Balance[] }> {
    return this.#connection.call('GET', '/api/balances')
  }

  /** How payments ended, by day or hour. */
  paymentAnalytics(filters: AnalyticsFilters = {}): Promise<PaymentAnalytics> {
    return this.#connection.call('GET', '/api/analytics/payments', { query: filters })
  }

  /** The accounts your payments go through, in the order in which they are tried. */
  providerAccounts(): Promise<{ readonly items: readonly ProviderAccount[] }> {
    return this.#connection.call('GET', '/api/provider-accounts')
  }

  /** Your client, client key and public keys. */
  keys(): Promise<Keys> {
    return this.#connection.call('GET', '/api/keys')
  }

  /** Changes by your team, your servers and the operator. */
  auditLog(filters: AuditLogFilters = {}): Listing<AuditEntry> {
    return this.#connection.list('/api/audit-log', filters)
  }

  /** The requests that the gateway got from you. */
  requestLog(filters: RequestFilters = {}): Listing<RequestRecord> {
    return this.#connection.list('/api/requests', filters)
  }

  /** Most frequent recent errors. */
  requestFaults(filters: FaultFilters = {}): Promise<{ readonly items: readonly RequestFault[] }> {
    return this.#connection.call('GET', '/api/requests/faults', { query: filters })
  }

  /** Members of your dashboard, and invitations. */
  team(): Promise<Team> {
    return this.#connection.call('GET', '/api/team')
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}

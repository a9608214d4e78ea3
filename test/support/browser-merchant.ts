import { randomBytes } from 'node:crypto'
import {
  type Action,
  type AuthorizeRequest,
  challengeRequest,
  decodeActionToken,
  type Envelope,
  Tollgate,
} from '../../client/index.ts'
import { GOOD_CARD, type PlainCard } from './card-encryption.ts'
import type { Demo } from './gateway-process.ts'

const BROWSER = {
  user_agent: 'Mozilla/5.0',
  accept_header: 'text/html',
  java_enabled: false,
  color_depth: 24,
  screen_height: 800,
  screen_width: 1280,
  time_zone_offset: 0,
  language: 'en-US',
}

/** A form that a shop's page posts, as docs/reference/three-ds.md says. */
export interface BankForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** A charge in the simulators' own ledgers (docs/reference/simulators.md#charges). */
interface Charge {
  readonly transaction_id: string
  readonly operation: string
  readonly state: string
}

interface Session {
  readonly status: string
  readonly transaction_id: string | null
  readonly transactions: readonly string[]
}

/** The demo merchant's server, for tests that are a shop themselves. */
export class MerchantServer {
  readonly tollgate: Tollgate
  readonly #demo: Demo

  constructor(demo: Demo) {
    const { client_id: clientId, client_secret: clientSecret, public_key: publicKey } = demo.merchant
    const { base_url: baseUrl, auth_url: authUrl, realm } = demo
    this.tollgate = new Tollgate({ baseUrl, authUrl, realm, clientId, clientSecret, publicKey })
    this.#demo = demo
  }

  /** Authorizes a card and returns the fingerprint that is due; by default the flow has no method page. */
  async startFingerprint({ metadata, ...differs }: Partial<AuthorizeRequest> = {}): Promise<Action> {
    const envelope = await this.tollgate.authorize({
      reference: `browser-${randomBytes(6).toString('hex')}`,
      terminal_id: this.#demo.merchant.terminal_id,
      currency: 'EUR',
      amount: 1250n,
      transaction_type: 'PURCHASE',
      payment_method: { type: 'card', data: this.tollgate.encryptCard(GOOD_CARD) },
      browser_info: BROWSER,
      metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE', ...metadata },
      ...differs,
    })
    return actionOf(envelope)
  }

  /** Opens a session for a browser; by default its card needs no 3-D Secure. @returns its ID */
  async createSession(differs: object = {}): Promise<string> {
    const body = {
      terminal_id: this.#demo.merchant.terminal_id,
      reference: `browser-${randomBytes(6).toString('hex')}`,
      description: 'Two bags of beans',
      currency: 'EUR',
      amount: 1250,
      transaction_type: 'PURCHASE',
      return_url: `${this.#demo.shop_url}/result`,
      metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED' },
      ...differs,
    }
    return (await this.#call<{ id: string }>(this.#demo.merchant, 'POST', '/api/sessions', body)).id
  }

  /** A session as the merchant's server reads it. */
  readSession(id: string): Promise<Session> {
    return this.#call(this.#demo.merchant, 'GET', `/api/sessions/${id}`)
  }

  /** A customer with a saved card. @returns the customer's id */
  async createCustomerWithCard(): Promise<string> {
    const { id } = await this.#call<{ id: string }>(this.#demo.merchant, 'POST', '/api/customers', {})
    const metadata = { simulated_flow: 'VERSIONING_NOT_ENROLLED' }
    await this.tollgate.authorize({
      reference: `browser-${randomBytes(6).toString('hex')}`,
      terminal_id: this.#demo.merchant.terminal_id,
      currency: 'EUR',
      amount: 100n,
      transaction_type: 'PURCHASE',
      payment_method: { type: 'card', data: this.tollgate.encryptCard(GOOD_CARD) },
      browser_info: BROWSER,
      customer: { id },
      tokenization: { save_card_for_future_payments: true },
      metadata,
    })
    return id
  }

  /** Pays by card without 3-D Secure, with any result. @returns the transaction's ID */
  async pay({ metadata, ...differs }: Partial<AuthorizeRequest> = {}, card: Partial<PlainCard> = {}): Promise<string> {
    const { result } = await this.tollgate.authorize({
      reference: `browser-${randomBytes(6).toString('hex')}`,
      terminal_id: this.#demo.merchant.terminal_id,
      currency: 'EUR',
      amount: 1250n,
      transaction_type: 'PURCHASE',
      payment_method: { type: 'card', data: this.tollgate.encryptCard({ ...GOOD_CARD, ...card }) },
      browser_info: BROWSER,
      metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', ...metadata },
      ...differs,
    })
    if (!result) throw new Error('The payment waits for its shopper.')
    return result.id
  }

  /** Goes on to the challenge that is due then. */
  async startChallenge(differs: Partial<AuthorizeRequest> = {}): Promise<Action> {
    return actionOf(await this.tollgate.requestAuthentication(await this.startFingerprint(differs), false))
  }

  async statusOf(transactionId: string): Promise<string | undefined> {
    return (await this.tollgate.transactionStatus(transactionId)).transaction?.status
  }

  /** Lists the charges of a transaction in the simulators' ledgers. */
  async charges(transactionId: string): Promise<readonly Charge[]> {
    const path = `/api/simulators/charges?transaction_id=${encodeURIComponent(transactionId)}`
    return (await this.#call<{ items: Charge[] }>(this.#demo.merchant, 'GET', path)).items
  }

  /** A terminal of its own, with the admin API's settings. */
  async createTerminal(settings: object): Promise<string> {
    const path = `/admin/merchants/${this.#demo.merchant.merchant_id}/terminals`
    const body = { name: 'Browser tests', ...settings }
    return (await this.#call<{ terminal_id: string }>(this.#demo.operator, 'POST', path, body)).terminal_id
  }

  async changeTerminal(terminalId: string, settings: object): Promise<void> {
    await this.#call(this.#demo.operator, 'PATCH', `/admin/terminals/${terminalId}`, settings)
  }

  async #call<T>(client: Demo['operator'], method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<T> {
    const authorization = `Bearer ${await this.#token(client)}`
    const init = body && { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(this.#demo.base_url + path, { method, headers: { authorization }, ...init })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }

  async #token({ client_id, client_secret }: Demo['operator']): Promise<string> {
    const url = `${this.#demo.auth_url}/realms/${this.#demo.realm}/protocol/openid-connect/token`
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    const { access_token } = (await (await fetch(url, { method: 'POST', body })).json()) as { access_token: string }
    return access_token
  }
}

function actionOf({ action }: Envelope): Action {
  if (!action) throw new Error('The gateway asked for no 3-D Secure step.')
  return action
}

export function challengeForm({ token }: Action): BankForm {
  const decoded = decodeActionToken(token)
  return { url: decoded.acs_url ?? '', fields: { creq: challengeRequest(decoded) } }
}

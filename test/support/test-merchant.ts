import { createMerchant } from '#flows/admin/merchants.ts'
import { createTerminal } from '#flows/admin/terminals.ts'
import type { Gateway } from '#flows/gateway.ts'
import { readJson, writeJson } from '../../client/exact-json.ts'
import { checkAnswer } from './answer-check.ts'
import { encryptCard, type PlainCard } from './card-encryption.ts'

type Wanted<F extends (...args: never[]) => unknown, At extends number> = Partial<Parameters<F>[At]>

export interface MerchantOptions {
  readonly merchant?: Wanted<typeof createMerchant, 2>
  readonly terminal?: Wanted<typeof createTerminal, 3>
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests hold it against the reference field by field
  readonly body: any
}

export interface CallOptions {
  /** Sent as it is; a string goes out byte for byte. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Another API process than the first. */
  readonly at?: string
}

/** A merchant whose server talks to the gateway over HTTP. */
export interface TestMerchant {
  readonly merchantId: string
  readonly terminalId: string
  readonly publicKey: string
  readonly clientId: string
  readonly clientSecret: string
  /** The public key of pages in the browser; empty where a test has no use for it. */
  readonly clientKey: string
  /** A bearer token, as of the latest call. */
  readonly token: string
  call(method: string, path: string, options?: CallOptions): Promise<HttpAnswer>
  /** A complete authorize body; `changes` replace top-level fields, undefined removes one. */
  order(changes?: Record<string, unknown>, card?: Partial<PlainCard>): Record<string, unknown>
  authorize(changes?: Record<string, unknown>, card?: Partial<PlainCard>): Promise<HttpAnswer>
  // biome-ignore lint/suspicious/noExplicitAny: see HttpAnswer
  status(id: string): Promise<any>
}

/** Metadata of a payment without 3-D Secure. */
export const NOT_ENROLLED = { simulated_flow: 'VERSIONING_NOT_ENROLLED' }

export const BROWSER_INFO = {
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
  accept_header: 'text/html',
  java_enabled: false,
  color_depth: 24,
  screen_height: 1080,
  screen_width: 1920,
  time_zone_offset: -120,
  language: 'ro-RO',
}

/** Tokens last a minute longer. */
const TOKEN_MS = 240_000

let orders = 0

export function newReference(): string {
  orders += 1
  return `order-${orders}`
}

/** Creates a merchant with a terminal and fetches its token. */
export async function createTestMerchant(gateway: Gateway, options: MerchantOptions = {}): Promise<TestMerchant> {
  const created = await createMerchant(gateway, 'test', { name: 'Larkspur Coffee', ...options.merchant })
  const wanted = { name: 'Shop', ...options.terminal }
  const { terminalId } = await createTerminal(gateway, 'test', created.merchantId, wanted)
  const access = {
    merchantId: created.merchantId,
    terminalId,
    publicKey: created.publicKey!,
    clientId: created.clientId!,
    clientSecret: created.clientSecret!.reveal(),
    clientKey: created.clientKey,
  }
  return connectMerchant(gateway.settings.baseUrl, access)
}

/** Connects to a merchant that exists. */
export async function connectMerchant(
  baseUrl: string,
  access: Pick<TestMerchant, 'merchantId' | 'terminalId' | 'publicKey' | 'clientId' | 'clientSecret'> &
    Partial<Pick<TestMerchant, 'clientKey'>> & { readonly realm?: 'production' },
): Promise<TestMerchant> {
  const { terminalId, publicKey, realm } = access
  const fetchOwn = () => fetchToken(baseUrl, access.clientId, access.clientSecret, realm)
  let [token, fetchedAt] = [await fetchOwn(), Date.now()]
  const call = async (method: string, path: string, options: CallOptions = {}) => {
    if (Date.now() - fetchedAt > TOKEN_MS) [token, fetchedAt] = [await fetchOwn(), Date.now()]
    return send(baseUrl, token, method, path, options)
  }
  const order: TestMerchant['order'] = (changes = {}, card = {}) => ({
    reference: newReference(),
    terminal_id: terminalId,
    description: 'Two bags of beans',
    currency: 'EUR',
    amount: 1250,
    transaction_type: 'PURCHASE',
    payment_method: { type: 'card', data: encryptCard(publicKey, card) },
    browser_info: BROWSER_INFO,
    metadata: NOT_ENROLLED,
    ...changes,
  })
  return {
    clientKey: '',
    ...access,
    get token() {
      return token
    },
    call,
    order,
    authorize: (changes, card) => call('POST', '/api/transactions/authorize', { body: order(changes, card) }),
    status: async (id) => (await call('GET', `/api/transactions/${id}/status`)).body,
  }
}

export async function fetchToken(
  baseUrl: string,
  clientId: string,
  clientSecret: string,
  realm: 'uat' | 'production' = 'uat',
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const answer = await fetch(`${baseUrl}/realms/${realm}/protocol/openid-connect/token`, { method: 'POST', body })
  return ((await answer.json()) as { access_token: string }).access_token
}

async function send(baseUrl: string, token: string, method: string, path: string, options: CallOptions) {
  const { body, headers, at = baseUrl } = options
  const answer = await fetch(at + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : writeJson(body) }),
  })
  const text = await answer.text()
  const contentType = answer.headers.get('content-type') ?? ''
  checkAnswer(at, { method, path, status: answer.status, contentType, text })
  const isJson = contentType.includes('json')
  return { status: answer.status, headers: answer.headers, text, body: isJson ? readJson(text) : undefined }
}

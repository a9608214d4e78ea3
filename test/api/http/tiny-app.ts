import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { Type } from 'typebox'
import { openVault } from '#app/open-vault.ts'
import { systemClock } from '#domain/clock.ts'
import { RequestError } from '#domain/problem.ts'
import { Secret } from '#domain/secret.ts'
import { CircuitBreaker } from '#flows/circuits/circuit-breaker.ts'
import type { Gateway } from '#flows/gateway.ts'
import { buildApp, type HttpConfig } from '#http/app.ts'
import { get, post, type Route } from '#http/route.ts'
import type { Caller } from '#identity/caller.ts'
import { Amount, Currency, CustomerFieldsSchema, MerchantUrl, Metadata, Paging, Reference40 } from '#interface/types.ts'
import type { Database } from '#store/connection/database.ts'
import { openTransactionWriter } from '#store/transactions/transaction-writer.ts'

/** A tiny app, with what its routes received and its log. */
export interface TinyApp {
  readonly app: FastifyInstance
  readonly log: string[]
  /** Bodies that reached the order route. */
  readonly orders: unknown[]
}

export interface TinyOptions {
  readonly sql: Database
  /** Database of the vault's key, for an app that loses its database afterwards. */
  readonly vaultSql?: Database
  readonly realm?: 'uat' | 'production'
  readonly config?: Partial<HttpConfig>
  readonly routes?: readonly Route[]
  readonly isStopping?: () => boolean
}

const CALLERS: Record<string, Caller> = {
  'Bearer merchant': { scope: 'merchant', merchantId: 'mer_1', clientId: 'client_1' },
  'Bearer neighbour': { scope: 'merchant', merchantId: 'mer_2', clientId: 'client_2' },
  'Bearer operator': { scope: 'operator', clientId: 'operator_1' },
}

export const MERCHANT = { authorization: 'Bearer merchant' }
export const OPERATOR = { authorization: 'Bearer operator' }

/** Apps on one database are processes of one gateway. */
const MASTER_KEY = new Secret(Buffer.alloc(32, 7))

const Card = Type.Object({ type: Type.Literal('card'), data: Type.Object({ encrypted_cvv: Type.String() }) })
const Wallet = Type.Object({
  type: Type.Enum(['wallet-a', 'wallet-b']),
  data: Type.Object({ token: Type.String({ minLength: 2 }) }),
})

/** The body the refusal tests send: one field of every kind the real contracts have. */
const OrderBody = Type.Object({
  reference: Reference40,
  amount: Amount,
  currency: Currency,
  payment_method: Type.Optional(Type.Union([Card, Wallet], { discriminator: { propertyName: 'type' } })),
  customer: Type.Optional(CustomerFieldsSchema),
  metadata: Type.Optional(Metadata),
  return_url: Type.Optional(MerchantUrl),
  notification_url: Type.Optional(Type.String()),
})

export const ORDER = { reference: 'order-1', amount: 100, currency: 'EUR' }

/** The gateway behind the routes under test, with a real database and a real vault. */
export async function tinyApp({
  sql,
  vaultSql = sql,
  realm = 'uat',
  config,
  routes = [],
  isStopping = () => false,
}: TinyOptions): Promise<TinyApp> {
  const log: string[] = []
  const orders: unknown[] = []
  const gateway = {
    settings: { realm, baseUrl: 'https://pay.example' },
    sql,
    writer: openTransactionWriter(sql, 1),
    circuits: new CircuitBreaker(sql, pino({ level: 'silent' })),
    vault: await openVault(vaultSql, { masterKey: MASTER_KEY }),
    moves: { of: () => undefined, find: async () => undefined, refresh: async () => undefined },
    clock: systemClock,
    log: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
  } as unknown as Gateway
  const identity = { plugin: async () => undefined, verify, signIn: null }
  const app = await buildApp({
    gateway,
    identity,
    routes: [...tinyRoutes(orders), ...routes],
    isStopping,
    config: {
      host: '127.0.0.1',
      authUrl: 'https://pay.example',
      authAudience: 'https://pay.example',
      metricsPort: null,
      rateLimitPerSecond: 0,
      trustedProxies: [],
      ...config,
    },
  })
  return { app, log, orders }
}

async function verify(authorization: string | readonly string[] | undefined): Promise<Caller> {
  const caller = CALLERS[[authorization].flat().join(', ')]
  if (caller) return caller
  throw new RequestError('unauthenticated', [{ property: '', message: 'Send a valid access token.', params: [] }])
}

function tinyRoutes(orders: unknown[]): Route[] {
  return [
    post('/api/orders', {
      guard: 'merchant',
      permission: 'payments.read',
      tag: 'Transactions',
      operation: 'createOrder',
      summary: 'Order',
      body: OrderBody,
      malformed: (body) =>
        (body as { notification_url?: unknown } | null)?.notification_url === 'http://bad'
          ? { property: 'notification_url', message: 'Use https.', params: ['https'] }
          : undefined,
      rules: ({ reference, customer }) =>
        reference === 'forbidden' && customer?.email === undefined
          ? [{ property: 'customer.email', message: 'Add it for this reference.', params: [] }]
          : [],
      answers: { 200: OrderBody },
      handle: async (_gateway, { body }) => {
        orders.push(body)
        return { status: 200, json: body }
      },
    }),
    get('/api/orders', {
      guard: 'merchant',
      permission: 'payments.read',
      tag: 'Transactions',
      operation: 'listOrders',
      summary: 'List orders',
      query: Type.Object({ ...Paging, from: Type.Optional(Type.String({ format: 'date-time' })) }),
      answers: { 200: Type.Object({ ...Paging, from: Type.Optional(Type.String()) }) },
      handle: async (_gateway, { query }) => ({ status: 200, json: query }),
    }),
    post('/api/orders/:id/repeat', {
      guard: 'merchant',
      permission: 'payments.read',
      params: Type.Object({ id: Type.String() }),
      handle: async (_gateway, { params }) => ({ status: 200, json: params }),
    }),
    get('/admin/whoami', {
      guard: 'operator',
      handle: async (_gateway, { caller, ip }) => ({ status: 200, json: { ...caller, ip } }),
    }),
  ]
}

import { afterEach, expect, test } from 'vitest'
import { TollgateError } from './error.ts'
import { type Script, startFakeGateway, tokenReply } from './test/fake-gateway.ts'
import { keys } from './test/keys.ts'
import { Tollgate, type TollgateOptions } from './tollgate.ts'

const TOKEN = 'POST /realms/uat/protocol/openid-connect/token'
const STATUS = 'GET /api/transactions/t1/status'
const NOT_FOUND = { body: '{"found":false,"transaction":null}' }

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function clientOf(script: Script, options: Pick<TollgateOptions, 'timeoutMs' | 'maxRetries'> = {}) {
  const gateway = await startFakeGateway(script)
  open.push(gateway)
  const { baseUrl, seen } = gateway
  const client = { realm: 'uat', clientId: 'shop', clientSecret: 'hush-hush', publicKey: keys.publicKey }
  const tollgate = new Tollgate({ ...client, baseUrl: `${baseUrl}/`, authUrl: baseUrl, ...options })
  return { tollgate, seen, tokensAsked: () => seen.filter(({ path }) => path.includes('openid-connect')).length }
}

test('calls that arrive together share one token, and later calls keep it', async () => {
  const { tollgate, seen, tokensAsked } = await clientOf({ [STATUS]: () => NOT_FOUND })
  await Promise.all([1, 2, 3, 4].map(() => tollgate.transactionStatus('t1')))
  await tollgate.transactionStatus('t1')
  expect(tokensAsked()).toBe(1)
  expect(seen[0]?.body).toBe('grant_type=client_credentials&client_id=shop&client_secret=hush-hush')
  expect(seen[1]?.headers.authorization).toBe('Bearer token-1')
})

test('a token is renewed before it elapses', async () => {
  const { tollgate, tokensAsked } = await clientOf({
    [TOKEN]: () => tokenReply('short-lived', 0.05),
    [STATUS]: () => NOT_FOUND,
  })
  await tollgate.transactionStatus('t1')
  await new Promise((later) => setTimeout(later, 60))
  await tollgate.transactionStatus('t1')
  expect(tokensAsked()).toBe(2)
})

test('a token the gateway does not take is replaced once and the call made again', async () => {
  let tokens = 0
  const { tollgate, tokensAsked } = await clientOf({
    [TOKEN]: () => tokenReply(`t${++tokens}`),
    [STATUS]: ({ headers }) =>
      headers.authorization === 'Bearer t2' ? NOT_FOUND : { status: 401, body: '{"error":"invalid_token"}' },
  })
  expect(await tollgate.transactionStatus('t1')).toEqual({ found: false, transaction: null })
  expect(tokensAsked()).toBe(2)
})

test('refused credentials are an error with the status 401, asked again on the next call', async () => {
  const { tollgate, tokensAsked } = await clientOf({
    [TOKEN]: () => ({ status: 401, body: '{"error":"invalid_client"}' }),
  })
  await expect(tollgate.transactionStatus('t1')).rejects.toMatchObject({ name: 'TollgateError', status: 401 })
  await expect(tollgate.transactionStatus('t1')).rejects.toThrow('invalid_client')
  expect(tokensAsked()).toBe(2)
})

test('amounts go out and come in to the last digit', async () => {
  const amount = 9_223_372_036_854_775_807n
  const { tollgate, seen } = await clientOf({
    'POST /api/transactions/authorize': ({ body }) => ({
      body: `{"result":{"amount":${/"amount":(\d+)/.exec(body)?.[1]},"normalized_amount":5,"metadata":{"amount":5,"big":9007199254740993}},"action":null,"redirect":null,"form_submit":null}`,
    }),
  })
  const { result } = await tollgate.authorize(requestOf(tollgate, amount), { idempotencyKey: 'once' })
  expect(result).toMatchObject({ amount, normalized_amount: 5n, metadata: { amount: 5, big: 9007199254740993n } })
  expect(seen.at(-1)?.headers['idempotency-key']).toBe('once')
  expect(seen.at(-1)?.body).not.toContain('4111')
})

test('the 3-D Secure calls send the session, the payment data and the outcome', async () => {
  const { tollgate, seen } = await clientOf({
    'POST /api/transactions/three-ds/s%2F1/request-authentication': () => ({ body: '{}' }),
    'POST /api/transactions/three-ds/authentication-completed': () => ({ body: '{}' }),
  })
  const action = { session_id: 's/1', payment_data: 'sealed' }
  await tollgate.requestAuthentication(action, true)
  expect(JSON.parse(seen.at(-1)!.body)).toEqual({ fingerprint_result: 'WQ==', payment_data: 'sealed' })
  await tollgate.requestAuthentication(action, false)
  expect(JSON.parse(seen.at(-1)!.body)).toEqual({ fingerprint_result: 'Tg==', payment_data: 'sealed' })
  await tollgate.completeAuthentication(action, 'A')
  expect(JSON.parse(seen.at(-1)!.body)).toEqual({ session_id: 's/1', payment_data: 'sealed', trans_status: 'A' })
})

test('a rejected request has its status and every problem', async () => {
  const problems = [{ property: 'reference', message: 'Use another.', params: ['transaction', 't1'] }]
  const { tollgate } = await clientOf({
    [STATUS]: () => ({
      status: 422,
      headers: { 'x-request-id': 'req-7' },
      body: JSON.stringify({ errors: problems, method: 'GET', status: 422 }),
    }),
  })
  await expect(tollgate.transactionStatus('t1')).rejects.toMatchObject({
    code: 'invalid_request',
    status: 422,
    problems,
    requestId: 'req-7',
  })
})

test('too many requests tell when to come back', async () => {
  const reply = { status: 429, headers: { 'retry-after': '7' }, body: '{"errors":[],"method":"GET","status":429}' }
  const { tollgate } = await clientOf({ [STATUS]: () => reply }, { maxRetries: 0 })
  await expect(tollgate.transactionStatus('t1')).rejects.toMatchObject({
    code: 'rate_limited',
    status: 429,
    retryAfter: 7,
  })
})

test('an answer that does not come in time is an error without a status', async () => {
  const { tollgate } = await clientOf({ [STATUS]: () => new Promise(() => {}) }, { timeoutMs: 300 })
  const error = await tollgate.transactionStatus('t1').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(TollgateError)
  expect(error).toMatchObject({ code: 'timeout', status: undefined, message: expect.stringContaining('within 300 ms') })
})

test('a redirect is not followed with the token', async () => {
  const { tollgate, seen } = await clientOf({ [STATUS]: () => ({ status: 302, headers: { location: '/elsewhere' } }) })
  await expect(tollgate.transactionStatus('t1')).rejects.toThrow(TollgateError)
  expect(seen.map(({ path }) => path)).not.toContain('/elsewhere')
})

test('lists send the filters that are set, events and webhook endpoints have their calls', async () => {
  const empty = () => ({ body: '{"items":[],"next_cursor":null}' })
  const { tollgate, seen } = await clientOf({
    'GET /api/transactions': empty,
    'GET /api/events': empty,
    'GET /api/events/e1': empty,
    'POST /api/events/e1/redeliver': empty,
    'GET /api/webhook-endpoints': empty,
    'POST /api/webhook-endpoints': empty,
    'PATCH /api/webhook-endpoints/w1': empty,
    'POST /api/webhook-endpoints/w1/rotate-secret': empty,
    'DELETE /api/webhook-endpoints/w1': () => ({ status: 204 }),
  })
  await tollgate.listTransactions({ reference: 'A&B', status: undefined, limit: 5 })
  expect(seen.at(-1)?.path).toBe('/api/transactions?reference=A%26B&limit=5')
  await tollgate.events.list()
  await tollgate.events.show('e1')
  await tollgate.events.redeliver('e1')
  await tollgate.webhookEndpoints.list()
  await tollgate.webhookEndpoints.create({ url: 'https://shop.example/hooks' })
  await tollgate.webhookEndpoints.update('w1', { status: 'DISABLED' })
  await tollgate.webhookEndpoints.rotateSecret('w1')
  expect(await tollgate.webhookEndpoints.delete('w1')).toBeUndefined()
})

test('payments and payouts have their calls, with amounts to the last digit', async () => {
  const ok = () => ({ body: '{"result":{"amount":9223372036854775807,"data":{"received_amount":5}}}' })
  const { tollgate, seen } = await clientOf({
    'POST /api/transactions/payment': ok,
    'POST /api/transactions/payout': ok,
  })
  const common = {
    reference: 'r-1',
    terminal_id: 'ter_1',
    description: 'x',
    currency: 'INR',
    amount: 9007199254740993n,
  }
  const urls = { return_url: 'https://a.example', error_url: 'https://b.example', cancel_url: 'https://c.example' }
  const { result } = await tollgate.payment(
    { ...common, ...urls, method: 'UPI', country: 'IN', customer_ip: '192.0.2.1' },
    { idempotencyKey: 'once' },
  )
  expect(result).toMatchObject({ amount: 9223372036854775807n, data: { received_amount: 5n } })
  expect(seen.at(-1)?.body).toContain('"amount":9007199254740993,')
  expect(seen.at(-1)?.headers['idempotency-key']).toBe('once')
  const data = { account_number: '1', account_name: 'Ada', ifsc: 'HDFC0001234' }
  await tollgate.payout({ ...common, beneficiary: { type: 'bank_account', data } })
  expect(JSON.parse(seen.at(-1)!.body)).toMatchObject({ beneficiary: { data } })
})

test('customers, their cards and the simulated wallet have their calls', async () => {
  const gone = () => ({ status: 204 })
  const ok = () => ({ body: '{}' })
  const { tollgate, seen } = await clientOf({
    'POST /api/customers': ok,
    'GET /api/customers': ok,
    'GET /api/customers/c%2F1': ok,
    'PATCH /api/customers/c%2F1': ok,
    'GET /api/customers/c%2F1/payment-methods': ok,
    'DELETE /api/customers/c%2F1': gone,
    'GET /api/payment-methods/t%2F1': ok,
    'DELETE /api/payment-methods/t%2F1': gone,
    'POST /api/simulators/walleta-tokens': ok,
  })
  await tollgate.customers.create({ id: 'c/1', email: 'ada@example.com' }, { idempotencyKey: 'once' })
  expect(seen.at(-1)).toMatchObject({ headers: { 'idempotency-key': 'once' }, body: expect.stringContaining('c/1') })
  await tollgate.customers.list({ limit: 5 })
  await tollgate.customers.show('c/1')
  await tollgate.customers.update('c/1', { phone: null })
  expect(seen.at(-1)?.body).toBe('{"phone":null}')
  await tollgate.customers.paymentMethods('c/1', { limit: 100 })
  expect(seen.at(-1)?.path).toBe('/api/customers/c%2F1/payment-methods?limit=100')
  expect(await tollgate.customers.delete('c/1')).toBeUndefined()
  await tollgate.paymentMethods.show('t/1')
  expect(await tollgate.paymentMethods.delete('t/1')).toBeUndefined()
  await tollgate.simulators.walletToken({ auth_method: 'PAN_ONLY' })
  expect(seen.at(-1)?.body).toBe('{"auth_method":"PAN_ONLY"}')
})

test('the client prints none of its secrets', async () => {
  const { inspect } = await import('node:util')
  const { tollgate } = await clientOf({})
  expect(inspect(tollgate, { depth: 9, showHidden: true })).not.toMatch(/hush-hush|PUBLIC KEY/)
})

function requestOf(tollgate: Tollgate, amount: bigint) {
  const card = { number: '4111 1111 1111 1111', cvv: '123', expirationMonth: '12', expirationYear: '2040' }
  const data = tollgate.encryptCard(card)
  const type = 'card' as const
  return {
    reference: 'A-1',
    terminal_id: 'term_1',
    currency: 'EUR',
    amount,
    transaction_type: 'PURCHASE' as const,
    payment_method: { type, data },
  }
}

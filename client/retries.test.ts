import { afterEach, describe, expect, test } from 'vitest'
import { type Reply, type Script, startFakeGateway } from './test/fake-gateway.ts'
import { keys } from './test/keys.ts'
import { Tollgate, type TollgateOptions } from './tollgate.ts'

const PAYOUT = 'POST /api/transactions/payout'
const STATUS = 'GET /api/transactions/t1/status'
const FOUND = { body: '{"found":false,"transaction":null}' }
const DONE = { body: '{"result":{},"action":null,"redirect":null,"form_submit":null}' }
const UNAVAILABLE = { status: 503, headers: { 'retry-after': '0' }, body: '{"errors":[],"method":"POST","status":503}' }
const REQUEST = {
  reference: 'r-1',
  terminal_id: 'ter_1',
  description: 'x',
  currency: 'INR',
  amount: 5n,
  beneficiary: { type: 'bank_account', data: { account_number: '1', account_name: 'Ada' } },
} as const

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function clientOf(script: Script, options: Partial<TollgateOptions> = {}) {
  const gateway = await startFakeGateway(script)
  open.push(gateway)
  const { baseUrl, seen } = gateway
  const client = { realm: 'uat', clientId: 'shop', clientSecret: 'hush', publicKey: keys.publicKey }
  const tollgate = new Tollgate({ ...client, baseUrl, authUrl: baseUrl, ...options })
  return { tollgate, tries: () => seen.filter(({ path }) => path.startsWith('/api/')) }
}

/** One reply after another, the last one indefinitely. */
function inTurn(...replies: (Reply | 'hang up')[]): Script[string] {
  return () => {
    const reply = replies.length > 1 ? replies.shift()! : replies[0]!
    if (reply === 'hang up') throw new Error('hang up')
    return reply
  }
}

describe('a call that the gateway could not take is made again', () => {
  test.each([
    ['unavailable', UNAVAILABLE],
    ['over the limit', { ...UNAVAILABLE, status: 429 }],
    ['still busy with the first one', { ...UNAVAILABLE, status: 409 }],
    ['behind a proxy that has lost it', { status: 502, body: '<h1>Bad gateway</h1>' }],
    ['gone before it answered', 'hang up'],
  ] as const)('the gateway is %s: the same bytes under the same key', async (_why, failure) => {
    const { tollgate, tries } = await clientOf({ [PAYOUT]: inTurn(failure, DONE) })
    await tollgate.payout(REQUEST)
    const [first, second, ...others] = tries()
    expect(others).toEqual([])
    expect(second?.body).toBe(first?.body)
    expect(first?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/)
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  })

  test('so is one for a token', async () => {
    let asked = 0
    const token = { body: '{"access_token":"t","expires_in":300}' }
    const { tollgate } = await clientOf({
      'POST /realms/uat/protocol/openid-connect/token': () => (asked++ === 0 ? UNAVAILABLE : token),
      [STATUS]: () => FOUND,
    })
    expect(await tollgate.transactionStatus('t1')).toMatchObject({ found: false })
    expect(asked).toBe(2)
  })

  test('your own key is kept, and reading needs none', async () => {
    const { tollgate, tries } = await clientOf({ [PAYOUT]: inTurn(UNAVAILABLE, DONE), [STATUS]: () => FOUND })
    await tollgate.payout(REQUEST, { idempotencyKey: 'mine' })
    await tollgate.transactionStatus('t1')
    expect(tries().map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine', undefined])
  })

  test('two calls have two keys', async () => {
    const { tollgate, tries } = await clientOf({ [PAYOUT]: () => DONE })
    await tollgate.payout(REQUEST)
    await tollgate.payout(REQUEST)
    expect(new Set(tries().map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
  })
})

describe('it is not made again', () => {
  test('more often than is allowed', async () => {
    const { tollgate, tries } = await clientOf({ [PAYOUT]: () => UNAVAILABLE }, { maxRetries: 1 })
    await expect(tollgate.payout(REQUEST)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(tries()).toHaveLength(2)
    await expect(tollgate.payout(REQUEST, { maxRetries: 0 })).rejects.toMatchObject({ code: 'unavailable' })
    expect(tries()).toHaveLength(3)
  })

  test('when the gateway asks for more patience than there is', async () => {
    const later = { ...UNAVAILABLE, headers: { 'retry-after': '3600' } }
    const { tollgate, tries } = await clientOf({ [PAYOUT]: () => later })
    await expect(tollgate.payout(REQUEST)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 3600 })
    expect(tries()).toHaveLength(1)
  })

  test.each([
    [400, 'invalid_request'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [422, 'invalid_request'],
    [500, 'server_error'],
  ])('when the answer is %i: %s', async (status, code) => {
    const { tollgate, tries } = await clientOf({ [PAYOUT]: () => ({ status, body: '{}' }) })
    await expect(tollgate.payout(REQUEST)).rejects.toMatchObject({ code, status })
    expect(tries()).toHaveLength(1)
  })

  test('when it deletes and its answer got lost: the second time there would be nothing', async () => {
    const { tollgate, tries } = await clientOf({ 'DELETE /api/customers/c1': inTurn('hang up') })
    await expect(tollgate.customers.delete('c1')).rejects.toMatchObject({
      code: 'no_answer',
      status: undefined,
      message: expect.stringContaining('may have had its effect'),
    })
    expect(tries()).toHaveLength(1)
  })
})

test('a read that got no answer is not said to have had an effect', async () => {
  const { tollgate } = await clientOf({ 'GET /api/balances': inTurn('hang up') }, { maxRetries: 0 })
  await expect(tollgate.balances()).rejects.toMatchObject({
    code: 'no_answer',
    message: expect.not.stringContaining('effect'),
  })
})

test('a list is read page by page while it is gone through', async () => {
  const page = (path: string) => {
    const cursor = Number(new URL(path, 'http://x').searchParams.get('cursor') ?? 0)
    return {
      items: [{ id: `${2 * cursor}` }, { id: `${2 * cursor + 1}` }],
      next_cursor: cursor < 2 ? `${cursor + 1}` : null,
    }
  }
  const { tollgate, tries } = await clientOf({
    'GET /api/customers': ({ path }) => ({ body: JSON.stringify(page(path)) }),
  })
  const ids: string[] = []
  for await (const { id } of tollgate.customers.list({ limit: 2 })) ids.push(id)
  expect(ids).toEqual(['0', '1', '2', '3', '4', '5'])
  expect(tries().map(({ path }) => path)).toEqual([
    '/api/customers?limit=2',
    '/api/customers?limit=2&cursor=1',
    '/api/customers?limit=2&cursor=2',
  ])
  for await (const { id } of tollgate.customers.list()) if (id === '1') break
  expect(tries()).toHaveLength(4)
  expect((await tollgate.customers.list({ limit: 2 })).items).toHaveLength(2)
})

test('a list that cannot be read throws where it is gone through', async () => {
  const { tollgate } = await clientOf({
    'GET /api/customers': () => ({ status: 403, body: '{"error":"insufficient_scope"}' }),
  })
  const read = async () => {
    for await (const _ of tollgate.customers.list()) throw new Error('There is none.')
  }
  await expect(read()).rejects.toMatchObject({ code: 'forbidden' })
})

test('Tollgate.webhooks.verify checks a webhook without a connection', () => {
  const verify = () => Tollgate.webhooks.verify(`whsec_${'A'.repeat(32)}`, {}, '{}')
  expect(verify).toThrow(expect.objectContaining({ code: 'invalid_webhook' }))
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { routesOf } from '#app/routes.ts'
import type { Route } from '#http/route.ts'
import { CLIENT_PERMISSIONS, type Permission } from '#identity/permissions.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { advance } from '../expiry/expiries.ts'
import { linkBody } from '../payment-links/links.ts'
import { type NarrowClient, newClient } from './client-support.ts'

// What a client may do (docs/reference/clients.md#permissions).

interface Call {
  readonly method: string
  readonly path: string
  readonly needs: Permission
  readonly body?: object
}

/** One call of each route of the merchant's API, and of each kind of follow-up. Nothing it names exists. */
const CALLS: readonly Call[] = routesOf(null, null)
  .filter(({ guard }) => guard === 'merchant')
  .flatMap(callsOf)

function callsOf({ method, path, permission, permissionByType = {} }: Route): Call[] {
  const call = { method, path: path.replace(/:\w+/g, 'x') }
  const hasBody = method === 'POST' || method === 'PATCH'
  return [
    ...(permission ? [{ ...call, needs: permission as Permission, ...(hasBody && { body: {} }) }] : []),
    ...Object.entries(permissionByType).map(([type, needs]) => ({ ...call, needs, body: { transaction_type: type } })),
  ]
}

let app: RunningGateway
let merchant: TestMerchant
const only = new Map<Permission, NarrowClient>()
const allBut = new Map<Permission, NarrowClient>()

beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  for (const permission of new Set(CALLS.map(({ needs }) => needs))) {
    const others = CLIENT_PERMISSIONS.filter((other) => other !== permission)
    // Erasures and exports show who the customers are, too.
    const permissions = [permission, 'payments.read-customer']
    only.set(permission, await newClient(app.baseUrl, merchant, { permissions }))
    allBut.set(permission, await newClient(app.baseUrl, merchant, { permissions: others }))
  }
})
afterAll(() => app.close())

it('every route of the merchant’s API names a permission that a client can have', () => {
  expect(CALLS.filter(({ needs }) => !CLIENT_PERMISSIONS.includes(needs))).toEqual([])
  expect(CALLS.length).toBeGreaterThan(60)
})

it.each(CALLS.map((call) => [`${call.method} ${call.path}`, call.needs, call] as const))(
  '%s needs %s, and a 403 names it',
  async (_name, needs, { method, path, body }) => {
    const refused = await allBut.get(needs)!.call(method, path, body)
    expect([refused.status, refused.body.params]).toEqual([403, [needs]])
    expect(refused.body.errors).toEqual([{ property: '', message: refused.body.error, params: [needs] }])
    expect((await only.get(needs)!.call(method, path, body)).status).not.toBe(403)
  },
)

it('a refused call changes nothing', async () => {
  const reader = only.get('payments.read')!
  const order = merchant.order()
  expect((await reader.call('POST', '/api/transactions/authorize', order)).status).toBe(403)
  const found = await merchant.call('GET', `/api/transactions?reference=${order.reference}`)
  expect(found.body.items).toEqual([])
})

it('without payments.read-customer a client sees no customers and finds nothing by them', async () => {
  const customer = { email: 'ada@shop.example', first_name: 'Ada' }
  const { id } = (await merchant.authorize({ customer, customer_ip: '203.0.113.9' })).body.result
  const blind = await newClient(app.baseUrl, merchant, { permissions: ['payments.read', 'payments.export'] })
  const seeing = await newClient(app.baseUrl, merchant, { permissions: ['payments.read', 'payments.read-customer'] })
  await merchant.call('POST', '/api/views', { body: { name: 'Ada', filters: { q: 'ada@shop.example' } } })
  const paths = [
    `/api/transactions/${id}/status`,
    '/api/transactions',
    '/api/events',
    '/api/transactions.csv',
    '/api/views',
  ]
  for (const path of paths) {
    const { status, text } = await blind.call('GET', path)
    expect([path, status, text.includes('Ada'), text.includes('ada@'), text.includes('203.0.113.9')]).toEqual([
      path,
      200,
      false,
      false,
      false,
    ])
  }
  expect((await seeing.call('GET', paths[0]!)).text).toContain('ada@shop.example')
  expect((await blind.call('GET', '/api/transactions?email=ada@shop.example')).body.params).toEqual([
    'payments.read-customer',
  ])
  expect((await blind.call('GET', '/api/transactions?q=ada@shop.example')).body.items).toEqual([])
  expect((await seeing.call('GET', '/api/transactions?q=ada@shop.example')).body.items).toHaveLength(1)
})

it('without payments.read-customer the answer to a payment shows no customer', async () => {
  const client = await newClient(app.baseUrl, merchant, { permissions: ['payments.create'] })
  const order = merchant.order({ customer: { email: 'ada@shop.example' }, metadata: NOT_ENROLLED })
  const { status, body, text } = await client.call('POST', '/api/transactions/authorize', order)
  expect([status, body.result.status, text.includes('ada@')]).toEqual([200, 'APPROVED', false])
})

it('events about other objects need the permission to read these', async () => {
  await merchant.call('POST', '/api/payment-links', {
    body: linkBody(merchant, { expires_at: new Date(Date.now() + 60_000).toISOString() }),
  })
  await advance(merchant, 120)
  const listed = '/api/events?event=payment_link.expired'
  await expect.poll(async () => (await merchant.call('GET', listed)).body.items, { timeout: 20_000 }).toHaveLength(1)
  const { id } = (await merchant.call('GET', listed)).body.items[0]
  const reader = await newClient(app.baseUrl, merchant, { permissions: ['payments.read', 'events.resend'] })
  expect((await reader.call('GET', listed)).body.items).toEqual([])
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/deliveries'],
    ['POST', '/redeliver'],
  ]) {
    expect((await reader.call(method!, `/api/events/${id}${path}`, method === 'POST' ? {} : undefined)).status).toBe(
      404,
    )
  }
  const both = await newClient(app.baseUrl, merchant, { permissions: ['payments.read', 'links.read'] })
  expect((await both.call('GET', listed)).body.items).toHaveLength(1)
})

it('the same Idempotency-Key of two clients makes two refunds', async () => {
  const { id, reference } = (await merchant.authorize({ metadata: NOT_ENROLLED })).body.result
  const refund = {
    ...{ terminal_id: merchant.terminalId, reference, parent_transaction_id: id },
    ...{ transaction_type: 'REFUND', currency: 'EUR', amount: 100 },
  }
  const refunds = []
  for (const _ of [1, 2]) {
    const client = await newClient(app.baseUrl, merchant, { permissions: ['payments.refund'] })
    refunds.push(await client.call('POST', '/api/transactions/manage', refund, { 'idempotency-key': 'refund' }))
  }
  expect(refunds.map(({ body }) => body.status)).toEqual(['APPROVED', 'APPROVED'])
  expect(new Set(refunds.map(({ body }) => body.id)).size).toBe(2)
})

it.each(['constructor', { toString: 1 }, null])('a follow-up of type %j is a 422', async (type) => {
  const { status, body } = await only.get('payments.read')!.call('POST', '/api/transactions/manage', {
    transaction_type: type,
  })
  expect([status, body.errors.map(({ property }: { property: string }) => property)]).toEqual([
    422,
    expect.arrayContaining(['transaction_type']),
  ])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newClient } from '../identity/client-support.ts'
import { newCustomer } from '../saved-cards/saved-card-support.ts'
import { payEveryWay, person } from './people.ts'

// Export of a customer's data and permissions (docs/reference/erasure.md#export, #permissions).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = app.merchant
})
afterAll(() => app.close())

it('an export has all that is held of the customer, and nothing of others', { tags: ['full'] }, async () => {
  const who = person('Binnenhof')
  const id = await payEveryWay(app, merchant, who)
  await payEveryWay(app, merchant, person('Buitenhof'))
  const { status, body, text } = await merchant.call('GET', `/api/customers/${encodeURIComponent(id)}/export`)
  expect(status).toBe(200)
  expect(text).not.toContain('Buitenhof')
  const counts = Object.fromEntries(Object.entries(body).map(([table, rows]) => [table, (rows as object[]).length]))
  expect(counts).toEqual({
    payment_methods: 2,
    customers: 1,
    agreements: 1,
    payment_links: 1,
    sessions: 3,
    transactions: 8,
  })
  expect(body.customers).toMatchObject([{ id, ...who.fields }])
  expect(body.payment_methods[0]).toMatchObject({ token: expect.stringMatching(/^tok_/), customer_id: id })
  const own = { customer_ip: who.ip, user_agent: who.agent, description: 'Beans for Binnenhof' }
  expect(body.transactions[0]).toMatchObject({ ...own, customer: { id, ...who.fields }, amount: 1250n })
})

it('an export of a customer without payments has empty lists', async () => {
  const id = await newCustomer(merchant, { email: 'ada@shop.example' })
  const { status, body } = await merchant.call('GET', `/api/customers/${id}/export`)
  const empty = { payment_methods: [], agreements: [], payment_links: [], sessions: [], transactions: [] }
  const customer = expect.objectContaining({ id, email: 'ada@shop.example', last_name: null })
  expect({ status, body }).toEqual({ status: 200, body: { ...empty, customers: [customer] } })
})

it('of a customer that nothing names is a 404', async () => {
  expect((await merchant.call('GET', '/api/customers/nobody/export')).status).toBe(404)
})

it.each([
  [['customers.erase'], 'payments.read-customer'],
  [['payments.read-customer', 'customers.manage'], 'customers.erase'],
])('a client with %j lacks %s for an erasure', async (permissions, lacked) => {
  const client = await newClient(app.baseUrl, merchant, { permissions })
  const answers = [
    await client.call('POST', '/api/erasures', { customer_id: 'x' }),
    await client.call('GET', '/api/erasures/ers_x'),
  ]
  for (const { status, body } of answers)
    expect([status, body.params ?? body.errors[0].params]).toEqual([403, [lacked]])
})

it('a client with customers.export alone gets no export', async () => {
  const client = await newClient(app.baseUrl, merchant, { permissions: ['customers.export'] })
  expect((await client.call('GET', '/api/customers/x/export')).status).toBe(403)
})

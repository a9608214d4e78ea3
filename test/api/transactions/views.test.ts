import { afterAll, beforeAll, expect, it } from 'vitest'
import { readViews, removeView, saveView } from '#flows/views.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newClient } from '../identity/client-support.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const DECLINED = { name: 'Declined', filters: { status: 'DECLINED', from: '2026-01-01' } }

const namesOf = (views: readonly { name: string }[]) => views.map(({ name }) => name)

it('a view that is saved is listed until it is deleted', async () => {
  const merchant = await app.newMerchant()
  const saved = await merchant.call('POST', '/api/views', { body: DECLINED })
  expect(saved).toMatchObject({ status: 201, body: { ...DECLINED, shared: true } })
  expect((await merchant.call('GET', '/api/views')).body).toEqual({ items: [saved.body] })
  const again = await merchant.call('POST', '/api/views', { body: DECLINED })
  expect([again.status, again.body.errors[0].property]).toEqual([422, 'name'])
  expect((await merchant.call('DELETE', `/api/views/${saved.body.id}`)).status).toBe(204)
  expect((await merchant.call('GET', '/api/views')).body).toEqual({ items: [] })
  expect((await merchant.call('DELETE', `/api/views/${saved.body.id}`)).status).toBe(404)
})

it('a private view is visible to its person only, a shared one to all', async () => {
  const { merchantId } = await app.newMerchant()
  const own = await saveView(app.gateway, merchantId, 'per_ada', { ...DECLINED, isShared: false })
  const shared = await saveView(app.gateway, merchantId, 'per_ada', { ...DECLINED, name: 'All', isShared: true })
  expect(namesOf(await readViews(app.gateway, merchantId, 'per_ada'))).toEqual(['All', 'Declined'])
  expect(namesOf(await readViews(app.gateway, merchantId, 'per_bob'))).toEqual(['All'])
  expect(namesOf(await readViews(app.gateway, merchantId, null))).toEqual(['All'])
  await expect(removeView(app.gateway, merchantId, 'per_bob', own.id)).rejects.toMatchObject({ kind: 'not-found' })
  await removeView(app.gateway, merchantId, 'per_bob', shared.id)
  expect(namesOf(await readViews(app.gateway, merchantId, 'per_ada'))).toEqual(['Declined'])
})

it('a view with a search or a filter of persons is shown only to those who see customers', async () => {
  const merchant = await app.newMerchant()
  const personal = [
    { q: 'Zuidwijk' },
    { q: ' 4242 ' },
    { email: 'ana@shop.example' },
    { customer: 'cus_1' },
    { customer_id: 'cus_1' },
  ]
  for (const [index, filters] of [...personal, { status: 'DECLINED', q: ' ' }].entries())
    expect((await merchant.call('POST', '/api/views', { body: { name: `View ${index}`, filters } })).status).toBe(201)
  const listed = async (permissions: string[]) => {
    const client = await newClient(app.baseUrl, merchant, { permissions })
    return namesOf((await client.call('GET', '/api/views')).body.items)
  }
  expect(await listed(['payments.read'])).toEqual(['View 5'])
  expect(await listed(['payments.read', 'payments.read-customer'])).toHaveLength(6)
})

it.each([
  ['name', { ...DECLINED, name: '' }],
  ['filters', { name: 'x', filters: 'status=DECLINED' }],
  ['filters.status', { name: 'x', filters: { status: 1 } }],
  ['filters.last_name', { name: 'x', filters: { status: 'DECLINED', last_name: 'Zuidwijk' } }],
  ['filters.__proto__', { name: 'x', filters: JSON.parse('{"__proto__": "x"}') }],
])('a bad %s is 422', async (property, body) => {
  const answer = await app.merchant.call('POST', '/api/views', { body })
  expect([answer.status, answer.body.errors[0].property]).toEqual([422, property])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { routesOf } from '#app/routes.ts'
import { EVENT_TYPES } from '#domain/event-types.ts'
import { eventPermission } from '#http/api/common/hidden-events.ts'
import type { Permission } from '#identity/permissions.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { newVisitor } from '#test/visitor.ts'
import { disputed } from '../disputes/disputes.ts'
import { paid, withRules } from '../rules/listing.ts'
import { type NarrowClient, newClient } from './client-support.ts'

// What events and answers of actions show (docs/reference/clients.md#permissions).

const REVIEW = { name: 'look at large ones', status: 'ACTIVE', when: [], then: { action: 'REVIEW' } }

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await useGateway()
  merchant = await withRules(await app.newMerchant(), REVIEW)
})
afterAll(() => app.close())

const clientWith = (...permissions: Permission[]) => newClient(app.baseUrl, merchant, { permissions })

/** Events of a type, once there is one. */
const eventsOfType = (type: string) =>
  eventually(`there is ${type}`, 30, async () => {
    const { items } = (await merchant.call('GET', `/api/events?event=${type}`)).body
    return items.length > 0 && items
  })

const shownTo = async (client: NarrowClient, { id, event }: { id: string; event: string }) => ({
  listed: (await client.call('GET', `/api/events?event=${event}`)).body.items.length,
  statuses: await Promise.all(
    ['', '/deliveries'].map(async (path) => (await client.call('GET', `/api/events/${id}${path}`)).status),
  ),
})

/** Path of the route that shows the object of a type, by the beginning of the type. */
const OBJECTS: Readonly<Record<string, string>> = {
  transaction: '/api/transactions/:id/status',
  refund: '/api/transactions/:id/status',
  payout: '/api/transactions/:id/status',
  authorization: '/api/transactions/:id/status',
  session: '/api/sessions/:id',
  payment_link: '/api/payment-links/:id',
  payment_method: '/api/payment-methods/:token',
  dispute: '/api/disputes/:id',
  fraud_warning: '/api/disputes/:id',
  agreement: '/api/agreements/:id',
  settlement_day: '/api/settlements/:date.csv',
  webhook_endpoint: '/api/webhook-endpoints/:id',
  client: '/api/clients/:id',
}

it.each(EVENT_TYPES)('%s needs the permission of the route that shows its object', (type) => {
  const path = OBJECTS[type.split('.', 1)[0]!]
  const shows = routesOf(null, null).find((route) => route.method === 'GET' && route.path === path)
  expect([path, shows?.permission]).toEqual([path, eventPermission(type)])
})

it('events of disputes need disputes.read, on the dashboard too', async () => {
  await disputed(merchant, 'chargeback')
  const [opened] = await eventsOfType('dispute.opened')
  const blind = await clientWith('payments.read', 'events.resend')
  expect(await shownTo(blind, opened)).toEqual({ listed: 0, statuses: [404, 404] })
  expect((await blind.call('POST', `/api/events/${opened.id}/redeliver`, {})).status).toBe(404)
  expect((await blind.call('GET', '/api/events?event=all&limit=100')).text).not.toContain('"dispute.')
  const seeing = await clientWith('payments.read', 'disputes.read')
  expect(await shownTo(seeing, opened)).toEqual({ listed: 1, statuses: [200, 200] })
})

it('events of saved cards are not shown to users who may not see customers', async () => {
  const customer = (await merchant.call('POST', '/api/customers', { body: {} })).body
  const save = { customer: { id: customer.id }, tokenization: { save_card_for_future_payments: true } }
  expect((await merchant.authorize(save)).body.result.status).toBe('APPROVED')
  const [kept] = await eventsOfType('payment_method.kept')
  const [owner, developer] = [
    await newVisitor(app, 'owner', merchant.merchantId),
    await newVisitor(app, 'developer', merchant.merchantId),
  ]
  const path = `/dashboard/events/${kept.id}`
  expect([(await owner.get(path)).status, (await developer.get(path)).status]).toEqual([200, 404])
  expect((await developer.post(`${path}/redeliver`)).status).toBe(404)
  expect((await owner.get('/dashboard/events')).text).toContain(kept.id)
  expect((await developer.get('/dashboard/events')).text).not.toContain(kept.id)
})

it('transaction.review_opened names the rules only to those who may read rules', async () => {
  await paid(merchant)
  const [opened] = await eventsOfType('transaction.review_opened')
  const matchedFor = async (...more: Permission[]) => {
    const client = await clientWith('payments.read', ...more)
    return (await client.call('GET', `/api/events/${opened.id}`)).body.payload.matched
  }
  expect(await matchedFor('rules.read')).toEqual([{ rule: REVIEW.name, action: 'REVIEW' }])
  expect(await matchedFor()).toEqual([])
  const viewer = await newVisitor(app, 'viewer', merchant.merchantId)
  expect((await viewer.get(`/dashboard/events/${opened.id}`)).text).not.toContain(REVIEW.name)
})

async function newSession(): Promise<string> {
  const { payment_method: _, browser_info: __, ...order } = merchant.order({ return_url: 'https://shop.example/' })
  return (await merchant.call('POST', '/api/sessions', { body: { description: 'A kettle', ...order } })).body.id
}

it('actions answer the ID and the status to a client that may not read the object', async () => {
  const cases = [
    { manages: 'reviews.decide', reads: 'payments.read', suffix: 'review', body: { outcome: 'CLEARED' } },
    { manages: 'disputes.manage', reads: 'disputes.read', suffix: 'accept', body: {} },
    { manages: 'events.resend', reads: 'payments.read', suffix: 'redeliver', body: {} },
    { manages: 'sessions.create', reads: 'payments.read', suffix: 'cancel', body: {} },
  ] as const
  for (const { manages, reads, suffix, body } of cases) {
    const act = async (client: NarrowClient) => {
      const { payment, dispute } = await disputed(merchant, 'chargeback')
      const [event] = (await merchant.call('GET', `/api/events?transaction_id=${payment.id}`)).body.items
      const path = {
        review: `/api/transactions/${payment.id}`,
        accept: `/api/disputes/${dispute.id}`,
        redeliver: `/api/events/${event.id}`,
        cancel: `/api/sessions/${await newSession()}`,
      }[suffix]
      return client.call('POST', `${path}/${suffix}`, body)
    }
    const [blind, seeing] = [await act(await clientWith(manages)), await act(await clientWith(manages, reads))]
    expect([suffix, blind.status, Object.keys(blind.body)]).toEqual([suffix, 200, ['id', 'status']])
    expect(blind.body.status).toMatch(/^[A-Z_]+$/)
    expect([suffix, seeing.status, Object.keys(seeing.body).length > 4]).toEqual([suffix, 200, true])
  }
})

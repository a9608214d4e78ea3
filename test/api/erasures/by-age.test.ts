import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { createTestMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { type AdminApp, refused, startAdminApp } from '../admin/admin-app.ts'
import { newCustomer, saveCard, savedCard } from '../saved-cards/saved-card-support.ts'
import { createSession } from '../sessions/browser.ts'
import { paymentsOf, person, tracesOf } from './people.ts'

// Erasure by age (docs/reference/erasure.md#by-age).

const DAY = 24 * 3600

let app: AdminApp
beforeAll(async () => {
  app = await startAdminApp({ isOwn: true })
})
afterAll(() => app.close())

const advance = (merchant: TestMerchant, days: number) =>
  merchant.call('POST', '/api/test-clock', { body: { advance_seconds: days * DAY } })

const change = (merchant: TestMerchant, personal_data_days: unknown) =>
  app.operator('PATCH', `/admin/merchants/${merchant.merchantId}`, { personal_data_days })

it('personal_data_days is 1 to 3650 or null, and null at first', async () => {
  const path = `/admin/merchants/${app.merchant.merchantId}`
  expect((await app.operator('GET', path)).body.personal_data_days).toBeNull()
  for (const days of [0, 3651, 1.5, '30'])
    expect(refused(await change(app.merchant, days))).toEqual(['personal_data_days'])
  for (const days of [1, 3650, null]) expect((await change(app.merchant, days)).body.personal_data_days).toBe(days)
})

it('payments lose personal data that many days after their creation; cards and customers stay', {
  tags: ['full'],
}, async () => {
  const [limited, other] = [await createTestMerchant(app.gateway), await createTestMerchant(app.gateway)]
  const [old, later, others] = [person('Veluwezoom'), person('Waddenkust'), person('Zeelandbrug')]
  await change(limited, 30)
  const customer = { id: await newCustomer(limited, { email: 'kept@post.example' }), ...old.fields }
  const token = await saveCard(limited, { customer })
  await createSession(limited, { customer })
  await limited.authorize({ customer: old.fields })
  await other.authorize({ customer: others.fields })
  await advance(other, 40)
  await advance(limited, 29)
  await limited.authorize({ customer: later.fields })
  expect(await paymentsOf(app, old)).toHaveLength(2)
  await advance(limited, 1)
  await eventually('the old payments are erased', 40, async () => (await tracesOf(app, old)).length === 0)
  expect(await paymentsOf(app, later)).toHaveLength(1)
  expect(await paymentsOf(app, others)).toHaveLength(1)
  expect((await limited.authorize(savedCard(token))).body.result.status).toBe('APPROVED')
  expect((await limited.call('GET', `/api/customers/${customer.id}`)).body.email).toBe('kept@post.example')
})

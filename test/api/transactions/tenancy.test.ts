import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { routesOf } from '#app/routes.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { ATTEMPTS, type Belongings, collect, UNKNOWN, withoutIds } from './belongings.ts'

const routes = routesOf(null, null).filter(({ guard }) => guard === 'merchant')

let app: RunningGateway
let owned: Belongings
let stranger: TestMerchant

beforeAll(async () => {
  app = await useGateway()
  stranger = await app.newMerchant()
  owned = await collect(app.merchant)
})
afterAll(() => app.close())

it.each(routes.map(({ method, path }) => `${method} ${path}`))(
  '%s: what belongs to another merchant answers exactly as if it did not exist',
  async (route) => {
    const attempt = ATTEMPTS[route]
    if (!attempt) throw new Error(`Add a row for ${route}: how could it name what belongs to another merchant?`)
    const method = route.split(' ')[0]!
    const call = async (its: Belongings) => {
      const { path, body } = attempt(its, stranger)
      const answer = await stranger.call(method, path, { body })
      return { status: answer.status, text: withoutIds(answer.text, its) }
    }
    const compare = async () => expect(await call(owned)).toEqual(await call(UNKNOWN))
    // The caller's own refused payments may be counted between the two calls.
    if (route === 'GET /api/analytics/payments') await vi.waitFor(compare, 15_000)
    else await compare()
  },
)

it('and nothing of it was changed by the attempts', async () => {
  const { merchant } = app
  const endpoint = await merchant.call('GET', `/api/webhook-endpoints/${owned.endpoint}`)
  expect(endpoint.body).toMatchObject({ id: owned.endpoint, status: 'ACTIVE' })
  const cards = await merchant.call('GET', `/api/customers/${owned.customer}/payment-methods`)
  expect(cards.body).toMatchObject({ items: [{ token: owned.card, customer_id: owned.customer }] })
  expect((await merchant.call('GET', `/api/customers/${owned.customer}`)).body).toMatchObject({ city: null })
  const { items } = (await merchant.call('GET', '/api/transactions?status=PENDING')).body
  expect(items).toHaveLength(2)
})

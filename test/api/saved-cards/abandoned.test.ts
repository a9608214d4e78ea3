import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { begin, eventsOf } from '../three-ds/shopper.ts'
import { newCustomer, SAVE, vaultedBy } from './saved-card-support.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await startOwnGateway({ CHALLENGE_TTL_SECONDS: '2' })
})
afterAll(() => app.close())

it('a card to be saved is erased where the shopper never comes back: SESSION_EXPIRED, and no token', async () => {
  const { merchant } = app
  const customer = { id: await newCustomer(merchant) }
  const { transaction_id } = await begin(merchant, {}, { ...SAVE, customer })
  expect(await vaultedBy(app, transaction_id)).toMatchObject([{ state: 'PENDING', customer_id: customer.id }])
  await eventually('the end', 30, async () => {
    return (await merchant.status(transaction_id)).transaction.status === 'SESSION_EXPIRED'
  })
  expect(await vaultedBy(app, transaction_id)).toEqual([])
  expect(await eventsOf(merchant, transaction_id)).toMatchObject([{ payment_method_token: null }])
})

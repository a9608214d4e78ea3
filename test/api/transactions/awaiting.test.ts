import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { follow } from '../manage/follow-ups.ts'
import { authorize, WALLETA } from '../redirects/shopper.ts'
import { CHALLENGE } from '../sessions/bank.ts'
import { openBrowser, readSession } from '../sessions/browser.ts'
import { complete, toChallenge } from '../three-ds/shopper.ts'

// `awaiting` of records and sessions (docs/reference/statuses.md#kinds-of-pending).

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '1' })
  merchant = app.merchant
})
afterAll(() => app.close())

/** As status and list show it, which agree. */
async function awaitingOf(id: string): Promise<unknown> {
  const { transaction } = await merchant.status(id)
  const { items } = (await merchant.call('GET', '/api/transactions?limit=100')).body
  expect(items.find((item: { id: string }) => item.id === id).awaiting).toBe(transaction.awaiting)
  expect(transaction.awaiting === null).toBe(!transaction.pending)
  return transaction.awaiting
}

it('authentication during 3-D Secure; null after the end', async () => {
  const action = await toChallenge(merchant)
  expect(await awaitingOf(action.transaction_id)).toBe('authentication')
  expect((await complete(merchant, action)).body.result.awaiting).toBeNull()
  expect(await awaitingOf(action.transaction_id)).toBeNull()
})

it('shopper while they are on a page of the provider', async () => {
  const { body } = await authorize(merchant, WALLETA)
  expect(await awaitingOf(body.transaction_id)).toBe('shopper')
})

it('confirmation if the provider says pending, in the answer, of follow-ups too', async () => {
  const pending = { response_code: 'TRX_STATUS_PENDING' }
  const { result } = (await merchant.authorize({ metadata: { ...NOT_ENROLLED, ...pending } })).body
  expect(result).toMatchObject({ status: 'PENDING', awaiting: 'confirmation' })
  expect(await awaitingOf(result.id)).toBe('confirmation')
  const paid = (await merchant.authorize()).body.result
  expect(paid.awaiting).toBeNull()
  const refund = await follow(merchant, paid, 'REFUND', { metadata: pending })
  expect(refund).toMatchObject({ status: 'PENDING', awaiting: 'confirmation' })
})

it('provider while its answer is not known', { timeout: 90_000 }, async () => {
  const metadata = { ...NOT_ENROLLED, simulate_fault: 'timeout_after_charge' }
  const { result } = (await merchant.authorize({ metadata })).body
  expect(result).toMatchObject({ status: 'PENDING', awaiting: 'provider' })
  await eventually('the answer', 60, async () => !(await merchant.status(result.id)).transaction.pending)
  expect(await awaitingOf(result.id)).toBeNull()
})

it('null on INVALID and declined records', async () => {
  const declined = await merchant.authorize({ metadata: { ...NOT_ENROLLED, response_code: 'TRX_STATUS_DECLINED' } })
  expect(declined.body.result.awaiting).toBeNull()
  const invalid = await merchant.authorize({ terminal_id: 'ter_unknown' })
  expect(invalid.body.result).toMatchObject({ status: 'INVALID', awaiting: null })
})

it('of a session is that of its running payment', async () => {
  const session = await openBrowser(app.baseUrl, merchant, { metadata: CHALLENGE })
  expect((await readSession(merchant, session.id)).awaiting).toBeNull()
  await session.pay()
  expect(await readSession(merchant, session.id)).toMatchObject({ status: 'PENDING', awaiting: 'authentication' })
  const canceled = await merchant.call('POST', `/api/sessions/${session.id}/cancel`)
  expect(canceled.body).toMatchObject({ status: 'CANCELED', awaiting: null })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { routesOf } from '#app/routes.ts'
import { createTerminal } from '#flows/admin/terminals.ts'
import { CLIENT_PERMISSIONS } from '#identity/permissions.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { connectMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { sessionBody } from '../sessions/browser.ts'
import { begin, toChallenge } from '../three-ds/shopper.ts'
import { ATTEMPTS, type Belongings, collect, UNKNOWN, withoutIds } from '../transactions/belongings.ts'
import { newClient } from './client-support.ts'

// A client that is limited to terminals (docs/reference/clients.md#terminals).

let app: RunningGateway
/** The merchant, on the terminal that the client may not use. */
let merchant: TestMerchant
/** The client, on its only terminal. */
let limited: TestMerchant
let others: Belongings

beforeAll(async () => {
  app = await useGateway()
  merchant = await app.newMerchant()
  const { terminalId } = await createTerminal(app.gateway, 'test', merchant.merchantId, { name: 'Kiosk' })
  const permissions = [...CLIENT_PERMISSIONS]
  const access = await newClient(app.baseUrl, merchant, { permissions, terminal_ids: [terminalId] })
  limited = await connectMerchant(app.baseUrl, { ...merchant, ...access, terminalId })
  others = await collect(merchant)
})
afterAll(() => app.close())

/** Answers that differ from those about unknown objects only in the terminal that the client itself sent. */
it.each(
  routesOf(null, null)
    .filter(({ guard }) => guard === 'merchant')
    .map(({ method, path }) => `${method} ${path}`),
)('%s: what belongs to another terminal answers exactly as if it did not exist', async (route) => {
  const method = route.split(' ')[0]!
  const call = async (its: Belongings) => {
    const { path, body } = ATTEMPTS[route]!(its, limited)
    const answer = await limited.call(method, path, { body })
    return { status: answer.status, text: withoutIds(answer.text, its) }
  }
  expect(await call(others)).toEqual(await call(UNKNOWN))
})

it('nothing of the other terminal was changed by the attempts', async () => {
  expect((await merchant.status(others.transaction)).transaction).toMatchObject({ refunded_amount: 0n })
  expect((await merchant.call('GET', '/api/transactions?status=PENDING')).body.items).toHaveLength(2)
  expect((await merchant.call('GET', `/api/terminals/${others.terminal}`)).body.allowed_origins).toBeNull()
  expect((await merchant.call('GET', `/api/clients/${others.client}`)).body.status).toBe('ACTIVE')
})

it('names the terminal that it may not use, in a 403', async () => {
  const { status, body } = await limited.authorize({ terminal_id: merchant.terminalId })
  expect([status, body.params, body.errors[0].property]).toEqual([403, [merchant.terminalId], 'terminal_id'])
})

it.each(['{}', '{"terminal_id":1e3}', '{"terminal_id":["x"]}', '{"terminal_id":{"toString":1}}'])(
  'must name one of its terminals: %s is a 403',
  async (body) => {
    expect((await limited.call('POST', '/api/transactions/payout', { body })).status).toBe(403)
  },
)

it('repeats no card number that stands for a terminal', async () => {
  const { status, text } = await limited.authorize({ terminal_id: '4111111111111111' })
  expect([status, text.includes('4111111111111111')]).toEqual([403, false])
})

it('takes payments on its terminal, follows them up, and finds these alone', async () => {
  const { result } = (await limited.authorize()).body
  expect(result).toMatchObject({ status: 'APPROVED', terminal_id: limited.terminalId })
  const refund = {
    terminal_id: limited.terminalId,
    reference: result.reference,
    transaction_type: 'REFUND',
    currency: 'EUR',
    amount: 100,
  }
  expect((await limited.call('POST', '/api/transactions/manage', { body: refund })).body.status).toBe('APPROVED')
  const challenge = await toChallenge(limited)
  const step = { session_id: challenge.session_id, payment_data: challenge.payment_data, trans_status: 'Y' }
  const path = '/api/transactions/three-ds/authentication-completed'
  expect((await limited.call('POST', path, { body: step })).body.result.status).toBe('APPROVED')
  await begin(limited)
  const session = (await limited.call('POST', '/api/sessions', { body: sessionBody(limited) })).body
  expect((await limited.call('GET', `/api/sessions/${session.id}`)).body.id).toBe(session.id)

  const { items } = (await limited.call('GET', '/api/transactions?limit=100')).body
  expect(new Set(items.map(({ terminal_id }: { terminal_id: string }) => terminal_id))).toEqual(
    new Set([limited.terminalId]),
  )
  expect((await limited.call('GET', '/api/transactions/count')).body.count).toBe(items.length)
  const csv = (await limited.call('GET', '/api/transactions.csv')).text
  expect([csv.includes(result.id), csv.includes(others.transaction)]).toEqual([true, false])
  const [terminal, ...more] = (await limited.call('GET', '/api/terminals')).body.items
  expect([terminal.terminal_id, more]).toEqual([limited.terminalId, []])
  expect((await limited.call('GET', '/api/analytics/payments')).status).toBe(403)
  expect((await limited.call('GET', `/api/analytics/payments?terminal_id=${limited.terminalId}`)).status).toBe(200)
})

it.each(['id', 'reference', 'order', 'card’s last four', 'amount'])(
  'finds nothing by another one’s %s',
  async (kind) => {
    const typed =
      { id: others.transaction, reference: others.reference, order: others.order, amount: '12.50' }[kind] ?? '1111'
    const { items } = (await limited.call('GET', `/api/transactions?q=${typed}`)).body
    expect(items.filter(({ terminal_id }: { terminal_id: string }) => terminal_id !== limited.terminalId)).toEqual([])
  },
)

it('uses no customers and no stored cards of the merchant', async () => {
  const saved = { payment_method: { type: 'saved_card', data: { payment_method_id: others.card } } }
  const tokenization = { save_card_for_future_payments: true }
  const answers = [
    await limited.authorize(saved),
    await limited.authorize({ customer: { id: others.customer }, tokenization }),
    await limited.call('POST', '/api/sessions', { body: sessionBody(limited, { customer: { id: others.customer } }) }),
    await limited.call('POST', '/api/sessions', { body: sessionBody(limited, { payment_method_ids: [others.card] }) }),
  ]
  expect(answers.map(({ status, body }) => [status, body.errors?.[0].property])).toEqual([
    [403, 'payment_method.type'],
    [403, 'customer.id'],
    [403, 'customer.id'],
    [403, 'payment_method_ids'],
  ])
  const unnamed = await limited.authorize({ tokenization })
  expect(unnamed.body.result.status).toBe('APPROVED')
})

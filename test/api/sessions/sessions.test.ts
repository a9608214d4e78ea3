import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeMerchant } from '#flows/admin/merchants.ts'
import { changeTerminal } from '#flows/admin/terminals.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { newReference } from '#test/test-merchant.ts'
import { createSession, RETURN_URL, readSession, sessionBody } from './browser.ts'

let app: RunningGateway

beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

it('a new session answers 201 with every field of a session, status CREATED and its hosted page', async () => {
  const body = sessionBody(app.merchant, {
    customer: { first_name: 'Ana', email: 'ana@example.com' },
    country: 'RO',
    metadata: { order: 9007199254740993n },
  })
  const answer = await app.merchant.call('POST', '/api/sessions', { body })
  expect(answer.status).toBe(201)
  const { id, expires_at, created_at, ...rest } = answer.body
  expect(rest).toEqual({
    terminal_id: app.merchant.terminalId,
    reference: body.reference,
    payment_link_id: null,
    description: 'Two bags of beans',
    currency: 'EUR',
    amount: 1250n,
    transaction_type: 'PURCHASE',
    return_url: RETURN_URL,
    customer: {
      ...{ id: null, first_name: 'Ana', last_name: null, address: null, city: null },
      ...{ country: null, postal_code: null, email: 'ana@example.com', phone: null },
    },
    country: 'RO',
    locale: null,
    metadata: { order: 9007199254740993n },
    status: 'CREATED',
    awaiting: null,
    hosted_payment_page_url: `${app.baseUrl}/hosted-payment-page/${id}`,
    transaction_id: null,
    transactions: [],
  })
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBeGreaterThan(3_590_000)
  expect(await readSession(app.merchant, id)).toEqual(answer.body)
})

it.each(['terminal_id', 'reference', 'description', 'currency', 'amount', 'transaction_type', 'return_url'])(
  '%s is required',
  async (field) => {
    const { status, body } = await createSession(app.merchant, { [field]: undefined })
    expect(status).toBe(422)
    expect(body.errors.map(({ property }: { property: string }) => property)).toEqual([field])
  },
)

it('all errors are named together', async () => {
  const { status, body } = await createSession(app.merchant, {
    amount: 12.5,
    reference: 'x'.repeat(41),
    transaction_type: 'PAYMENT',
    country: 'XX',
    return_url: 'ftp://shop.example',
    tokenization: { save_card_for_future_payments: 'maybe' },
    metadata: { response_code: 'NOBODY_KNOWS' },
  })
  expect(status).toBe(422)
  expect(body.errors.map(({ property }: { property: string }) => property).sort()).toEqual([
    'amount',
    'country',
    'metadata.response_code',
    'reference',
    'return_url',
    'tokenization.save_card_for_future_payments',
    'transaction_type',
  ])
})

it.each(['ter_nobodys', 'x'])('an unknown terminal %s is a 422 on terminal_id with its processing code', async (id) => {
  const { status, body } = await createSession(app.merchant, { terminal_id: id })
  expect([status, body.errors]).toEqual([
    422,
    [{ property: 'terminal_id', params: ['2013'], message: expect.any(String) }],
  ])
})

it.each([
  ['inactive', { status: 'INACTIVE' }, '2014'],
  ['that accepts no payments', { acceptsPayments: false }, '2015'],
  ['without the type', { transactionTypes: ['AUTHORIZE'] }, '2015'],
  ['without the currency', { currencies: ['RON'] }, '2015'],
  ['that only pays out', { paymentMethods: ['PAYOUT'] }, '2015'],
] as const)('a terminal %s is a 422 on terminal_id, immediately on every process', async (_which, change, code) => {
  const merchant = await app.newMerchant()
  const second = await app.secondApi()
  const post = () => merchant.call('POST', '/api/sessions', { body: sessionBody(merchant), at: second })
  expect((await post()).status).toBe(201)
  await changeTerminal(app.gateway, 'test', merchant.terminalId, change)
  expect((await post()).body.errors).toMatchObject([{ property: 'terminal_id', params: [code] }])
})

it('a terminal whose methods fail for several reasons gets a general error, not the reason of one of them', async () => {
  const merchant = await app.newMerchant()
  await changeTerminal(app.gateway, 'test', merchant.terminalId, { transactionTypes: ['PAYMENT'], currencies: ['RON'] })
  const { errors } = (await createSession(merchant, { currency: 'EUR', transaction_type: 'PURCHASE' })).body
  expect(errors).toMatchObject([{ params: ['2015'], message: expect.stringContaining('PURCHASE in EUR') }])
})

it('an inactive merchant is a 422 with 2017', async () => {
  const merchant = await app.newMerchant()
  await changeMerchant(app.gateway, 'test', merchant.merchantId, { status: 'INACTIVE' })
  expect((await createSession(merchant)).body.errors).toMatchObject([{ params: ['2017'] }])
})

it('a reference is unique among sessions and transactions: the error names the earlier one', async () => {
  const reference = newReference()
  const { body: session } = await createSession(app.merchant, { reference })
  expect((await createSession(app.merchant, { reference })).body.errors).toMatchObject([
    { property: 'reference', params: ['session', session.id] },
  ])
  expect((await app.merchant.authorize({ reference })).body.errors).toMatchObject([
    { property: 'reference', params: ['session', session.id] },
  ])
  const paid = (await app.merchant.authorize()).body.result
  expect((await createSession(app.merchant, { reference: paid.reference })).body.errors).toMatchObject([
    { property: 'reference', params: ['transaction', paid.id] },
  ])
})

it('of two sessions with one reference at the same instant exactly one is opened', async () => {
  const reference = newReference()
  const answers = await Promise.all([1, 2, 3, 4].map(() => createSession(app.merchant, { reference })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
})

it('an unknown customer.id is a 422', async () => {
  const { body } = await createSession(app.merchant, { customer: { id: 'cus_nobody' } })
  expect(body.errors).toMatchObject([{ property: 'customer.id' }])
})

it('saving cards has to be enabled for the merchant', async () => {
  const merchant = await app.newMerchant({ merchant: { tokenizationEnabled: false } })
  const tokenization = { save_card_for_future_payments: 'ask' }
  expect((await createSession(merchant, { tokenization })).body.errors).toMatchObject([{ property: 'tokenization' }])
})

it('an Idempotency-Key gives the first answer again', async () => {
  const options = { body: sessionBody(app.merchant), headers: { 'idempotency-key': randomUUID() } }
  const [first, again] = [
    await app.merchant.call('POST', '/api/sessions', options),
    await app.merchant.call('POST', '/api/sessions', options),
  ]
  expect([again.status, again.body.id]).toEqual([201, first.body.id])
})

it('an unknown session is a 404', async () => {
  expect((await app.merchant.call('GET', '/api/sessions/ses_nobodys')).status).toBe(404)
})

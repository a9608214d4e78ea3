import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import { openBrowser, readSession, TYPED_CARD } from './browser.ts'

let app: RunningGateway

beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const open = (changes = {}) => openBrowser(app.baseUrl, app.merchant, changes)
const YES = { save_card_for_future_payments: true }
const ASK = { save_card_for_future_payments: 'ask' }

async function newCustomer(merchant: TestMerchant): Promise<string> {
  return (await merchant.call('POST', '/api/customers', { body: {} })).body.id
}

/** A card stored by the merchant's server. @returns its token */
async function storedCard(merchant: TestMerchant, customerId?: string): Promise<string> {
  const customer = customerId === undefined ? {} : { id: customerId }
  const { body } = await merchant.authorize({ customer, tokenization: YES, metadata: NOT_ENROLLED })
  return body.result.payment_method.token
}

const saved = (payment_method_id: string, cvc?: string) => ({ type: 'saved_card', payment_method_id, cvc })

it('the customer’s own cards are offered, masked, and pay without a number', async () => {
  const customer = { id: await newCustomer(app.merchant) }
  const token = await storedCard(app.merchant, customer.id)
  const session = await open({ customer })
  const shown = (await session.open()).frameConfig.session
  expect(shown.saved_cards).toEqual([
    {
      payment_method_id: token,
      masked: '411111******1111',
      brand: 'visa',
      expiration_month: 12,
      expiration_year: expect.anything(),
      cvc_required: false,
    },
  ])
  expect(shown.methods).toContain('saved_card')
  const paid = (await session.pay(saved(token))).body
  expect(paid).toMatchObject({ approved: true })
  expect(await app.merchant.status(paid.transaction_id)).toMatchObject({
    transaction: { payment_method: { type: 'saved_card', token }, customer: { id: customer.id } },
  })
})

it('a card listed in payment_method_ids pays too', async () => {
  const token = await storedCard(app.merchant)
  const session = await open({ payment_method_ids: [token, 'tok_nobodys'] })
  expect((await session.open()).frameConfig.session.saved_cards).toMatchObject([{ payment_method_id: token }])
  expect((await session.pay(saved(token, '123'))).body).toMatchObject({ approved: true })
})

it('any other card answers as unknown, regardless of its owner', async () => {
  const [mine, other] = [await newCustomer(app.merchant), await newCustomer(app.merchant)]
  const stranger = await app.newMerchant()
  const tokens = [
    await storedCard(app.merchant, other),
    await storedCard(app.merchant),
    await storedCard(stranger, await newCustomer(stranger)),
    'tok_nobodys',
  ]
  for (const token of tokens) {
    const session = await open({ customer: { id: mine } })
    const { body } = await session.pay(saved(token, '1234'))
    expect(body).toMatchObject({ approved: false, status: 'INVALID', processing_code: '2000' })
    const { transaction } = await app.merchant.status(body.transaction_id)
    expect(transaction.errors).toMatchObject([{ property: 'payment_method.data.payment_method_id' }])
    expect((await readSession(app.merchant, session.id)).status).toBe('CREATED')
  }
})

it('a wrong security code of a saved card names its field', async () => {
  const token = await storedCard(app.merchant)
  const { status, body } = await (await open({ payment_method_ids: [token] })).pay(saved(token, '12'))
  expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([422, ['cvc']])
})

it.each([
  ['always', YES, {}, true],
  ['where the shopper says so', ASK, { save_card: true }, true],
  ['not where the shopper does not', ASK, {}, false],
  ['never unless the session says so', undefined, { save_card: true }, false],
] as const)('a card typed into our page is saved %s', async (_when, tokenization, changes, isSaved) => {
  const customer = { id: await newCustomer(app.merchant) }
  const session = await open({ customer, tokenization })
  expect((await session.open()).frameConfig.session.save_card).toBe(
    tokenization === undefined ? 'no' : tokenization === ASK ? 'ask' : 'yes',
  )
  const { body } = await session.pay(TYPED_CARD, changes)
  const { transaction } = await app.merchant.status(body.transaction_id)
  const { items } = (await app.merchant.call('GET', `/api/customers/${customer.id}/payment-methods`)).body
  expect(items.map(({ token }: { token: string }) => token)).toEqual(isSaved ? [transaction.payment_method.token] : [])
})

it('the card and its code reach no table in the clear', async () => {
  const card = { ...TYPED_CARD, number: '5555555555554444', cvc: '987' }
  const session = await open({ metadata: { simulated_flow: 'VERSIONING_FINGERPRINT_N_CHALLENGE' } })
  await session.pay(card)
  const { sql } = app.gateway
  const { merchantId } = app.merchant
  const rows = await sql`select to_jsonb(t)::text as text from transactions t where merchant_id = ${merchantId}
    union all select to_jsonb(s)::text from sessions s where merchant_id = ${merchantId}
    union all select to_jsonb(e)::text from events e where merchant_id = ${merchantId}
    union all select to_jsonb(a)::text from authentication_secrets a where transaction_id in
      (select id from transactions where merchant_id = ${merchantId})`
  expect(rows.length).toBeGreaterThan(1)
  for (const { text } of rows) expect(text).not.toMatch(/5555555555554444|"987"/)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encryptField, GOOD_CARD } from '#test/card-encryption.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'
import {
  begin,
  CHALLENGE_AT_ONCE,
  choose,
  complete,
  eventsOf,
  requestAuthentication,
  toChallenge,
} from '../three-ds/shopper.ts'
import { newCustomer, SAVE, saveCard, savedCard, vaultedBy } from './saved-card-support.ts'

let app: RunningGateway
let merchant: TestMerchant
beforeAll(async () => {
  app = await startOwnGateway({ PROVIDER_TIMEOUT_SECONDS: '2' })
  merchant = app.merchant
})
afterAll(() => app.close())

const metadata = (orders: object) => ({ metadata: { ...NOT_ENROLLED, ...orders } })
const TOKEN = expect.stringMatching(/^tok_\w{27}$/)

describe('save_card_for_future_payments', () => {
  it('with customer.id: the approved result, the event and the status carry the token, the customer has the card', async () => {
    const customer = { id: await newCustomer(merchant) }
    const { result } = (await merchant.authorize({ ...SAVE, customer })).body
    const { token, hash } = result.payment_method
    expect(result.payment_method).toMatchObject({ type: 'card', token: TOKEN, masked: '411111******1111' })
    expect((await merchant.status(result.id)).transaction).toEqual(result)
    expect(await eventsOf(merchant, result.id)).toMatchObject([
      { payment_method_token: token, customer_id: customer.id },
    ])
    const shown = {
      token,
      type: 'card',
      masked: '411111******1111',
      brand: 'visa',
      hash,
      expiration_month: Number(GOOD_CARD.expirationMonth),
      expiration_year: Number(GOOD_CARD.expirationYear),
      holder_name: null,
      customer_id: customer.id,
      issuer_update: null,
      created_at: result.created_at,
    }
    expect((await merchant.call('GET', `/api/payment-methods/${token}`)).body).toEqual(shown)
    const list = await merchant.call('GET', `/api/customers/${customer.id}/payment-methods`)
    expect(list.body).toEqual({ items: [shown], next_cursor: null })
  })

  it('without customer.id the card stays unassociated: under no customer, usable by its token only', async () => {
    const shop = await app.newMerchant()
    const id = await newCustomer(shop)
    const token = await saveCard(shop)
    expect((await shop.call('GET', `/api/payment-methods/${token}`)).body).toMatchObject({ token, customer_id: null })
    expect((await shop.call('GET', `/api/customers/${id}/payment-methods`)).body.items).toEqual([])
    const { result } = (await shop.authorize(savedCard(token))).body
    expect(result.status).toBe('APPROVED')
    // Used for a customer, it still belongs to none.
    await shop.authorize({ ...savedCard(token), customer: { id } })
    expect((await shop.call('GET', `/api/payment-methods/${token}`)).body.customer_id).toBeNull()
  })

  it.each([{}, { tokenization: {} }, { tokenization: { save_card_for_future_payments: false } }])(
    '%j saves nothing',
    async (changes) => {
      const { result } = (await merchant.authorize(changes)).body
      expect(result).toMatchObject({ status: 'APPROVED', payment_method: { token: null } })
      expect(await vaultedBy(app, result.id)).toEqual([])
    },
  )

  it('saves the same card as a new one each time, with the same hash', async () => {
    const tokens = [await saveCard(merchant), await saveCard(merchant)]
    const shown = await Promise.all(tokens.map((token) => merchant.call('GET', `/api/payment-methods/${token}`)))
    expect(new Set(shown.map(({ body }) => body.hash)).size).toBe(1)
    expect(new Set(tokens).size).toBe(2)
  })

  it('lists a customer’s cards newest first, page by page', async () => {
    const customer = { id: await newCustomer(merchant) }
    for (let n = 0; n < 3; n += 1) await saveCard(merchant, { customer })
    const path = `/api/customers/${customer.id}/payment-methods`
    const whole = (await merchant.call('GET', path)).body.items
    const first = (await merchant.call('GET', `${path}?limit=2`)).body
    const second = (await merchant.call('GET', `${path}?limit=2&cursor=${first.next_cursor}`)).body
    expect(whole).toHaveLength(3)
    expect([...first.items, ...second.items]).toEqual(whole)
    expect(second.next_cursor).toBeNull()
    const times = whole.map((item: { created_at: string }) => item.created_at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('never stores the security code', async () => {
    const columns = await app.database.sql`
      select column_name from information_schema.columns where table_name = 'payment_methods'`
    expect(columns.map(({ column_name }) => column_name).filter((name) => /cvv|code/.test(name))).toEqual([])
    const token = await saveCard(merchant)
    // The simulated issuer says what it was given: with the card from the vault alone, no code.
    const { result } = (await merchant.authorize(savedCard(token))).body
    expect(result.data).toMatchObject({ checks: { cvv: 'not_checked' } })
  })
})

describe('the vaulted card', () => {
  it('is erased and no token appears where the payment is not approved', async () => {
    for (const [response_code, status] of [
      ['TRX_STATUS_DECLINED', 'DECLINED'],
      ['TRX_STATUS_CANCELED', 'CANCELED'],
      ['TRX_STATUS_SESSION_EXPIRED', 'SESSION_EXPIRED'],
      ['AUTHENTICATION_NOT_AUTHENTICATED', 'INVALID'],
    ]) {
      const { result } = (await merchant.authorize({ ...SAVE, ...metadata({ response_code }) })).body
      expect(result).toMatchObject({ status, payment_method: { token: null } })
      expect(await vaultedBy(app, result.id), response_code).toEqual([])
      expect(await eventsOf(merchant, result.id)).toMatchObject([{ status, payment_method_token: null }])
    }
  })

  it('is not visible while the shopper authenticates, and neither is its token', async () => {
    const customer = { id: await newCustomer(merchant) }
    const action = await toChallenge(merchant, {}, { ...SAVE, customer })
    const [row] = await vaultedBy(app, action.transaction_id)
    expect(row).toMatchObject({ state: 'PENDING', token: TOKEN })
    const { transaction } = await merchant.status(action.transaction_id)
    expect(transaction).toMatchObject({ status: 'PENDING', payment_method: { token: null } })
    expect((await merchant.call('GET', `/api/payment-methods/${row!.token}`)).status).toBe(404)
    expect((await merchant.call('DELETE', `/api/payment-methods/${row!.token}`)).status).toBe(404)
    const list = await merchant.call('GET', `/api/customers/${customer.id}/payment-methods`)
    expect(list.body.items).toEqual([])
    const early = (await merchant.authorize(savedCard(row!.token))).body
    expect(early).toMatchObject({
      status: 'INVALID',
      errors: [{ property: 'payment_method.data.payment_method_id' }],
    })

    const { result } = (await complete(merchant, action)).body
    expect(result).toMatchObject({ status: 'APPROVED', payment_method: { token: row!.token } })
    expect(await eventsOf(merchant, result.id)).toMatchObject([{ payment_method_token: row!.token }])
    expect((await merchant.call('GET', `/api/payment-methods/${row!.token}`)).body).toMatchObject({
      customer_id: customer.id,
    })
  })

  it('is erased where the shopper cancels the challenge', async () => {
    const action = await toChallenge(merchant, {}, SAVE)
    await choose(action, 'cancel')
    expect((await complete(merchant, action)).body.result).toMatchObject({
      status: 'CANCELED',
      payment_method: { token: null },
    })
    expect(await vaultedBy(app, action.transaction_id)).toEqual([])
  })

  it('is erased where the authentication fails', async () => {
    const action = await begin(merchant, { simulated_flow: 'VERSIONING_FINGERPRINT_N_FRICTIONLESS' }, SAVE)
    expect((await requestAuthentication(merchant, action)).body.result).toMatchObject({ status: 'DECLINED' })
    expect(await vaultedBy(app, action.transaction_id)).toEqual([])
  })

  it.each([
    ['without 3-D Secure', NOT_ENROLLED],
    ['after a challenge', { simulated_flow: CHALLENGE_AT_ONCE }],
  ])('is activated on finalization, %s: by the worker, if the answer was lost', async (_way, flow) => {
    const orders = { ...flow, simulate_fault: 'timeout_after_charge' }
    const first = (await merchant.authorize({ ...SAVE, metadata: orders })).body
    const challenge = first.action && (await requestAuthentication(merchant, first.action)).body.action
    const { result } = challenge ? (await complete(merchant, challenge)).body : first
    expect(result).toMatchObject({ status: 'PENDING', payment_method: { token: null } })
    const ended = await eventually('the end', 30, async () => {
      const { transaction } = await merchant.status(result.id)
      return transaction.status === 'APPROVED' ? transaction : undefined
    })
    const [row] = await vaultedBy(app, result.id)
    expect(row).toMatchObject({ state: 'ACTIVE', token: ended.payment_method.token })
    expect(await eventsOf(merchant, result.id)).toMatchObject([{ payment_method_token: row!.token }])
    expect((await merchant.authorize(savedCard(row!.token))).body.result.status).toBe('APPROVED')
  })
})

describe('a feature that is not there is INVALID', () => {
  const refusals = async (answer: Promise<{ status: number; body: Record<string, unknown> }>, property: string) => {
    const { status, body } = await answer
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'INVALID',
      transaction_id: expect.stringMatching(/^trx_/),
      errors: [{ property, message: expect.any(String), params: [] }],
      result: { id: body.transaction_id, status: 'INVALID', processing_code: '2000', errors: body.errors },
    })
    expect(await vaultedBy(app, body.transaction_id as string)).toEqual([])
    return (body.errors as { message: string }[])[0]!.message
  }

  it('on tokenization where it is not enabled for the merchant, saying a requested feature is unsupported', async () => {
    const shop = await app.newMerchant({ merchant: { tokenizationEnabled: false } })
    expect(await refusals(shop.authorize(SAVE), 'tokenization')).toMatch(/requested feature is unsupported/)
    expect((await shop.authorize()).body.result.status).toBe('APPROVED')
  })

  it.each([
    ['network-token', {}],
    ['walleta-pay-redirect', { return_url: 'https://shop.example/back' }],
  ])('on tokenization with %s, which cannot be saved', async (type, changes) => {
    const { publicKey } = merchant
    const tokenData = {
      encrypted_token_number: encryptField(publicKey, '4111111111111111'),
      encrypted_expiration_month: encryptField(publicKey, '12'),
      encrypted_expiration_year: encryptField(publicKey, GOOD_CARD.expirationYear),
    }
    const payment_method = { type, data: type === 'network-token' ? tokenData : {} }
    const message = await refusals(merchant.authorize({ ...SAVE, ...changes, payment_method }), 'tokenization')
    expect(message).toMatch(/requested feature is unsupported/)
  })

  it('on customer.id where it does not exist or is another merchant’s, but only when saving', async () => {
    const stranger = await app.newMerchant()
    for (const id of ['cus_unknown', await newCustomer(stranger)]) {
      await refusals(merchant.authorize({ ...SAVE, customer: { id } }), 'customer.id')
      const { result } = (await merchant.authorize({ customer: { id } })).body
      expect(result).toMatchObject({ status: 'APPROVED', customer: { id } })
    }
  })

  it('after the 422s of encrypted fields and of the reference, which it does not occupy', async () => {
    const shop = await app.newMerchant({ merchant: { tokenizationEnabled: false } })
    const taken = (await shop.authorize()).body.result.reference
    const junk = await shop.authorize({ ...SAVE, reference: taken }, { number: '1' })
    expect([junk.status, junk.body.errors[0].property]).toEqual([422, 'payment_method.data.encrypted_card_number'])
    const twice = await shop.authorize({ ...SAVE, reference: taken })
    expect([twice.status, twice.body.errors[0].property]).toEqual([422, 'reference'])
    const refused = await shop.authorize({ ...SAVE, reference: 'free' })
    expect(refused.body.status).toBe('INVALID')
    expect((await shop.authorize({ reference: 'free' })).body.result.status).toBe('APPROVED')
  })
})

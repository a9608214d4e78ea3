import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newReference } from '#test/test-merchant.ts'
import { type AdminApp, startAdminApp } from '../admin/admin-app.ts'

// What says nothing (docs/reference/requests.md#empty-and-null).

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document has every shape
type Document = any

let app: AdminApp
let document: Document
beforeAll(async () => {
  app = await startAdminApp()
  document = await (await fetch(`${app.baseUrl}/openapi.json`)).json()
})
afterAll(() => app.close())

const schemaOf = (path: string): Document => document.paths[path].post.requestBody.content['application/json'].schema

function resolved({ $ref, ...schema }: Document): Document {
  return $ref
    ? resolved(
        $ref
          .slice(2)
          .split('/')
          .reduce((part: Document, key: string) => part[key], document),
      )
    : schema
}

/** A body with null for every optional field that it does not have, objects within it included. */
function withNulls(schema: Document, body: Document): Document {
  const { properties = {}, required = [], oneOf } = resolved(schema)
  const variant = oneOf?.map(resolved).find(({ properties: { type } }: Document) => type.const === body.type)
  if (variant) return withNulls(variant, body)
  const nulls = Object.keys(properties).filter((name) => !required.includes(name) && !(name in body))
  const parts = Object.entries(body).map(([name, part]) => {
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part)
    return [name, isObject && properties[name] ? withNulls(properties[name], part) : part]
  })
  return { ...Object.fromEntries(nulls.map((name) => [name, null])), ...Object.fromEntries(parts) }
}

describe('in a body that creates something null for every optional field is the same as leaving it out', () => {
  const urls = { return_url: 'https://s.example', error_url: 'https://s.example', cancel_url: 'https://s.example' }
  const order = () => ({
    terminal_id: app.merchant.terminalId,
    reference: newReference(),
    currency: 'EUR',
    amount: 100,
    description: 'd',
  })
  const orderOfCard = () => {
    const { terminal_id, reference, currency, amount, transaction_type, payment_method, browser_info } =
      app.merchant.order()
    return { terminal_id, reference, currency, amount, transaction_type, payment_method, browser_info }
  }
  const beneficiary = { type: 'bank_account', data: { account_number: '12345678', account_name: 'Ada' } }
  const bodies: readonly (readonly [path: string, body: () => object])[] = [
    ['/api/transactions/authorize', orderOfCard],
    [
      '/api/transactions/authorize',
      () => ({ ...orderOfCard(), tokenization: {}, options: { three_ds: {} }, customer: {} }),
    ],
    [
      '/api/transactions/payment',
      () => ({ ...order(), ...urls, method: 'OPEN_BANKING', country: 'XK', customer_ip: '203.0.113.7' }),
    ],
    ['/api/transactions/payout', () => ({ ...order(), beneficiary })],
    [
      '/api/sessions',
      () => ({ ...order(), transaction_type: 'PURCHASE', return_url: 'https://s.example', tokenization: {} }),
    ],
    ['/api/customers', () => ({})],
    ['/api/webhook-endpoints', () => ({ url: 'https://shop.example/hook' })],
    ['/api/simulators/walleta-tokens', () => ({ auth_method: 'PAN_ONLY' })],
  ]

  it.each(bodies)('%s (%#)', async (path, bodyOf) => {
    const body = withNulls(schemaOf(path), bodyOf())
    expect(Object.values(body)).toContain(null)
    const { components } = document
    const ajv = new Ajv({ strict: false, logger: false, validateFormats: false })
    expect(ajv.validate({ components, ...resolved(schemaOf(path)) }, body), JSON.stringify(ajv.errors)).toBe(true)
    const answer = await app.merchant.call('POST', path, { body })
    expect([answer.status, answer.body.errors]).toEqual([expect.toSatisfy((code: number) => code < 300), undefined])
  })

  it('a follow-up, a merchant, a terminal and a provider account', async () => {
    const { result } = (await app.merchant.authorize()).body
    const { terminal_id, reference, currency } = result
    const refund = { terminal_id, reference, currency, amount: 1, transaction_type: 'REFUND' }
    const nulls = { metadata: null, parent_transaction_id: null, options: { final_capture: null } }
    const answer = await app.merchant.call('POST', '/api/transactions/manage', { body: { ...refund, ...nulls } })
    expect(answer.body).toMatchObject({ status: 'APPROVED' })
    const merchant = await app.operator(
      'POST',
      '/admin/merchants',
      withNulls(schemaOf('/admin/merchants'), { name: 'N' }),
    )
    expect(merchant.status).toBe(201)
    const path = `/admin/merchants/${merchant.body.merchant_id}`
    const terminal = withNulls(schemaOf('/admin/merchants/{id}/terminals'), { name: 'T' })
    expect((await app.operator('POST', `${path}/terminals`, terminal)).status).toBe(201)
    const account = { provider: 'card-simulator', name: 'A', settings: null, credentials: null }
    expect((await app.operator('POST', `${path}/provider-accounts`, account)).status).toBe(201)
  })

  it('an entry of an object that takes any name', async () => {
    const filters = { status: 'DECLINED', q: null }
    const view = await app.merchant.call('POST', '/api/views', { body: { name: newReference(), filters } })
    expect([view.status, view.body.filters]).toEqual([201, { status: 'DECLINED' }])
    const rates = { EUR: '1.1', USD: null }
    const wanted = { name: 'N', settlement_currency: 'RON', exchange_rates: rates }
    const merchant = await app.operator('POST', '/admin/merchants', wanted)
    expect([merchant.status, merchant.body.exchange_rates]).toEqual([201, { EUR: '1.1' }])
    const account = { provider: 'card-simulator', name: 'A', credentials: { key: null } }
    const path = `/admin/merchants/${merchant.body.merchant_id}/provider-accounts`
    expect((await app.operator('POST', path, account)).status).toBe(201)
    const none = await app.merchant.call('POST', '/api/views', { body: { name: newReference(), filters: null } })
    expect([none.status, none.body.errors[0].property]).toEqual([422, 'filters'])
  })

  it('and what is required is not null, nor empty', async () => {
    const order = app.merchant.order({ reference: null, amount: null, payment_method: null, return_url: '' })
    const { status, body } = await app.merchant.call('POST', '/api/transactions/authorize', { body: order })
    const named = body.errors.map(({ property }: { property: string }) => property).sort()
    expect([status, named]).toEqual([422, ['amount', 'payment_method', 'reference', 'return_url']])
  })
})

describe('an empty text is no value', () => {
  const EMPTY = {
    first_name: '',
    last_name: '',
    address: '',
    city: '',
    country: '',
    postal_code: '',
    email: '',
    phone: '',
  }
  const NONE = Object.fromEntries(Object.keys(EMPTY).map((name) => [name, null]))

  it('in the customer of a payment, a session and the customer itself', async () => {
    const customer = { id: '', ...EMPTY }
    const none = { id: null, ...NONE }
    const { result } = (await app.merchant.authorize({ customer, customer_ip: '' })).body
    expect(result).toMatchObject({ status: 'APPROVED', customer: none, customer_ip: null })
    const order = {
      terminal_id: app.merchant.terminalId,
      reference: newReference(),
      currency: 'EUR',
      amount: 100,
      description: 'd',
    }
    const session = { ...order, transaction_type: 'PURCHASE', return_url: 'https://s.example', customer, country: '' }
    const opened = await app.merchant.call('POST', '/api/sessions', { body: session })
    expect(opened.body).toMatchObject({ customer: none, country: null })
    const created = await app.merchant.call('POST', '/api/customers', { body: customer })
    expect(created.body).toMatchObject({ ...NONE, id: expect.stringMatching(/^cus_/) })
    const path = `/api/customers/${created.body.id}`
    expect((await app.merchant.call('PATCH', path, { body: { city: 'Pristina', country: 'XK' } })).body).toMatchObject({
      city: 'Pristina',
      country: 'XK',
    })
    expect((await app.merchant.call('PATCH', path, { body: { city: '', country: '' } })).body).toMatchObject(NONE)
  })

  it('while a country that is none stays a 422', async () => {
    for (const country of ['X', 'ZZ', ' ', 'zz']) {
      expect((await app.merchant.authorize({ customer: { country } })).status).toBe(422)
    }
  })
})

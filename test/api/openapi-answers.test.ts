import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerCheck, type ReceivedAnswer } from '#test/answer-check.ts'
import { type Document, readDocument, rebased, validatorOf } from '#test/openapi-document.ts'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { ask, bodyFor } from './manage/follow-ups.ts'
import { begin, requestAuthentication } from './three-ds/shopper.ts'

// Every answer that a test merchant or operator gets is checked (test/support/answer-check.ts), and fails its call. Here
// are answers of each shape, and answers that the check has to refuse.

let app: RunningGateway
let document: Document

beforeAll(async () => {
  app = await useGateway()
  document = await readDocument(app.baseUrl)
})
afterAll(() => app.close())

describe('the check of an answer', () => {
  const good = {
    method: 'GET',
    path: '/api/transactions/count?q=1',
    status: 200,
    contentType: 'application/json; charset=utf-8',
    text: '{"count":1,"capped":false}',
  }
  const check = (changes: Partial<ReceivedAnswer>) => answerCheck(document)({ ...good, ...changes })

  it('accepts the fields of the schema', () => expect(() => check({})).not.toThrow())

  it.each([
    ['with a field that the schema lacks', { text: '{"count":1,"capped":false,"more":1}' }, 'more'],
    ['without a required field', { text: '{"count":1}' }, 'capped'],
    ['with a value of another type', { text: '{"count":"1","capped":false}' }, 'must be integer'],
    ['with a status that is not described', { status: 201 }, 'the status is not described'],
    ['with another media type', { contentType: 'text/html' }, 'text/html is not described'],
    ['with a body where none is described', { method: 'DELETE', path: '/api/views/x', status: 204 }, 'no body'],
    [
      'that is an error with another field',
      { status: 422, text: '{"errors":[],"method":"","status":1,"at":1}' },
      '"at"',
    ],
  ])('refuses an answer %s', (_case, changes, fault) => expect(() => check(changes)).toThrow(fault))
})

describe('answers fit their documented schemas', () => {
  it('authorize: result, action, redirect, form_submit, INVALID', async () => {
    const step = (metadata: object) =>
      app.merchant.authorize({ metadata: { simulated_flow: 'VERSIONING_NOT_ENROLLED', ...metadata } })
    const answers = [
      await step({}),
      await app.merchant.authorize({ metadata: undefined }),
      await step({ simulate_redirect: 'https://bank.example' }),
      await step({ simulate_form_submit: '{"url":"https://bank.example","data":{"a":"b"}}' }),
      await app.merchant.authorize({ terminal_id: 'ter_unknown' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  it('a payment that was tried twice, and follow-ups of it, refused ones too', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const { body } = await merchant.authorize()
    expect(body.result.data).toHaveProperty('retry_options')
    for (const operation of ['REFUND', 'CAPTURE'] as const) await ask(merchant, bodyFor(body.result, operation))
  })

  it('the 3-D Secure steps', async () => {
    const { status } = await requestAuthentication(app.merchant, await begin(app.merchant))
    expect(status).toBe(200)
  })

  it.each(['/api/transactions', '/api/events', '/api/webhook-endpoints', '/api/simulators/charges'])(
    'GET %s',
    async (path) => {
      await app.merchant.call('POST', '/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/hook' } })
      await app.merchant.authorize()
      const { body } = await app.merchant.call('GET', path)
      expect(body.items.length).toBeGreaterThan(0)
    },
  )

  it('customers and their stored cards', async () => {
    const { call, authorize } = app.merchant
    const { id } = (await call('POST', '/api/customers', { body: { first_name: 'Ada' } })).body
    const save = { customer: { id }, tokenization: { save_card_for_future_payments: true } }
    const { token } = (await authorize(save)).body.result.payment_method
    for (const path of [`customers`, `customers/${id}`, `customers/${id}/payment-methods`, `payment-methods/${token}`])
      expect((await call('GET', `/api/${path}`)).status).toBe(200)
    expect((await call('PATCH', `/api/customers/${id}`, { body: { first_name: null } })).status).toBe(200)
  })

  it('the event has the documented headers and exactly the documented fields', async () => {
    await app.merchant.authorize()
    const { text } = await app.merchant.call('GET', '/api/events')
    const { event, payload } = JSON.parse(text).items[0]
    const { parameters, requestBody } = document.webhooks['transaction.processed'].post
    const validate = validatorOf(document).compile(rebased(requestBody.content['application/json'].schema))
    expect([validate({ event, payload }), validate.errors]).toEqual([true, null])
    expect(Object.keys(payload).sort()).toEqual(Object.keys(document.components.schemas.EventPayload.properties).sort())
    const headers = parameters.map(({ name }: Document) => name)
    expect(headers).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  })

  it('the status, found and not found', async () => {
    const { result } = (await app.merchant.authorize()).body
    for (const id of [result.id, 'trx_unknown'])
      expect((await app.merchant.call('GET', `/api/transactions/${id}/status`)).body.found).toBe(id === result.id)
  })

  it('the inventory of scripts', async () => {
    expect((await app.merchant.call('GET', '/embedded-fields/inventory.json')).body.scripts).not.toEqual([])
  })
})

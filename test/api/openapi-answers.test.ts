import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APPROVES, DECLINES, newRoutedMerchant } from '#test/routed-merchant.ts'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { ask, bodyFor } from './manage/follow-ups.ts'
import { type Document, readDocument, rebased, validatorOf } from './openapi-document.ts'
import { begin, requestAuthentication } from './three-ds/shopper.ts'

let app: RunningGateway
let document: Document
let ajv: ReturnType<typeof validatorOf>

beforeAll(async () => {
  app = await useGateway()
  document = await readDocument(app.baseUrl)
  ajv = validatorOf(document)
})
afterAll(() => app.close())

describe('answers fit their documented schemas', () => {
  function fits(path: string, method: string, status: number, answer: string): void {
    const { schema } = document.paths[path][method].responses[status].content['application/json']
    const validate = ajv.compile(rebased(schema))
    expect([validate(JSON.parse(answer)), validate.errors]).toEqual([true, null])
  }

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
    for (const { status, text } of answers) fits('/api/transactions/authorize', 'post', status, text)
  })

  it('a payment that was tried twice, and follow-ups of it, refused ones too', async () => {
    const { merchant } = await newRoutedMerchant(app, DECLINES, APPROVES)
    const { body, text } = await merchant.authorize()
    expect(body.result.data).toHaveProperty('retry_options')
    fits('/api/transactions/authorize', 'post', 200, text)
    for (const operation of ['REFUND', 'CAPTURE'] as const) {
      const answer = await ask(merchant, bodyFor(body.result, operation))
      fits('/api/transactions/manage', 'post', answer.status, answer.text)
    }
  })

  it('the 3-D Secure steps', async () => {
    const { status, text } = await requestAuthentication(app.merchant, await begin(app.merchant))
    fits('/api/transactions/three-ds/{three_ds_server_trans_id}/request-authentication', 'post', status, text)
  })

  it.each(['/api/transactions', '/api/events', '/api/webhook-endpoints', '/api/simulators/charges'])(
    'GET %s',
    async (path) => {
      await app.merchant.call('POST', '/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/hook' } })
      const { status, text, body } = await app.merchant.call('GET', path)
      expect(body.items.length).toBeGreaterThan(0)
      fits(path, 'get', status, text)
    },
  )

  it('customers and their stored cards', async () => {
    const { call, authorize } = app.merchant
    const created = await call('POST', '/api/customers', { body: { first_name: 'Ada' } })
    fits('/api/customers', 'post', created.status, created.text)
    const { id } = created.body
    const save = { customer: { id }, tokenization: { save_card_for_future_payments: true } }
    const { token } = (await authorize(save)).body.result.payment_method
    for (const [path, at] of [
      ['/api/customers', '/api/customers'],
      ['/api/customers/{id}', `/api/customers/${id}`],
      ['/api/customers/{id}/payment-methods', `/api/customers/${id}/payment-methods`],
      ['/api/payment-methods/{token}', `/api/payment-methods/${token}`],
    ] as const) {
      const { status, text } = await call('GET', at)
      fits(path, 'get', status, text)
    }
    const changed = await call('PATCH', `/api/customers/${id}`, { body: { first_name: null } })
    fits('/api/customers/{id}', 'patch', changed.status, changed.text)
  })

  it('the event has the documented headers and exactly the documented fields', async () => {
    await app.merchant.authorize()
    const { text } = await app.merchant.call('GET', '/api/events')
    const { event, payload } = JSON.parse(text).items[0]
    const { parameters, requestBody } = document.webhooks['transaction.processed'].post
    const validate = ajv.compile(rebased(requestBody.content['application/json'].schema))
    expect([validate({ event, payload }), validate.errors]).toEqual([true, null])
    expect(Object.keys(payload).sort()).toEqual(Object.keys(document.components.schemas.EventPayload.properties).sort())
    const headers = parameters.map(({ name }: Document) => name)
    expect(headers).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  })

  it('the status, found and not found', async () => {
    const { result } = (await app.merchant.authorize()).body
    for (const id of [result.id, 'trx_unknown']) {
      const { status, text } = await app.merchant.call('GET', `/api/transactions/${id}/status`)
      fits('/api/transactions/{id}/status', 'get', status, text)
    }
  })
})

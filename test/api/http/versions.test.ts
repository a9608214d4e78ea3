import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { NOT_ENROLLED } from '#test/test-merchant.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

it('every answer names the version of the interface, errors and pages too', async () => {
  const { info } = (await (await fetch(`${app.baseUrl}/openapi.json`)).json()) as { info: { version: string } }
  for (const path of ['/api/transactions', '/health/live', '/docs', '/nowhere'])
    expect((await fetch(app.baseUrl + path)).headers.get('api-version')).toBe(info.version)
  expect((await app.merchant.call('GET', '/api/transactions')).headers.get('api-version')).toBe(info.version)
})

it('fields that nothing reads are named, whether a request is taken or refused, and never their values', async () => {
  const { merchant } = app
  const taken = await merchant.authorize({ amuont: 'secret', customer: { frist_name: 'secret', email: 'a@b.example' } })
  expect([taken.status, taken.headers.get('tollgate-unknown-fields')]).toEqual([200, 'amuont, customer.frist_name'])
  const refused = await merchant.authorize({ amount: 'much', amuont: 1 })
  expect([refused.status, refused.headers.get('tollgate-unknown-fields')]).toEqual([422, 'amuont'])
  const right = await merchant.authorize({ metadata: { ...NOT_ENROLLED, any: 'thing' } })
  expect([right.status, right.headers.get('tollgate-unknown-fields')]).toEqual([200, null])
  expect(taken.headers.get('unknown-fields')).toBe('amuont, customer.frist_name')
})

it('a field that only another method reads is named, and so is any field of an operation without fields', async () => {
  const { merchant } = app
  const data = { encrypted_card_number: 'x', note: 'y' }
  const redirect = await merchant.authorize({
    payment_method: { type: 'walleta-pay-redirect', data },
    return_url: 'https://shop.example/thanks',
  })
  expect([redirect.status, redirect.body.status, redirect.headers.get('tollgate-unknown-fields')]).toEqual([
    200,
    'PENDING',
    'payment_method.data.encrypted_card_number, payment_method.data.note',
  ])
  const endpoint = { url: 'https://shop.example/hook', nmae: 'x' }
  const created = await merchant.call('POST', '/api/webhook-endpoints', { body: endpoint })
  const rotated = await merchant.call('POST', `/api/webhook-endpoints/${created.body.id}/rotate-secret`, {
    body: { foo: 1 },
  })
  expect([created, rotated].map((one) => one.headers.get('tollgate-unknown-fields'))).toEqual(['nmae', 'foo'])
})

it('a repeated request under its key gets the same version', async () => {
  const { merchant } = app
  const body = JSON.stringify({ ...merchant.order(), amuont: 1 })
  const headers = { 'idempotency-key': 'unknown-fields', 'content-type': 'application/json' }
  const answers = []
  for (let time = 0; time < 2; time += 1)
    answers.push(await merchant.call('POST', '/api/transactions/authorize', { body, headers }))
  expect(answers.map((one) => one.headers.get('tollgate-unknown-fields'))).toEqual(['amuont', 'amuont'])
  expect(answers[1]!.headers.get('idempotent-replayed')).toBe('true')
})

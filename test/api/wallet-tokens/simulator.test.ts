import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningGateway, useGateway } from '#test/running-gateway.ts'
import { pay, refusedFields } from './wallet.ts'

let app: RunningGateway
beforeAll(async () => {
  app = await useGateway()
})
afterAll(() => app.close())

const issue = (body: unknown) => app.merchant.call('POST', '/api/simulators/walleta-tokens', { body })

it('answers 201 with the token as the wallet would hand it over', async () => {
  const { status, body } = await issue({ auth_method: 'PAN_ONLY' })
  expect(status).toBe(201)
  expect(Object.keys(body)).toEqual(['walleta_pay_token'])
  const token = JSON.parse(Buffer.from(body.walleta_pay_token, 'base64').toString())
  expect(token).toEqual({
    protocolVersion: 'ECv2',
    signature: expect.any(String),
    intermediateSigningKey: { signedKey: expect.any(String), signatures: [expect.any(String)] },
    signedMessage: expect.any(String),
  })
})

it('no two tokens are alike', async () => {
  const tokens = await Promise.all(Array.from({ length: 5 }, () => issue({ auth_method: 'PAN_ONLY' })))
  expect(new Set(tokens.map(({ body }) => body.walleta_pay_token)).size).toBe(5)
})

it.each([
  ['numbers', 7, 2031],
  ['their strings', '7', '2031'],
  ['a leading zero', '07', '2031'],
])('takes month and year as %s', async (_what, expiration_month, expiration_year) => {
  const card = { card_number: '5555555555554444', expiration_month, expiration_year }
  const { body } = await issue({ ...card, auth_method: 'CRYPTOGRAM_3DS' })
  expect((await pay(app.merchant, body.walleta_pay_token)).body.result).toMatchObject({
    status: 'APPROVED',
    payment_method: { masked: '555555******4444' },
  })
})

it('reports all errors together', async () => {
  const wrong = { card_number: '4111111111111112', expiration_month: 13, expiration_year: 31, auth_method: 'NONE' }
  expect(refusedFields(await issue(wrong)).sort()).toEqual([
    'auth_method',
    'card_number',
    'expiration_month',
    'expiration_year',
  ])
  expect(refusedFields(await issue({}))).toEqual(['auth_method'])
  expect(refusedFields(await issue({ auth_method: 'PAN_ONLY', card_number: 4111111111111111 }))).toEqual([
    'card_number',
  ])
})

it('needs a merchant', async () => {
  const answer = await fetch(`${app.baseUrl}/api/simulators/walleta-tokens`, { method: 'POST' })
  expect(answer.status).toBe(401)
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripeAccount } from '#test/stripe-sandbox/account.ts'
import { callOn } from '../test-charges.ts'
import { callApi } from './call-api.ts'

const server = createServer((_, answer) => answer.end(String.raw`{"message":"a\u0000b","rest":["half \ud83d",1,null]}`))
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test('every text of an answer can be stored, so that no outcome is lost for its words', async () => {
  const api = { origin, requestIdHeader: 'request-id', keptOfAnswers: [] }
  const { json } = await callApi(callOn(stripeAccount()), api, { method: 'GET', path: '/', headers: {} })
  expect(json).toEqual({ message: 'a\uFFFDb', rest: ['half \uFFFD', 1, null] })
})

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOn } from '#provider/contract/test-charges.ts'
import { stripeAccount } from '#test/stripe-sandbox/account.ts'
import { callApi } from './call-api.ts'
import { UnknownOutcome } from './provider.ts'

const BOMB = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '))

const ANSWERS: Readonly<Record<string, RequestListener>> = {
  '/odd': (_, answer) => answer.end(String.raw`{"message":"a\u0000b","rest":["half \ud83d",1,null]}`),
  '/continue': (_, answer) => {
    answer.writeContinue()
    answer.end('{"paid":true}')
  },
  '/mark': (_, answer) => answer.end('\ufeff{"paid":true}'),
  '/bomb': (_, answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB),
  '/endless': (_, answer) => {
    const timer = setInterval(() => answer.write(Buffer.alloc(256 * 1024, ' ')), 1)
    answer.on('close', () => clearInterval(timer))
  },
  '/trickle': (_, answer) => {
    const timer = setInterval(() => answer.write(' '), 10)
    answer.on('close', () => clearInterval(timer))
  },
  '/redirect': (_, answer) => answer.writeHead(302, { location: '/continue' }).end('{"paid":true}'),
}
const server = createServer((request, answer) => ANSWERS[request.url!]!(request, answer))
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const api = () => ({ origin, requestIdHeader: 'request-id', keptOfAnswers: [] })
const get = (path: string, signal = AbortSignal.timeout(10_000)) =>
  callApi(callOn(stripeAccount(), {}, signal), api(), { method: 'GET', path, headers: {} })

test('every text of an answer can be stored, so that no outcome is lost for its words', async () => {
  const { json } = await get('/odd')
  expect(json).toEqual({ message: 'a\uFFFDb', rest: ['half \uFFFD', 1, null] })
})

test.each(['/continue', '/mark'])('an answer is read behind an interim one and a byte-order mark: %s', async (path) => {
  expect(await get(path)).toMatchObject({ status: 200, json: { paid: true } })
})

test.each([
  ['/bomb', 'ANSWER_TOO_LONG'],
  ['/endless', 'ANSWER_TOO_LONG'],
  ['/redirect', 'REDIRECT_REFUSED'],
])('no usable answer is an unknown outcome: %s', async (path, code) => {
  const outcome = await get(path).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(UnknownOutcome)
  expect(outcome).toMatchObject({ message: `The provider gave no answer (${code}).` })
})

test('the time of a call includes reading its answer', async () => {
  await expect(get('/trickle', AbortSignal.timeout(200))).rejects.toThrow('The provider gave no answer (TimeoutError).')
})

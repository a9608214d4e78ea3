import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { type TinyApp, tinyApp } from './tiny-app.ts'

// What arrives broken, late or only in part, before there is a request that a route could answer.

let database: FreshDatabase
let tiny: TinyApp
let port: number

beforeAll(async () => {
  database = await freshDatabase(1)
  tiny = await tinyApp({ sql: database.sql, realm: 'production' })
  await tiny.app.listen({ port: 0, host: '127.0.0.1' })
  port = (tiny.app.server.address() as { port: number }).port
})
afterAll(async () => {
  await tiny.app.close()
  await database.drop()
})

/** Status line, headers and body of the whole answer to raw bytes. */
async function exchange(bytes: string) {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  let answer = ''
  socket.setTimeout(5000, () => socket.destroy()).on('data', (chunk) => (answer += chunk))
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [statusLine, ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(/: (.*)/)))
  return { status: Number(statusLine?.split(' ')[1]), headers, body }
}

const LINE = 'POST /api/orders HTTP/1.1\r\nHost: x\r\n'

test.each([
  ['a line that is no request', 400, '', 'hello\r\n\r\n'],
  ['an unknown method', 400, '', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an unknown version', 400, 'GET', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['a header without a name', 400, 'POST', `${LINE}: y\r\n\r\n`],
  ['two lengths', 400, 'POST', `${LINE}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
  ['headers without end', 431, 'POST', `${LINE}X: ${'y'.repeat(64 * 1024)}\r\n\r\n`],
  ['no Host', 400, 'GET', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n'],
])('%s is %i, with the headers and the body that every refusal has', async (_, status, method, bytes) => {
  const answer = await exchange(bytes)
  expect([answer.status, answer.headers.connection]).toEqual([status, 'close'])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(answer.body)),
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
  })
  const error = { property: '', message: expect.any(String), params: [] }
  expect(JSON.parse(answer.body)).toEqual({ errors: [error], method, status })
})

test('a request with an unknown expectation is not rejected', async () => {
  const answer = await exchange(
    'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
  )
  expect([answer.status, answer.headers['x-content-type-options']]).toEqual([200, 'nosniff'])
})

test('HTTP/1.0 needs no Host', async () => {
  expect((await exchange('GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200)
})

test('a client that hangs up in the middle of a body causes no error, and leaves no stack in the log', async () => {
  tiny.log.length = 0
  const socket = connect(port, '127.0.0.1')
  const arrived = once(tiny.app.server, 'request')
  socket.write(
    `${LINE}Authorization: Bearer merchant\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a`,
  )
  await arrived
  socket.destroy()
  await expect
    .poll(() => tiny.log.map((line) => JSON.parse(line)))
    .toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        request_id: expect.any(String),
        msg: 'request aborted',
      },
    ])
})

test('a rejected client cannot keep the connection, even by never closing it', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write('hello\r\n\r\n'))
  await once(socket.resume(), 'end')
  const connections = promisify(tiny.app.server.getConnections.bind(tiny.app.server))
  await expect.poll(() => connections(), { timeout: 5000 }).toBe(0)
  socket.destroy()
})

test('a request has 30 s to arrive whole, its headers too', () => {
  expect(tiny.app.server.requestTimeout).toBe(30_000)
  // Node takes the larger of the two for the body.
  expect(tiny.app.server.headersTimeout).toBe(30_000)
})

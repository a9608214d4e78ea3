import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AnswerTooLong } from './answer-body.ts'
import { fetchBounded } from './fetch-bounded.ts'
import { ClientClosed, HttpClient, RedirectRefused } from './http-client.ts'

// A server that answers by its path, byte for byte.

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const packed = (encoding: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`),
    body,
  ])
const ANSWERS: Readonly<Record<string, string | Buffer>> = {
  '/usual': OK,
  '/continue': `HTTP/1.1 100 Continue\r\n\r\n${OK}`,
  '/early-hints': `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${OK}`,
  '/many': `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50)}${OK}`,
  '/redirect': 'HTTP/1.1 302 Found\r\nLocation: /usual\r\nContent-Length: 0\r\n\r\n',
  '/gzip': packed('gzip', gzipSync('ok')),
  '/brotli': packed('br', brotliCompressSync('ok')),
  '/bomb': packed('gzip', gzipSync(Buffer.alloc(20 * 1024 * 1024))),
  '/broken': 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nok',
  '/garbage': 'SSH-2.0-OpenSSH\r\n',
  '/upgrade': 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  '/bare-upgrade': 'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  '/late-upgrade': `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n${OK}`,
  '/offer': `HTTP/1.1 200 OK\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\nok`,
}

let server: Server
let origin: string
let sockets: Socket[] = []
let client: HttpClient
const requests: string[] = []

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      requests.push(piece.toString())
      const path = /^\w+ (\S+)/.exec(piece.toString())?.[1] ?? ''
      if (path === '/reset') socket.resetAndDestroy()
      else if (path === '/endless') flood(socket)
      else socket.write(ANSWERS[path] ?? '')
      if (path === '/broken') socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  client = new HttpClient()
})
afterEach(() => {
  client.close()
  for (const socket of sockets) socket.destroy()
  sockets = []
})
afterAll(() => void server.close())

function flood(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n\r\n')
  const more = () => {
    while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024)));
  }
  socket.on('drain', more)
  more()
}

const signal = () => AbortSignal.timeout(5000)
const get = (path: string, limit = signal()) => client.send({ method: 'GET', url: origin + path, signal: limit })

test.each(['/usual', '/continue', '/early-hints', '/many', '/gzip', '/brotli', '/offer'])(
  'reads the answer of %s',
  async (path) => {
    const { status, body } = await get(path)
    expect([status, body.toString()]).toEqual([200, 'ok'])
  },
)

test('posts a body once, and asks for no packed answer', async () => {
  requests.length = 0
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip' }
  await client.send({ method: 'POST', url: `${origin}/continue`, headers, body: '{"a":"é"}', signal: signal() })
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatch(/^POST \/continue HTTP\/1\.1\r\n/)
  expect(requests[0]).toMatch(/\r\naccept-encoding: identity\r\n/i)
  expect(requests[0]).toMatch(/\r\ncontent-length: 10\r\n/i)
  expect(requests[0]).toMatch(/\r\n\r\n\{"a":"é"\}$/)
})

test('keeps a connection for the next request, after an interim answer too', async () => {
  for (const path of ['/continue', '/usual', '/continue', '/early-hints']) await get(path)
  expect(sockets).toHaveLength(1)
})

describe('An answer without an end', () => {
  test.each(['/endless', '/bomb'])('is read for a megabyte and no further: %s', async (path) => {
    await expect(get(path)).rejects.toThrow(AnswerTooLong)
    await expect(fetchBounded(origin + path)).rejects.toThrow(AnswerTooLong)
  })

  test('ends with the time for all of it', async () => {
    const slow = createHttpServer((_, answer) => {
      answer.write('a')
      answer.on('close', () => clearInterval(timer))
      const timer = setInterval(() => answer.write('a'), 20)
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`
    const asked = client.send({ method: 'GET', url, signal: AbortSignal.timeout(200) })
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
    slow.closeAllConnections()
    slow.close()
  })

  test('counts by its status where only its beginning is wanted', async () => {
    const beginning = { bytes: 4, mostRead: 64 * 1024 }
    const url = `${origin}/endless`
    const { status, body } = await client.send({ method: 'GET', url, signal: signal(), beginning })
    expect([status, body.length]).toEqual([200, 4])
    const broken = await client.send({ method: 'GET', url: `${origin}/broken`, signal: signal(), beginning })
    expect([broken.status, broken.body.toString()]).toEqual([200, 'ok'])
  })
})

test('no redirect is followed: it is refused, or returned to those who want it', async () => {
  await expect(get('/redirect')).rejects.toThrow(RedirectRefused)
  const wanted = { method: 'GET', url: `${origin}/redirect`, signal: signal(), redirects: 'returned' } as const
  expect(await client.send(wanted)).toMatchObject({ status: 302 })
  expect((await fetchBounded(`${origin}/redirect`)).status).toBe(302)
})

test.each([
  ['/reset', 'ECONNRESET'],
  ['/broken', 'ECONNRESET'],
  ['/garbage', 'HPE_INVALID_CONSTANT'],
  ['/upgrade', 'PROTOCOL_SWITCHED'],
  ['/bare-upgrade', 'PROTOCOL_SWITCHED'],
  ['/late-upgrade', 'PROTOCOL_SWITCHED'],
])('reports how %s failed', async (path, code) => {
  await expect(get(path)).rejects.toMatchObject({ code })
})

test('reports a refused connection, and a header that cannot be sent', async () => {
  const elsewhere = client.send({ method: 'GET', url: 'http://127.0.0.1:1/', signal: signal() })
  await expect(elsewhere).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const odd = client.send({ method: 'GET', url: origin, headers: { a: 'b\nc' }, signal: signal() })
  await expect(odd).rejects.toThrow()
})

test('stops with the caller’s own reason, before and while waiting, and sends no late request', async () => {
  const before = requests.length
  await expect(get('/usual', AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
  expect(requests.length).toBe(before)
  const controller = new AbortController()
  const asked = get('/silent', controller.signal)
  await expect.poll(() => requests.length).toBe(before + 1)
  controller.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')
})

test('a request that ends without any answer fails with a code', async () => {
  const asked = client.send({ method: 'CONNECT', url: `${origin}/usual`, signal: signal() })
  await expect(asked).rejects.toMatchObject({ code: 'NO_ANSWER' })
})

test('keeps no connection whose protocol was switched', async () => {
  await expect(get('/upgrade')).rejects.toThrow('101')
  await expect.poll(() => sockets[0]?.destroyed).toBe(true)
  expect((await get('/usual')).status).toBe(200)
})

test('a closed client ends open requests with its own error', async () => {
  const before = requests.length
  const asked = get('/silent')
  const ended = expect(asked).rejects.toThrow(ClientClosed)
  await expect.poll(() => requests.length).toBe(before + 1)
  client.close()
  await ended
  await expect(get('/usual')).rejects.toThrow(ClientClosed)
})

test('a server that never says hello ends the wait for a connection', async () => {
  client = new HttpClient({ connectMs: 100 })
  const asked = client.send({ method: 'GET', url: origin.replace('http:', 'https:'), signal: signal() })
  await expect(asked).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a fetch for libraries has status, headers and body', async () => {
  const answer = await fetchBounded(`${origin}/continue`, { method: 'POST', body: new URLSearchParams({ a: 'b c' }) })
  expect([answer.status, await answer.text(), answer.headers.get('content-length')]).toEqual([200, 'ok', '2'])
  expect(requests.at(-1)).toMatch(/\r\n\r\na=b\+c$/)
})

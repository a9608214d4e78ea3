// @module-tag full
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { type TinyApp, tinyApp } from '../api/http/tiny-app.ts'

const LIMIT_MS = 30_000
/** How late the server may notice. */
const SLACK_MS = 5000

let database: FreshDatabase
let tiny: TinyApp

beforeAll(async () => {
  database = await freshDatabase(1)
  tiny = await tinyApp({ sql: database.sql })
  await tiny.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await tiny.app.close()
  await database.drop()
})

const HEADERS =
  'POST /api/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer merchant\r\nContent-Type: application/json\r\n'

test.concurrent.each([
  ['headers', HEADERS, 'X-Slow: 1\r\n'],
  ['a body', `${HEADERS}Content-Length: 5000\r\n\r\n`, '{'],
])('what trickles in ends with 408 after 30 s: %s', { timeout: 90_000 }, async (_, beginning, drop) => {
  const { port } = tiny.app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1', () => socket.write(beginning))
  const began = Date.now()
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk)).on('error', () => undefined)
  const trickle = setInterval(() => socket.write(drop), 500)
  await once(socket, 'close')
  clearInterval(trickle)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(Date.now() - began).toBeGreaterThanOrEqual(LIMIT_MS)
  expect(Date.now() - began).toBeLessThan(LIMIT_MS + SLACK_MS)
  expect(tiny.log.filter((line) => JSON.parse(line).level > 30)).toEqual([])
})

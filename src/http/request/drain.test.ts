import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Drain } from './drain.ts'

let server: Server
let drain: Drain
/** Answers that are still to come, in the order of their requests. */
let waiting: ServerResponse[]
beforeEach(async () => {
  waiting = []
  server = createServer((request, response) => {
    if (request.url === '/wait') waiting.push(response)
    else response.end('at once')
  })
  drain = new Drain()
  drain.watch(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  server.closeAllConnections()
  await once(server.close(), 'close')
})

/** @returns what the answer says of its connection */
async function ask(path: string): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const [answer] = (await once(get({ port, host: '127.0.0.1', path, agent }), 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  agent.destroy()
  return answer.headers.connection
}

test('until it begins, connections stay', async () => {
  expect([drain.hasBegun, await ask('/')]).toEqual([false, 'keep-alive'])
})

test('once it has begun, each answer ends its connection', async () => {
  drain.begin()
  expect([drain.hasBegun, await ask('/'), await ask('/')]).toEqual([true, 'close', 'close'])
})

test('the answer to an earlier request ends its connection, too', async () => {
  const asked = ask('/wait')
  await expect.poll(() => waiting.length).toBe(1)
  drain.begin()
  waiting[0]!.end('late')
  expect(await asked).toBe('close')
})

test('an answer that has begun stays unchanged', async () => {
  const asked = ask('/wait')
  await expect.poll(() => waiting.length).toBe(1)
  waiting[0]!.flushHeaders()
  drain.begin()
  waiting[0]!.end('late')
  expect(await asked).toBe('keep-alive')
})

import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listenForScrapes } from '#http/monitoring/metrics.ts'

let server: Server
let address: string
beforeAll(async () => {
  server = listenForScrapes(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test('METRICS_PORT answers GET with figures', async () => {
  const answer = await fetch(`${address}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  expect(await answer.text()).toContain('process_cpu_seconds_total')
})

test.each(['/metrics?x=1', '/metrics?'])('METRICS_PORT answers GET %s, as scrapers send parameters', async (path) => {
  expect((await fetch(address + path)).status).toBe(200)
})

test('METRICS_PORT answers HEAD without a body', async () => {
  const answer = await fetch(`${address}/metrics`, { method: 'HEAD' })
  expect([answer.status, await answer.text()]).toEqual([200, ''])
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0)
})

test.each([
  ['POST', '/metrics'],
  ['GET', '/'],
  ['GET', '/metrics/'],
  ['GET', '/api/transactions'],
])('METRICS_PORT knows no %s %s', async (method, path) => {
  expect((await fetch(address + path, { method })).status).toBe(404)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueClient } from '#identity/issue-client.ts'
import type { Database } from '#store/connection/database.ts'
import { type FreshDatabase, freshDatabase } from '#test/database.ts'
import { type Gate, openGate } from './identity-app.ts'
import { createMerchant } from './merchants.ts'

let sql: Database
let database: FreshDatabase
let gates: [Gate, Gate]
let merchantId: string

beforeAll(async () => {
  database = await freshDatabase()
  sql = database.sql
  merchantId = await createMerchant(sql)
  gates = await Promise.all([openGate(sql), openGate(sql)])
  await waitForRoomInTheMinute()
})
afterAll(async () => {
  await Promise.all(gates.map((gate) => gate.close()))
  await database.drop()
})

/** The limit counts within a minute of the database's clock; a test that straddles two would count less. */
async function waitForRoomInTheMinute() {
  const left = 60_000 - (Date.now() % 60_000)
  if (left < 15_000) await new Promise((resolve) => setTimeout(resolve, left + 100))
}

async function newClient() {
  const { clientId, clientSecret } = await issueClient(sql, { merchantId, scopes: ['merchant'] })
  return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret.reveal() }
}

const from = (address: string) => ({ 'x-forwarded-for': address })

/** Attempts wrong secrets, alternating between two processes. */
async function fail(fields: Record<string, string>, times: number, address: string) {
  const attempts = Array.from({ length: times }, (_, index) =>
    gates[index % 2]!.askForToken({ ...fields, client_secret: `wrong${index}` }, from(address)),
  )
  return (await Promise.all(attempts)).map((response) => response.status).sort()
}

test('10 failures a minute, over all processes and however parallel, then 429 with Retry-After', async () => {
  const fields = await newClient()
  const statuses = await fail(fields, 16, '192.0.2.1')
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(6).fill(429)])
  const response = await gates[0].askForToken(fields, from('192.0.2.1'))
  expect(response.status).toBe(429)
  expect(await response.json()).toMatchObject({ error: 'too_many_requests' })
  const retryAfter = Number(response.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(60)
})

test('the right secret still works from another address, and another client from the same', async () => {
  const [attacked, neighbour] = await Promise.all([newClient(), newClient()])
  await fail(attacked, 12, '192.0.2.2')
  expect((await gates[0].askForToken(attacked, from('192.0.2.3'))).status).toBe(200)
  expect((await gates[0].askForToken(neighbour, from('192.0.2.2'))).status).toBe(200)
})

test('successful requests do not count', async () => {
  const fields = await newClient()
  for (let index = 0; index < 12; index += 1) {
    expect((await gates[0].askForToken(fields, from('192.0.2.4'))).status).toBe(200)
  }
})

test('unknown clients are limited like known ones', async () => {
  const statuses = await fail({ grant_type: 'client_credentials', client_id: 'nobody' }, 12, '192.0.2.5')
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
})

test('failures in an earlier minute are forgotten', async () => {
  const fields = await newClient()
  await fail(fields, 12, '192.0.2.6')
  await sql`update rate_counters set window_start = window_start - interval '1 minute'`
  expect((await gates[0].askForToken(fields, from('192.0.2.6'))).status).toBe(200)
})

// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'
import { fetchToken } from '#test/test-merchant.ts'

// A primary that was demoted, and a new one in its place: every new session finds a server that takes no writes, and
// later one that does.

let app: RunningGateway
let elsewhere: Database
beforeAll(async () => {
  app = await startOwnGateway()
  elsewhere = openDatabase(
    Object.assign(new URL(app.database.superuserUrl), { pathname: '/postgres' }).href,
    'failover',
    1,
  )
})
afterAll(async () => {
  await elsewhere?.end()
  await app?.close()
})

async function become(mode: 'read only' | 'writable'): Promise<void> {
  const name = new URL(app.database.url).pathname.slice(1)
  await elsewhere`alter database ${elsewhere(name)} set default_transaction_read_only = ${elsewhere.unsafe(mode === 'read only' ? 'on' : 'off')}`
}

function endSessions() {
  return elsewhere`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = ${new URL(app.database.url).pathname.slice(1)}`
}

const readiness = async () => (await fetch(`${app.baseUrl}/health/ready`)).status

it('while the database takes no writes, payments get 503 and readiness fails', { timeout: 60_000 }, async () => {
  const paid = (await app.merchant.authorize()).body.result
  await become('read only')
  await endSessions()
  await eventually('not being ready', 30, async () => (await readiness()) === 503)
  for (let turn = 0; turn < 8; turn += 1) {
    const { status, headers, body } = await app.merchant.authorize()
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(body).toMatchObject({ status: 503, errors: [{ property: '' }] })
    expect(await readiness()).toBe(503)
  }
  expect((await app.merchant.status(paid.id)).transaction).toEqual(paid)
  expect(await fetchToken(app.baseUrl, app.merchant.clientId, app.merchant.clientSecret)).toEqual(expect.any(String))
  const wrong = { grant_type: 'client_credentials', client_id: app.merchant.clientId, client_secret: 'guessed' }
  const guess = { method: 'POST', body: new URLSearchParams(wrong) }
  expect((await fetch(`${app.baseUrl}/realms/uat/protocol/openid-connect/token`, guess)).status).toBe(503)
})

it('once there is one that takes writes, it serves again automatically', { timeout: 60_000 }, async () => {
  await become('writable')
  await eventually('being ready', 30, async () => (await readiness()) === 200)
  for (let turn = 0; turn < 8; turn += 1) expect((await app.merchant.authorize()).body.result.status).toBe('APPROVED')
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { eventually } from '#test/eventually.ts'
import { type RunningGateway, startOwnGateway } from '#test/running-gateway.ts'

let app: RunningGateway
let elsewhere: Database
let name: string
beforeAll(async () => {
  app = await startOwnGateway()
  name = new URL(app.database.url).pathname.slice(1)
  const other = Object.assign(new URL(app.database.superuserUrl), { pathname: '/postgres' })
  elsewhere = openDatabase(other.href, 'away', 1)
  await elsewhere`alter database ${elsewhere(name)} allow_connections false`
  await elsewhere`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`
})
afterAll(async () => {
  await elsewhere`alter database ${elsewhere(name)} allow_connections true`
  await elsewhere.end()
  await app?.close()
})

const TOKENS = '/realms/uat/protocol/openid-connect'

describe('while the database is away, 503 with Retry-After is the answer of', () => {
  it('the token endpoint', async () => {
    const { clientId, clientSecret } = app.merchant
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const answer = await fetch(`${app.baseUrl}${TOKENS}/token`, { method: 'POST', body })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) })
  })

  it('the token endpoint for a code', async () => {
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'tollgate-dashboard',
      redirect_uri: `${app.baseUrl}/dashboard/callback`,
      code: 'x',
    })
    const answer = await fetch(`${app.baseUrl}${TOKENS}/token`, { method: 'POST', body })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  })

  it('a payment', async () => {
    const { status, headers } = await app.merchant.authorize()
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  })

  it.each(['/api/transactions', '/api/balances', '/api/events', '/api/customers'])('GET %s', async (path) => {
    const { status, headers } = await app.merchant.call('GET', path)
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  })
})

it('while the database is away the gateway is not ready, and afterwards it is', async () => {
  const readiness = async () => (await fetch(`${app.baseUrl}/health/ready`)).status
  expect(await readiness()).toBe(503)
  await elsewhere`alter database ${elsewhere(name)} allow_connections true`
  await eventually('being ready', 30, async () => (await readiness()) === 200)
})

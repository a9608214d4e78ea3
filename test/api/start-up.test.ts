import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import {
  failToStart,
  type GatewayProcess,
  type Home,
  makeHome,
  startGateway,
  startGatewayByNpm,
} from '#test/gateway.ts'
import { freePort } from '#test/ports.ts'
import { connectMerchant } from '#test/test-merchant.ts'
import { tollgate } from './cli/tollgate.ts'

// What the program promises of its start (docs/reference/running.md#start), kept by the real thing.

let home: Home
let gateway: GatewayProcess

beforeAll(async () => {
  home = await makeHome()
  gateway = await startGateway(home)
})

afterAll(async () => {
  await gateway.stop()
  await home.remove()
})

/** A start takes a while on a busy machine. */
const PATIENCE = { timeout: 50_000 }

const isReady = () =>
  fetch(`${gateway.demo.base_url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
const isRunning = (pid: number) => !/^State:\s+Z/m.test(statusOf(pid) ?? 'State: Z')

function statusOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return undefined
  }
}

test('the curl line that it prints works when pasted', async () => {
  const line = gateway.greeting.split('\n').find((text) => text.startsWith('curl'))!
  const { stdout } = await promisify(execFile)('bash', ['-c', line])
  expect(JSON.parse(stdout)).toEqual({ items: [], next_cursor: null })
})

test('doctor looks at the gateway that the demo file names, not at the default port', PATIENCE, async () => {
  const { DATA_DIR, DATABASE_URL } = home.env as { DATA_DIR: string; DATABASE_URL: string }
  const { out } = await tollgate({ DATA_DIR, DATABASE_URL }, 'doctor', '--json')
  const { items } = JSON.parse(out) as { items: { check: string; ok: boolean; message: string }[] }
  expect(items.find(({ check }) => check === 'address')).toMatchObject({
    ok: true,
    message: expect.stringContaining(gateway.demo.base_url),
  })
})

test('it prints the addresses and where the demo credentials are, and no secret', () => {
  const { base_url, merchant } = gateway.demo
  for (const told of [base_url, `${base_url}/docs`, `${base_url}/dashboard`, 'demo.json'])
    expect(gateway.greeting).toContain(told)
  const hosts = [...gateway.greeting.matchAll(/https?:\/\/([^/\s]+)/g)].map(([, host]) => host)
  expect(new Set(hosts)).toEqual(new Set([new URL(base_url).host]))
  expect(gateway.greeting).not.toContain(merchant.client_secret)
})

test('what the worker asks of providers shows in the metrics too', async () => {
  const { base_url, merchant } = gateway.demo
  const client = await connectMerchant(base_url, {
    merchantId: merchant.merchant_id,
    terminalId: merchant.terminal_id,
    publicKey: merchant.public_key,
    clientId: merchant.client_id!,
    clientSecret: merchant.client_secret!,
    clientKey: merchant.client_key,
  })
  const { id } = (await client.authorize()).body.result
  await home.sql`update attempts set state = 'REVERSING', reverse_at = now() where transaction_id = ${id}`
  const metrics = async () => (await fetch(`${base_url}/metrics`)).text()
  await expect.poll(metrics, PATIENCE).toContain('operation="reversal",outcome="answered"} 1')
})

test('an API process that is killed is replaced', { tags: ['full'] }, async () => {
  const victims = childrenOf(gateway.pid)
  for (const pid of victims) process.kill(pid, 'SIGKILL')
  await expect.poll(() => childrenOf(gateway.pid).filter((pid) => !victims.includes(pid)).length, PATIENCE).toBe(2)
  await expect.poll(isReady, PATIENCE).toBe(true)
})

test('demo.json stays true across restarts, also after the supervisor was killed, whose processes end automatically', {
  tags: ['full'],
}, async () => {
  const { demo } = gateway
  const children = childrenOf(gateway.pid)
  process.kill(gateway.pid, 'SIGKILL')
  await expect.poll(() => children.filter(isRunning), PATIENCE).toEqual([])
  gateway = await startGateway(home)
  expect(gateway.demo).toEqual(demo)
})

test('a demo merchant without payments gets a history', { tags: ['full'] }, async () => {
  const other = await makeHome()
  const { demo, stop } = await startGateway(other, { DEMO_HISTORY: 'on' })
  const count = async () => {
    const [row] = await other.sql<[{ count: number }]>`
      select count(*)::int as count from transactions where merchant_id = ${demo.merchant.merchant_id}`
    return row.count
  }
  await expect.poll(count, PATIENCE).toBeGreaterThan(60)
  expect(await stop()).toBe(0)
  await other.remove()
})

test('Ctrl-C stops it cleanly', async () => {
  const children = childrenOf(gateway.pid)
  expect(await gateway.stop()).toBe(0)
  expect(children.filter(isRunning)).toEqual([])
})

test('the demo merchant of an older data directory gets the simulators that came since', {
  tags: ['full'],
}, async () => {
  const { merchant } = gateway.demo
  await gateway.stop()
  const { sql } = home
  const providers = () => sql`
    select provider from provider_accounts where merchant_id = ${merchant.merchant_id} order by provider`
  const complete = [...(await providers())]
  await sql`
    delete from provider_accounts where merchant_id = ${merchant.merchant_id} and provider <> 'card-simulator'`
  gateway = await startGateway(home)
  expect([...(await providers())]).toEqual(complete)
})

describe('it ends with code 1 and says what to do about', () => {
  test('every wrong setting', async () => {
    const { code, stderr } = await failToStart({ ...home.env, PORT: 'x', WORKERS: '0' })
    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^PORT must/),
      expect.stringMatching(/^WORKERS must/),
    ])
  })

  test('a port in use', async () => {
    const other = createServer().listen(Number(home.env.PORT), '127.0.0.1')
    await once(other, 'listening')
    const { code, stderr } = await failToStart({ ...home.env })
    other.close()
    expect(code).toBe(1)
    expect(stderr.trim()).toBe(
      `Tollgate stops: Cannot listen on 127.0.0.1 port ${home.env.PORT}: another program uses it. Choose another PORT.`,
    )
  })

  test('an unreachable database, without its password', async () => {
    const { code, stderr } = await failToStart({
      ...home.env,
      PORT: String(await freePort()),
      DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x',
    })
    expect(code).toBe(1)
    expect(stderr.trim()).toBe('Tollgate stops: The database cannot be used: connect ECONNREFUSED 127.0.0.1:1')
  })

  test('a production without its keys', { tags: ['full'] }, async () => {
    const { code, stderr } = await failToStart({ ...home.env, REALM: 'production', DATABASE_URL: '' })
    expect(code).toBe(1)
    expect(stderr).toContain('MASTER_KEY must be set in production.')
  })

  const otherRealm = 'a database of another realm, which stays as it is, if REALM is %s'
  test.each<[string | undefined]>([[undefined]])(otherRealm, staysAsItIs)
  test.each<[string | undefined]>([['uat']])(otherRealm, { tags: ['full'] }, staysAsItIs)

  async function staysAsItIs(realm: string | undefined): Promise<void> {
    const database = await freshDatabase()
    await database.sql`insert into database_realm (realm) values ('production')`
    const rows = () => database.sql`
      select (select count(*) from merchants) + (select count(*) from people) + (select count(*) from clients)
        + (select count(*) from vault_keys) as count`
    const env = { ...home.env, PORT: String(await freePort()), DATABASE_URL: database.url }
    const before = await rows()
    const { code, stderr } = await failToStart({ ...env, ...(realm && { REALM: realm }) })
    expect([code, stderr.trim()]).toEqual([
      1,
      'Tollgate stops: The database cannot be used: REALM is uat, but this database belongs to production. Set REALM=production, or the DATABASE_URL of a database of uat.',
    ])
    expect(await rows()).toEqual(before)
    await database.drop()
  }
})

test('a SIGTERM that reaches only npm stops it as cleanly', { tags: ['full'] }, async () => {
  await gateway.stop()
  gateway = await startGatewayByNpm(home)
  expect(await gateway.stop('SIGTERM')).toBe(0)
  expect(await isReady()).toBe(false)
})

// @module-tag full
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#app/config.ts'
import { openDatabase } from '#store/connection/database.ts'
import { type GatewayProcess, type Home, makeHome, startGateway } from '#test/gateway.ts'
import { hasPgBouncer, openPgBouncer, type PgBouncer } from '#test/pgbouncer.ts'
import { connectMerchant, type TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { openMigratedDatabase } from '../../src/supervisor/open-database.ts'
import { complete, toChallenge } from '../api/three-ds/shopper.ts'

// The gateway behind PgBouncer in transaction mode (docs/operate/pgbouncer.md).

const isThere = hasPgBouncer()
if (!isThere) console.warn('Skipped: there is no PgBouncer here; "apt install pgbouncer" brings one.')

const TIMEOUT_MS = 180_000
const SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  statement_timeout: '15000',
  idle_in_transaction_session_timeout: '60000',
}

describe.skipIf(!isThere)('behind PgBouncer', { timeout: TIMEOUT_MS }, () => {
  let home: Home
  let pgbouncer: PgBouncer
  let url: string
  beforeAll(async () => {
    home = await makeHome()
    pgbouncer = await openPgBouncer(home.env.DATABASE_URL!)
    url = pgbouncer.through(home.env.DATABASE_URL!)
  }, TIMEOUT_MS)
  afterAll(async () => {
    await pgbouncer?.close()
    await home?.remove()
  })

  it('the start names the settings that its role has to bring', async () => {
    const config = readConfig({ DATABASE_URL: url, MASTER_KEY: randomBytes(32).toString('base64') })
    // The test server has `jit` off for all roles.
    const missing = Object.entries(SETTINGS).filter(([name]) => name !== 'jit')
    const refusal = missing.map(([name, value]) => `alter role tollgate_gateway set ${name} = ${value};`)
    await expect(openMigratedDatabase(config)).rejects.toThrow(`Run once: ${refusal.join(' ')}`)
  })

  it('a statement waits for the answer to the one before', async () => {
    const pool = openDatabase(url, 'one connection', 1)
    await pool`select 1`
    // It takes the server a while to read: the answer to the one before is out by then.
    const wide = pool`
      select ${2}::int as two from information_schema.columns, information_schema.routines where false union select 2`
    const answers = Promise.all([pool`select 1 as one from pg_sleep(0.3)`, wide])
    expect(await Promise.race([answers, sleep(10_000, 'no answer')])).toEqual([[{ one: 1 }], [{ two: 2 }]])
    await pool.end({ timeout: 1 })
  })

  describe('once its role brings them', () => {
    let gateway: GatewayProcess
    let receiver: WebhookReceiver
    let merchant: TestMerchant
    beforeAll(async () => {
      const database = new URL(url).pathname.slice(1)
      for (const [name, value] of Object.entries(SETTINGS)) {
        await home.sql.unsafe(`alter role tollgate_gateway in database ${database} set ${name} = ${value}`)
      }
      // Sessions that PgBouncer has opened before do not know of it: what RECONNECT does.
      await home.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename = 'tollgate_gateway'`
      gateway = await startGateway(home, { DATABASE_URL: url })
      receiver = await openWebhookReceiver()
      const { merchant: demo } = gateway.demo
      merchant = await connectMerchant(gateway.demo.base_url, {
        merchantId: demo.merchant_id,
        terminalId: demo.terminal_id,
        publicKey: demo.public_key,
        clientId: demo.client_id!,
        clientSecret: demo.client_secret!,
      })
      await merchant.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
    }, TIMEOUT_MS)
    afterAll(async () => {
      await gateway?.stop()
      await receiver?.close()
    })

    it('many concurrent payments are approved, listed and delivered', async () => {
      const answers = await Promise.all(Array.from({ length: 60 }, () => merchant.authorize()))
      const statuses = answers.map(({ body }) => body.result?.status)
      expect(statuses).toEqual(Array(60).fill('APPROVED'))
      const ids = answers.map(({ body }) => body.result.id).sort()
      const listed = async () => (await merchant.call('GET', '/api/transactions?limit=100')).body.items
      expect((await listed()).map(({ id }: { id: string }) => id).sort()).toEqual(ids)
      await expect
        .poll(() => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, { timeout: 60_000 })
        .toBeGreaterThanOrEqual(60)
    })

    it('a shopper authenticates', async () => {
      const { body } = await complete(merchant, await toChallenge(merchant), 'Y')
      expect(body.result).toBeDefined()
    })

    it('the ledger is proven', async () => {
      const { operator } = gateway.demo
      const operated = await connectMerchant(gateway.demo.base_url, {
        ...merchant,
        clientId: operator.client_id!,
        clientSecret: operator.client_secret!,
      })
      const { status, body } = await operated.call('GET', '/admin/ledger/verify')
      expect([status, body.discrepancies]).toEqual([200, []])
    })

    it('the server has at most as many sessions of the gateway as PgBouncer was given', async () => {
      const [row] = await home.sql<[{ sessions: number }]>`
        select count(*)::int as sessions from pg_stat_activity
        where datname = current_database() and usename = 'tollgate_gateway'`
      expect(row.sessions).toBeGreaterThan(0)
      expect(row.sessions).toBeLessThanOrEqual(8)
    })
  })
})

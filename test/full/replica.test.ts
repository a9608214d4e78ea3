// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withConnection } from '#store/connection/database.ts'
import { openReadPool } from '#store/connection/read-pool.ts'
import { openPostgresPair, type PostgresPair } from '#test/postgres-pair.ts'
import { openRestartableGateway, type RestartableGateway } from '#test/restartable-gateway.ts'
import { openTcpProxy, type TcpProxy } from '#test/tcp-proxy.ts'
import { connectMerchant, NOT_ENROLLED, type TestMerchant } from '#test/test-merchant.ts'

// Lists and reports beside a standby (docs/operate/high-availability.md#read-from-a-standby).

const TIMEOUT_MS = 180_000
const PAYMENTS = 20

describe('Lists with a standby', { timeout: TIMEOUT_MS }, () => {
  let pair: PostgresPair
  let standby: TcpProxy
  let gateway: RestartableGateway
  let merchant: TestMerchant
  beforeAll(async () => {
    pair = await openPostgresPair({ isSynchronous: false, lagMs: 0 })
    await pair.addStandby()
    standby = await openTcpProxy(() => Number(new URL(pair.standbyUrl()).port))
    const replica = new URL(pair.standbyUrl())
    replica.port = String(standby.port)
    gateway = await openRestartableGateway({ DATABASE_URL: pair.url, DATABASE_REPLICA_URL: replica.href, WORKERS: '1' })
    const demo = await gateway.demo()
    merchant = await connectMerchant(gateway.baseUrl, {
      merchantId: demo.merchant.merchant_id,
      terminalId: demo.merchant.terminal_id,
      publicKey: demo.merchant.public_key,
      clientId: demo.merchant.client_id,
      clientSecret: demo.merchant.client_secret,
    })
  }, TIMEOUT_MS)
  afterAll(async () => {
    await gateway?.close()
    await standby?.close()
    await pair?.close()
  })

  /** How many reads each server has answered so far. */
  async function answers(): Promise<{ primary: number; replica: number }> {
    const metrics = await (await fetch(`${gateway.baseUrl}/metrics`)).text()
    const by = (server: string) =>
      Number(new RegExp(`^tollgate_reads_total\\{.*server="${server}".*\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0)
    return { primary: by('primary'), replica: by('replica') }
  }

  /** Pays and looks for the payment in the very next request. */
  async function expectFound(): Promise<void> {
    const order = merchant.order({ metadata: NOT_ENROLLED })
    const paid = await merchant.call('POST', '/api/transactions/authorize', { body: order })
    expect(paid.body.result.status).toBe('APPROVED')
    const list = await merchant.call('GET', `/api/transactions?reference=${order.reference}`)
    expect([list.status, list.body.items.map(({ id }: { id: string }) => id)]).toEqual([200, [paid.body.result.id]])
  }

  it('are read there, and each names the payment that was just made', async () => {
    const before = await answers()
    for (let payment = 0; payment < PAYMENTS; payment += 1) await expectFound()
    expect((await answers()).replica).toBeGreaterThan(before.replica)
  })

  it('are read at the primary while it lags, and name the payment anyway', async () => {
    const replay = (state: 'pause' | 'resume') =>
      withConnection(pair.standbyUrl(), 'test', (sql) => sql.unsafe(`select pg_wal_replay_${state}()`))
    await replay('pause')
    const before = await answers()
    await expectFound()
    const after = await answers()
    await replay('resume')
    expect(after.primary).toBeGreaterThan(before.primary)
    expect(after.replica).toBe(before.replica)
  })

  it('are read where both addresses lead to a standby, as after a primary was demoted', async () => {
    const url = pair.standbyUrl()
    const reads = openReadPool({ url, replicaUrl: url, name: 'test', answered: () => undefined })
    const rows = await reads.read((sql) => sql<{ name: string }[]>`select name from merchants`)
    await reads.end()
    expect(rows).not.toEqual([])
  })

  it('are read at the primary while it says nothing', async () => {
    standby.hold()
    for (let payment = 0; payment < 3; payment += 1) await expectFound()
    standby.cut()
  })

  it('are read at the primary while it is away', async () => {
    await standby.close()
    for (let payment = 0; payment < 3; payment += 1) await expectFound()
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { proveLedger } from '#flows/ledger/verify.ts'
import { withBackupSnapshot } from '#store/backup/read-backup.ts'
import { joinCluster, leaveCluster } from '#store/cluster/cluster.ts'
import { distribute } from '#store/cluster/distribute.ts'
import { withConnection } from '#store/connection/database.ts'
import { findAskedAttempt } from '#store/transactions/asked-attempts.ts'
import { findLatestAttempt } from '#store/transactions/attempts.ts'
import { insertNotice } from '#store/transactions/provider-notices.ts'
import { moveShardsOf } from '#test/citus-cluster.ts'
import { eventually } from '#test/eventually.ts'
import { startOwnGateway } from '#test/running-gateway.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { openWebhookReceiver } from '#test/webhook-receiver.ts'
import { complete, toChallenge } from '../../api/three-ds/shopper.ts'
import { expectEntries, expectOneCharge, payUntil } from './acknowledged.ts'
import { deliveredAfter, letExpire, reverse, stateOf } from './due.ts'
import { findOnDisk } from './files.ts'
import { inDatabase, killServer, serverOf, whileAway, whileHanging } from './servers.ts'

// Runs where TEST_CITUS_BIN names the programs of a PostgreSQL with Citus; then every database of the run is distributed
// over two servers, and their coordinator is a third.

const ORDERS_AT_ONCE = 6
/** That src/worker-tasks.ts has in UAT. */
const TASKS = 19
const LOAD_SECONDS = 20
/** Less than a statement has to wait for a lock. */
const HANGING_SECONDS = 10
/** From the final status until the bytes are out of the files, while everything runs. */
const ERASED_SECONDS = 10

const full = { tags: ['full'], skip: !process.env.TEST_CITUS_BIN }
if (full.skip) console.log('Skipped: nothing on Citus was tried, because TEST_CITUS_BIN names no PostgreSQL with it.')

let archiveDir: string | undefined
let app: Awaited<ReturnType<typeof startOwnGateway>>
beforeAll(async () => {
  if (full.skip) return
  archiveDir = await mkdtemp(join(tmpdir(), 'tollgate-archive-'))
  app = await startOwnGateway({ ARCHIVE_DIR: archiveDir })
})
afterAll(async () => {
  await app?.close()
  if (archiveDir) await rm(archiveDir, { recursive: true })
})

it('distributing a second time changes nothing and says what there is', full, async () => {
  const told = await distribute(app.database.sql)
  expect(told).toMatchObject({ done: false, shards: 8 })
  expect(told.servers).toHaveLength(2)
  expect(told.tables).toContain('transactions')
})

it('a backup, which would not be of one moment, is refused', full, async () => {
  await expect(withBackupSnapshot(app.database.sql, async () => undefined)).rejects.toThrow(
    'Back up each of its servers',
  )
})

it('every task of the worker runs to its end', { ...full, timeout: 120_000 }, async () => {
  expect((await app.merchant.authorize()).body.result.status).toBe('APPROVED')
  const runs = await eventually('all of them', 60, async () => {
    const counted = await taskRuns()
    return new Set(counted.map(({ task }) => task)).size === TASKS && counted
  })
  expect(runs.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})

// As in test/simulation/security-code-on-disk.test.ts.
it('once a payment is over, its security code and the key to it leave the files of every server', {
  ...full,
  timeout: 120_000,
}, async () => {
  const [over, other] = [await beginChallenge(), await beginChallenge()]
  expect(await countServersWith(over.secrets)).toEqual([1, 1])
  expect((await complete(app.merchant, over.action)).body.result).toMatchObject({ status: 'APPROVED' })
  await sleep(ERASED_SECONDS * 1000)
  expect(await countServersWith(over.secrets)).toEqual([0, 0])
  expect(await countServersWith(other.secrets)).toEqual([1, 1])
  expect((await complete(app.merchant, other.action)).body.result).toMatchObject({ status: 'APPROVED' })
})

it('what a shard has left behind is not taken for its rows', full, async () => {
  const { merchantId, providerAccountId, attemptId } = await chargeOfNewMerchant()
  await withLateGateway(merchantId, attemptId, async (notices) => {
    await moveShardsOf(app.database.sql, merchantId)
    await insertNotice(app.database.sql, {
      merchantId,
      providerAccountId,
      attemptId,
      key: 'told',
      fields: { told: 'yes' },
    })
    expect(await notices()).toEqual([{ told: 'yes' }])
  })
})

it('a shard is found where it went, though the server that it left cannot be reached', full, async () => {
  const { merchantId, attemptId } = await chargeOfNewMerchant()
  const left = await serverOf(app.database, merchantId)
  await withLateGateway(merchantId, attemptId, async (notices) => {
    await moveShardsOf(app.database.sql, merchantId)
    await whileAway(left, app.database, async () => {
      expect(await eventually('its notices', 5, () => notices().catch(() => undefined))).toEqual([])
    })
  })
})

async function chargeOfNewMerchant() {
  const { merchantId, authorize } = await app.newMerchant()
  const { id } = (await authorize()).body.result
  const { attemptId, providerAccountId } = (await findLatestAttempt(app.database.sql, merchantId, id))!
  return { merchantId, attemptId, providerAccountId }
}

/** Lends what a gateway reads of a provider's notices; it has read once, when there were none, and does nothing by itself. */
async function withLateGateway(
  merchantId: string,
  attemptId: string,
  act: (notices: () => Promise<readonly unknown[]>) => Promise<void>,
): Promise<void> {
  const { url } = app.database
  await withConnection(url, 'test', async (late) => {
    await joinCluster(late, url, 'test', 1)
    const notices = async () => (await findAskedAttempt(late, merchantId, attemptId)).notices
    expect(await notices()).toEqual([])
    await act(notices)
    await leaveCluster(late)
  })
}

it('nothing acknowledged is lost or charged twice while a server dies and shards move', {
  ...full,
  timeout: 180_000,
}, async () => {
  await writeBeforeConfirming()
  const merchants = await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, newMerchant))
  const stop = new AbortController()
  const paid = Promise.all(merchants.map((merchant) => payUntil(stop.signal, merchant)))
  await sleep(3000)
  await killServer(inject('workerUrls')[0]!, app.database)
  await sleep(5000)
  const [moved, proof] = await Promise.all([moveShards(merchants[0]!), prove()])
  await sleep((LOAD_SECONDS - 8) * 1000)
  stop.abort()
  const acknowledged = (await paid).flat()

  expect(moved).toBeGreaterThan(1)
  for (const { discrepancies } of [proof, await prove()]) expect(discrepancies).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(50)
  await expectOneCharge(app.database.sql, acknowledged)
  await expectEntries(app.database.sql, acknowledged)
  for (const merchant of merchants) expect((await merchant.authorize()).body.result.status).toBe('APPROVED')
})

it('payments of another server do not wait for one that hangs, though they came together', full, async () => {
  const [hanging, other] = await merchantsApart()
  const orders = Array.from({ length: ORDERS_AT_ONCE }, () => [hanging, other]).flat()
  const statusOf = async (merchant: TestMerchant) => (await merchant.authorize()).body.result.status
  const waiting: Promise<string>[] = []
  await whileHanging(app.database, hanging.merchantId, async () => {
    const began = Date.now()
    waiting.push(...orders.map(statusOf))
    const ofOther = waiting.filter((_status, index) => orders[index] === other)
    expect(new Set(await Promise.all(ofOther))).toEqual(new Set(['APPROVED']))
    expect(Date.now() - began).toBeLessThan(HANGING_SECONDS * 1000)
  })
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['APPROVED']))
})

it('what is due of another server is done while one is away, and the worker says that one failed', {
  ...full,
  timeout: 120_000,
}, async () => {
  const [away, other] = await merchantsApart()
  const receiver = await openWebhookReceiver()
  await other.call('POST', '/api/webhook-endpoints', { body: { url: receiver.url } })
  await whileAway(await serverOf(app.database, away.merchantId), app.database, async () => {
    const { id } = (await other.authorize()).body.result
    await eventually('the webhook', 10, async () => receiver.received.find(({ body }) => body.includes(id)))
    expect(await eventually('its end', 10, () => deliveredAfter(app.database.sql, other, id))).toBe(1)
    await reverse(app.database.sql, other, id)
    await eventually('the reversal', 10, async () => (await stateOf(app.database.sql, other, id)) === 'REVERSED')
    const { transaction_id: abandoned } = await toChallenge(other)
    await letExpire(app.database.sql, other, abandoned)
    await eventually(
      'its end',
      10,
      async () => (await other.status(abandoned)).transaction.status === 'SESSION_EXPIRED',
    )
    const failed = (await taskRuns()).filter(({ outcome }) => outcome === 'failed').map(({ task }) => task)
    expect(failed).toEqual(expect.arrayContaining(['deliver events', 'expire abandoned', 'reverse charges']))
  })
  await receiver.close()
  await eventually('a payment there', 20, async () => (await away.authorize()).body?.result?.status === 'APPROVED')
})

/** Sessions of the coordinator find out one by one that a server was restarted. */
const newMerchant = () => eventually('a new merchant', 10, () => app.newMerchant().catch(() => undefined))

/** Two merchants of two servers. */
async function merchantsApart(): Promise<[TestMerchant, TestMerchant]> {
  const first = await newMerchant()
  const server = await serverOf(app.database, first.merchantId)
  for (;;) {
    const second = await newMerchant()
    if ((await serverOf(app.database, second.merchantId)) !== server) return [first, second]
  }
}

/** How often each of the worker's tasks ended, and how. */
async function taskRuns() {
  const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text()
  const found = metrics.matchAll(/^tollgate_worker_task_runs_total\{task="([^"]+)",outcome="(\w+)"\} (\d+)$/gm)
  return [...found].map(([, task, outcome, count]) => ({ task, outcome, count: Number(count) }))
}

/** A payment in the middle of its challenge, and what is kept for it. */
async function beginChallenge() {
  const action = await toChallenge(app.merchant)
  const [kept] = await app.database.sql<[{ sealedKey: Uint8Array; paymentData: string }]>`
    select sealed_key as "sealedKey", payment_data as "paymentData" from authentication_secrets
    where merchant_id = ${app.merchant.merchantId} and transaction_id = ${action.transaction_id}`
  return { action, secrets: [Buffer.from(kept.sealedKey), Buffer.from(kept.paymentData)] }
}

/** On how many servers each of these is in some file. */
async function countServersWith(secrets: readonly Uint8Array[]): Promise<number[]> {
  const urls = [app.database.superuserUrl, ...inject('workerUrls').map((url) => inDatabase(url, app.database))]
  const found = await Promise.all(urls.map((url) => findOnDisk(url, secrets)))
  return secrets.map((_secret, index) => found.filter((isThere) => isThere[index]).length)
}

/** The servers of tests confirm commits that one that is killed would lose. */
async function writeBeforeConfirming(): Promise<void> {
  for (const url of [app.database.superuserUrl, ...inject('workerUrls')]) {
    await withConnection(url, 'test', async (sql) => {
      await sql.unsafe('alter system set synchronous_commit = on')
      await sql`select pg_reload_conf()`
    })
  }
}

const prove = () => proveLedger(app.gateway, new AbortController().signal)

/** Moves all tables' shards of a merchant to the other server. @returns how many placements are there then */
async function moveShards({ merchantId }: TestMerchant): Promise<number> {
  const { sql } = app.database
  const port = await moveShardsOf(sql, merchantId)
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::integer as count from pg_dist_placement join pg_dist_node using (groupid) where nodeport = ${port}`
  return count
}

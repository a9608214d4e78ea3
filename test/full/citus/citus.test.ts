import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { proveLedger } from '#flows/ledger/verify.ts'
import { joinCluster, leaveCluster } from '#store/cluster/cluster.ts'
import { distribute } from '#store/cluster/distribute.ts'
import { withConnection } from '#store/connection/database.ts'
import { findAskedAttempt } from '#store/transactions/asked-attempts.ts'
import { findLatestAttempt } from '#store/transactions/attempts.ts'
import { insertNotice } from '#store/transactions/provider-notices.ts'
import { moveShardsOf } from '#test/citus-cluster.ts'
import { startOwnGateway } from '#test/running-gateway.ts'
import { newReference, type TestMerchant } from '#test/test-merchant.ts'

// Runs where TEST_CITUS_BIN names the programs of a PostgreSQL with Citus; then every database of the run is distributed
// over two servers, and their coordinator is a third.

const ORDERS_AT_ONCE = 6
const LOAD_SECONDS = 20

const full = { tags: ['full'], skip: !process.env.TEST_CITUS_BIN }
if (full.skip) console.log('Skipped: nothing on Citus was tried, because TEST_CITUS_BIN names no PostgreSQL with it.')

let app: Awaited<ReturnType<typeof startOwnGateway>>
beforeAll(async () => {
  if (!full.skip) app = await startOwnGateway()
})
afterAll(() => app?.close())

it('distributing a second time changes nothing and says what there is', full, async () => {
  const told = await distribute(app.database.sql)
  expect(told).toMatchObject({ done: false, shards: 8 })
  expect(told.servers).toHaveLength(2)
  expect(told.tables).toContain('transactions')
})

it('what a shard has left behind is not taken for its rows', full, async () => {
  const { merchantId, authorize } = await app.newMerchant()
  const { sql, superuserUrl } = app.database
  const { attemptId, providerAccountId } = (await findLatestAttempt(
    sql,
    merchantId,
    (
      await authorize()
    ).body.result.id,
  ))!
  await withConnection(superuserUrl, 'test', async (late) => {
    await joinCluster(late, superuserUrl, 'test', 1)
    const notices = async () => (await findAskedAttempt(late, merchantId, attemptId)).notices
    expect(await notices()).toEqual([])
    await moveShardsOf(sql, merchantId)
    await insertNotice(sql, { merchantId, providerAccountId, attemptId, key: 'told', fields: { told: 'yes' } })
    expect(await notices()).toEqual([{ told: 'yes' }])
    await leaveCluster(late)
  })
})

it('nothing acknowledged is lost or charged twice while a server dies and shards move', {
  ...full,
  timeout: 180_000,
}, async () => {
  await writeBeforeConfirming()
  const merchants = await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, () => app.newMerchant()))
  const stop = new AbortController()
  const paid = Promise.all(merchants.map((merchant) => payUntil(stop.signal, merchant)))
  await sleep(3000)
  await killServer(inject('workerUrls')[0]!)
  await sleep(5000)
  const [moved, proof] = await Promise.all([moveShards(merchants[0]!), prove()])
  await sleep((LOAD_SECONDS - 8) * 1000)
  stop.abort()
  const acknowledged = (await paid).flat()

  expect(moved).toBeGreaterThan(1)
  for (const { discrepancies } of [proof, await prove()]) expect(discrepancies).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(50)
  await expectOneCharge(acknowledged)
  await expectEntries(acknowledged)
  for (const merchant of merchants) expect((await merchant.authorize()).body.result.status).toBe('APPROVED')
})

/** Orders that are not answered are sent again, as a merchant's server would. @returns transactions told to be approved */
async function payUntil(signal: AbortSignal, merchant: TestMerchant): Promise<string[]> {
  const approved: string[] = []
  while (!signal.aborted) {
    const reference = newReference()
    const answer = await merchant.authorize({ reference }).catch(() => undefined)
    if (answer?.body?.result?.status === 'APPROVED') approved.push(answer.body.result.id)
    else await sleep(100)
  }
  return approved
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

/** PostgreSQL ends every session and recovers when one of its processes was killed. */
async function killServer(url: string): Promise<void> {
  const target = Object.assign(new URL(url), { pathname: new URL(app.database.superuserUrl).pathname }).href
  await withConnection(target, 'test', async (sql) => {
    const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
    process.kill(pid, 'SIGKILL')
    await sql`select 1`.catch(() => undefined)
  })
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

async function expectOneCharge(ids: readonly string[]): Promise<void> {
  const charged = await app.database.sql<{ id: string; count: number }[]>`
    select transaction_id as id, count(*)::integer as count from simulator.charges
    where transaction_id = any(${[...ids]}) and state = 'CHARGED' group by transaction_id`
  expect(charged.filter(({ count }) => count !== 1)).toEqual([])
  expect(charged).toHaveLength(ids.length)
}

/** Each is final, has its event and its entry in the ledger. */
async function expectEntries(ids: readonly string[]): Promise<void> {
  const found = await app.database.sql<{ id: string }[]>`
    select transactions.id from transactions
      join ledger_entries entry on entry.merchant_id = transactions.merchant_id and entry.transaction_id = transactions.id
      join events on events.merchant_id = transactions.merchant_id and events.transaction_id = transactions.id
    where transactions.status = 'APPROVED' and transactions.id = any(${[...ids]})`
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids))
}

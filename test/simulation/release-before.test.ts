// @module-tag full
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it, onTestFinished } from 'vitest'
import { withConnection } from '#store/connection/database.ts'
import { createDatabase, dropDatabase } from '#store/schema/create-database.ts'
import { freePort } from '#test/ports.ts'
import { findRelease, openRelease } from '#test/released-sources.ts'
import { openRestartableGateway, type RestartableGateway } from '#test/restartable-gateway.ts'
import { openTcpProxy } from '#test/tcp-proxy.ts'
import { audit } from './campaign/audit/index.ts'
import { openWitnesses, underLoad } from './failover/under-load.ts'

// The release before, as its own sources have it, on the schema of this one and beside it (docs/contribute/upgrade-tests.md).

const seed = process.env.SIMULATION_SEED ?? String(Date.now())
const LANES = 2
const STAGE_MS = 3000
const TIMEOUT_MS = 600_000

const release = await findRelease()
if (!release)
  console.warn('Skipped: the history does not reach back to the release before; "git fetch --unshallow" does.')

it.skipIf(!release)(
  'an upgrade machine by machine loses nothing, and neither does the way back',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const sources = await openRelease(release!)
    onTestFinished(sources.remove)
    const databaseUrl = await emptyDatabase()
    const witnesses = await openWitnesses(seed)
    onTestFinished(witnesses.close)
    const behind: string[] = []
    let connections = 0
    const balancer = await openTcpProxy(() => Number(behind[connections++ % behind.length]))
    onTestFinished(balancer.close)
    const env = { ...witnesses.env, DATABASE_URL: databaseUrl, BASE_URL: `http://127.0.0.1:${balancer.port}` }

    /** Starts one more, of this release by default, and has the balancer share connections again. */
    async function add(directory?: string): Promise<RestartableGateway> {
      const PORT = String(await freePort())
      const gateway = await openRestartableGateway({ ...env, PORT }, [], directory)
      onTestFinished(gateway.close)
      behind.push(PORT)
      balancer.cut()
      return gateway
    }

    async function remove(gateway: RestartableGateway): Promise<void> {
      behind.splice(behind.indexOf(new URL(gateway.baseUrl).port), 1)
      balancer.cut()
      await gateway.stop()
    }

    const before = await add(sources.directory)
    const applied = await migrations(databaseUrl)
    const place = { seed, lanes: LANES, databaseUrl, demo: await before.demo(), witnesses, tell: console.log }
    const evidence = await underLoad(place, async (opens) => {
      await opens()
      const after = await add()
      await expectPayments([before, after])
      await remove(before)
      await expectPayments([after])
      const again = await add(sources.directory)
      await expectPayments([again, after])
      await remove(again)
      await opens()
    })
    const violations = audit(evidence)
    if (violations.length > 0) console.log(`seed ${seed}`, violations)
    expect(violations).toEqual([])
    expect(await migrations(databaseUrl)).toEqual(expect.arrayContaining(applied))
    const ended = Object.groupBy(evidence.transactions, ({ status }) => status)
    expect(ended.APPROVED!.length).toBeGreaterThan(LANES)
  },
)

async function emptyDatabase(): Promise<string> {
  const server = Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href
  const name = `release_${randomBytes(6).toString('hex')}`
  await createDatabase(server, name)
  onTestFinished(() => dropDatabase(server, name))
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function migrations(url: string): Promise<string[]> {
  const rows = await withConnection(url, 'test', (sql) => sql<{ name: string }[]>`select name from migrations`)
  return rows.map(({ name }) => name)
}

/** Lets each of them take payments for a while. */
async function expectPayments(gateways: readonly RestartableGateway[]): Promise<void> {
  const before = await Promise.all(gateways.map(approvals))
  await sleep(STAGE_MS)
  for (const [index, gateway] of gateways.entries()) {
    await expect.poll(() => approvals(gateway), { timeout: 100_000 }).toBeGreaterThan(before[index]!)
  }
}

async function approvals({ baseUrl }: RestartableGateway): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text()
  const lines = [...metrics.matchAll(/^tollgate_http_requests_total\{(.*)\} (\d+)$/gm)]
  const paid = lines.filter(
    ([, labels]) => labels!.includes('/transactions/authorize"') && labels!.includes('status="200"'),
  )
  return paid.reduce((sum, [, , count]) => sum + Number(count), 0)
}

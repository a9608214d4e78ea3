import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { GATEWAY } from '#store/schema/roles.ts'
import { openRestartableGateway, type RestartableGateway } from '#test/restartable-gateway.ts'
import { fill } from '../../../bench/fill/index.ts'
import { startLocalDatabase } from '../../../src/supervisor/local-database.ts'
import { type Admin, adminOf } from '../../simulation/campaign/admin.ts'
import { chanceOf } from '../../simulation/campaign/chance.ts'
import { openSandboxes } from '../../simulation/campaign/connectors/sandboxes.ts'
import { type Merchants, openMerchants } from '../../simulation/campaign/merchants.ts'
import { openReceiver } from '../../simulation/campaign/receiver.ts'

/** Gateway in separate processes with a past, whose database logs the plan of every statement. */
export interface ExplainedGateway {
  readonly gateway: RestartableGateway
  readonly merchants: Merchants
  readonly admin: Admin
  /** The superuser's, whose statements are not logged. */
  readonly sql: Database
  /** The log of the server. */
  readonly logFile: string
  close(): Promise<void>
}

/** Payments that merchants have had. The first is the demo's. */
const PASTS = [35_000, 10_000, 5000] as const

/** Everything ends soon, so that the worker has all kinds of ends to do with. */
const SHORT_LIVES = {
  WORKERS: '1',
  LOG_LEVEL: 'fatal',
  PROVIDER_TIMEOUT_SECONDS: '2',
  CHALLENGE_TTL_SECONDS: '5',
  SESSION_TTL_SECONDS: '5',
  PENDING_TTL_SECONDS: '8',
  WEBHOOK_RETRY_SCHEDULE: Array(10).fill('1').join(),
}

const TELLING = {
  log_min_duration: '0',
  log_analyze: 'on',
  log_timing: 'off',
  log_format: 'json',
  log_nested_statements: 'on',
}

export async function openExplainedGateway(): Promise<ExplainedGateway> {
  const chance = chanceOf('plans')
  const [receiver, sandboxes] = await Promise.all([openReceiver('plans'), openSandboxes('plans')])
  const archiveDir = await mkdtemp(join(tmpdir(), 'tollgate-archive-'))
  const archiving = { ARCHIVE_DIR: archiveDir, EVENT_DAYS: '360' }
  const gateway = await openRestartableGateway({ ...SHORT_LIVES, ...archiving, ...sandboxes.env })
  const demo = await gateway.demo()
  const admin = adminOf(demo)
  const merchants = await openMerchants(demo, admin, { receiver, sandboxes, chance })
  const quiet = await admin('POST', '/admin/merchants', { name: 'Larkspur Elsewhere', country: 'RO' })
  await gateway.stop()
  const server = await startLocalDatabase(gateway.dataDir)
  const ids = [merchants.simulated.shop.merchantId, merchants.connected.shop.merchantId, quiet.merchant_id as string]
  const pasts = ids.map((merchantId, index) => ({
    merchantId,
    terminalId: `ter_past${index}`,
    transactions: PASTS[index]!,
  }))
  await fill(server.superuserUrl, pasts, () => undefined)
  const sql = openDatabase(server.superuserUrl, 'test', 2)
  await tellPlans(sql)
  await gateway.start()
  return {
    gateway,
    merchants,
    admin,
    sql,
    logFile: join(gateway.dataDir, 'postgres', 'server.log'),
    async close() {
      await sql.end()
      await gateway.close()
      await Promise.all([receiver.close(), sandboxes.close(), rm(archiveDir, { recursive: true })])
    },
  }
}

/**
 * Makes the server log the plan of each statement of the gateway. @param sql a superuser's, whose statements it does
 * not log
 */
export async function tellPlans(sql: Database): Promise<void> {
  await sql.unsafe(`alter role ${GATEWAY} set session_preload_libraries = 'auto_explain'`)
  for (const [name, value] of Object.entries(TELLING))
    await sql.unsafe(`alter role ${GATEWAY} set auto_explain.${name} = '${value}'`)
}

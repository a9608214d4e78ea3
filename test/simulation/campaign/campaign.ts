import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase, type Sql } from '#store/connection/database.ts'
import { startLocalDatabase } from '../../../src/supervisor/local-database.ts'
import { openRestartableGateway } from '../../support/restartable-gateway.ts'
import { adminOf } from './admin.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Client, openClient } from './client.ts'
import type { Evidence } from './evidence.ts'
import { layTraps } from './failpoints/traps.ts'
import { carryOut, planFaults } from './faults.ts'
import { readEverything } from './final-reads.ts'
import { drawMasterKeys } from './keys.ts'
import { patiently } from './patience.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { openScenarioContext } from './scenario-context.ts'
import { scenarioOf } from './scenarios/index.ts'
import { openShop, type Shop } from './shop.ts'
import { readSimulatorLedgers, unfinished } from './simulator-ledgers.ts'

/** How a campaign is to be run. */
export interface Wanted {
  /** Decides about orders, faults and the receiver's moods. */
  readonly seed: string
  /** How long there are new orders and faults, at least. */
  readonly seconds: number
  /** Orders under way at a time. */
  readonly lanes: number
  /** A bug from `mutants.ts` that the gateway gets, if any. */
  readonly mutant?: string | undefined
  /** Takes a line at a time as things happen. */
  readonly tell: (line: string) => void
}

/** What a campaign leaves behind. */
export interface Finished {
  readonly evidence: Evidence
  /** Processes that died at each named point. */
  readonly sprung: ReadonlyMap<string, number>
  readonly faultLog: readonly string[]
  /** The merchant it is all about. */
  readonly merchantId: string
  /** The database it all happened in, until `close`. */
  readonly sql: Database
  /** Reads everything again, as it stands in the database now. */
  reread(sql: Sql): Promise<Evidence>
  close(): Promise<void>
}

/** Everything ends on its own soon: what nobody finishes within the run is finished a little later. */
const SHORT_LIVES = {
  WORKERS: '2',
  LOG_LEVEL: 'fatal',
  PROVIDER_TIMEOUT_SECONDS: '2',
  CHALLENGE_TTL_SECONDS: '12',
  SESSION_TTL_SECONDS: '12',
  PENDING_TTL_SECONDS: '20',
  WEBHOOK_RETRY_SCHEDULE: Array(40).fill('1').join(),
}
/**
 * A minute is what unknown outcomes and dead keys have (docs/reference/unknown-outcomes.md#what-happens,
 * docs/reference/requests.md#idempotency-key); webhooks that hung take a little more.
 */
const CATCH_UP_SECONDS = 100
const LOOK_MS = 1000

/** Runs orders and faults against a gateway in processes of its own, lets it recover, and gathers the evidence. */
export async function runCampaign(wanted: Wanted): Promise<Finished> {
  const chance = chanceOf(wanted.seed)
  const [receiver, traps] = await Promise.all([openReceiver(wanted.seed), layTraps()])
  const mutant: Record<string, string> = wanted.mutant === undefined ? {} : { MUTANT: wanted.mutant }
  const keys = drawMasterKeys()
  const env = { ...SHORT_LIVES, ...keys.env(), ...traps.env, ...mutant }
  const gateway = await openRestartableGateway(env, traps.nodeArgs)
  const sql = openDatabase((await startLocalDatabase(gateway.dataDir)).superuserUrl, 'auditor', 2)
  const close = async () => {
    await sql.end()
    await gateway.close()
    await Promise.all([receiver.close(), traps.close()])
  }
  try {
    const demo = await gateway.demo()
    const admin = adminOf(demo)
    const shop = await openShop(demo, admin, receiver.url)
    receiver.trust(shop.webhookSecret)
    const client = await openClient(shop.access, chance.branch('client'))
    const faultLog: string[] = []
    const faults = planFaults(chance.branch('faults'))
    const misfortune = carryOut(faults, wanted.seconds, { gateway, traps, sql, admin, keys }, (at, what) => {
      faultLog.push(`${(at / 1000).toFixed(1)} s: ${what}`)
      wanted.tell(faultLog.at(-1)!)
    })
    const closing = new AbortController()
    const orders = serve(wanted.lanes, shop, client, chance.branch('orders'), closing.signal)
    await misfortune
    closing.abort()
    await traps.disarm()
    receiver.recover()
    await patiently(() => keys.rotate(admin))
    client.giveUpAt(Date.now() + CATCH_UP_SECONDS * 1000)
    await orders
    await catchUp(sql, shop, wanted.tell)
    await readEverything(client)
    const reread = (from: Sql) => gather(from, client, shop, receiver)
    const [evidence, sprung] = await Promise.all([reread(sql), traps.sprung()])
    return { evidence, sprung, faultLog, merchantId: shop.merchantId, sql, reread, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Serves orders in lanes, until the shop closes. What an order does depends on its number alone. */
async function serve(lanes: number, shop: Shop, client: Client, chance: Chance, closing: AbortSignal): Promise<void> {
  let orders = 0
  const lane = async () => {
    while (!closing.aborted) {
      orders += 1
      const own = chance.branch(String(orders))
      const context = openScenarioContext(shop, client, own, orders)
      await scenarioOf(own)(context)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function catchUp(sql: Database, shop: Shop, tell: Wanted['tell']): Promise<void> {
  const began = Date.now()
  while (Date.now() - began < CATCH_UP_SECONDS * 1000) {
    if ((await patiently(() => unfinished(sql, shop.merchantId))) === 0) break
    await sleep(LOOK_MS)
  }
  tell(`caught up in ${Math.round((Date.now() - began) / 1000)} s`)
}

async function gather(sql: Sql, client: Client, shop: Shop, receiver: Receiver): Promise<Evidence> {
  const ledgers = await readSimulatorLedgers(sql, shop.merchantId, receiver.url)
  const ledgerProblems = await shop.verifyLedger()
  return { ...ledgers, journal: client.journal, received: receiver.journal, ledgerProblems }
}

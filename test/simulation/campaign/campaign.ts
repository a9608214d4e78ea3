import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase, type Sql } from '#store/connection/database.ts'
import { startLocalDatabase } from '../../../src/supervisor/local-database.ts'
import { openRestartableGateway } from '../../support/restartable-gateway.ts'
import { type Admin, adminOf } from './admin.ts'
import { type Chance, chanceOf } from './chance.ts'
import { type Client, openClient } from './client.ts'
import { readBooks } from './connectors/books.ts'
import { openSandboxes, type Sandboxes } from './connectors/sandboxes.ts'
import { openConnectorShop } from './connectors/shop.ts'
import type { Evidence } from './evidence.ts'
import { layTraps } from './failpoints/traps.ts'
import { carryOut, planFaults } from './faults.ts'
import { readEverything } from './final-reads.ts'
import { drawMasterKeys } from './keys.ts'
import { patiently } from './patience.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { openScenarioContext } from './scenario-context.ts'
import { connectorOrder } from './scenarios/connectors.ts'
import { scenarioOf } from './scenarios/index.ts'
import { openShop, type Shop } from './shop.ts'
import { readSeveralLedgers, unfinished } from './simulator-ledgers.ts'

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
  /** The merchant whose payments go to the simulators. */
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
/** Of all orders, as many go to Stripe and Adyen. */
const AT_CONNECTORS = 0.2

/** Runs orders and faults against a gateway in processes of its own, lets it recover, and gathers the evidence. */
export async function runCampaign(wanted: Wanted): Promise<Finished> {
  const chance = chanceOf(wanted.seed)
  const [receiver, traps, sandboxes] = await Promise.all([
    openReceiver(wanted.seed),
    layTraps(),
    openSandboxes(wanted.seed),
  ])
  const mutant: Record<string, string> = wanted.mutant === undefined ? {} : { MUTANT: wanted.mutant }
  const keys = drawMasterKeys()
  const env = { ...SHORT_LIVES, ...keys.env(), ...traps.env, ...sandboxes.env, ...mutant }
  const gateway = await openRestartableGateway(env, traps.nodeArgs)
  const sql = openDatabase((await startLocalDatabase(gateway.dataDir)).superuserUrl, 'auditor', 2)
  const close = async () => {
    await sql.end()
    await gateway.close()
    await Promise.all([receiver.close(), traps.close(), sandboxes.close()])
  }
  try {
    const demo = await gateway.demo()
    const admin = adminOf(demo)
    const shop = await openShop(demo, admin, receiver.url)
    const connectorShop = await openConnectorShop(demo, admin, receiver.url, sandboxes)
    const merchants: Merchants = {
      simulated: await connect(shop, receiver, chance.branch('client')),
      connected: await connect(connectorShop, receiver, chance.branch('connector client')),
    }
    const both = [merchants.simulated, merchants.connected]
    const faultLog: string[] = []
    const faults = planFaults(chance.branch('faults'))
    const misfortune = carryOut(faults, wanted.seconds, { gateway, traps, sql, admin, keys }, (at, what) => {
      faultLog.push(`${(at / 1000).toFixed(1)} s: ${what}`)
      wanted.tell(faultLog.at(-1)!)
    })
    const closing = new AbortController()
    const orders = serve(wanted.lanes, merchants, chance.branch('orders'), closing.signal)
    await misfortune
    closing.abort()
    await traps.disarm()
    receiver.recover()
    await patiently(() => keys.rotate(admin))
    for (const { client } of both) client.giveUpAt(Date.now() + CATCH_UP_SECONDS * 1000)
    await orders
    await catchUp(sql, both, sandboxes, wanted.tell)
    await Promise.all(both.map(({ client }) => readEverything(client)))
    const reread = (from: Sql) => gather(from, both, sandboxes, admin, receiver)
    const [evidence, sprung] = await Promise.all([reread(sql), traps.sprung()])
    return { evidence, sprung, faultLog, merchantId: shop.merchantId, sql, reread, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A shop with the server that sends its orders. */
interface Merchant {
  readonly shop: Shop
  readonly client: Client
}

/** One whose payments go to the simulators, and one whose cards go to Stripe and Adyen. */
interface Merchants {
  readonly simulated: Merchant
  readonly connected: Merchant
}

async function connect(shop: Shop, receiver: Receiver, chance: Chance): Promise<Merchant> {
  receiver.trust(shop.webhookSecret)
  return { shop, client: await openClient(shop.access, chance) }
}

/** Serves orders in lanes, until the shops close. What an order does depends on its number alone. */
async function serve(lanes: number, merchants: Merchants, chance: Chance, closing: AbortSignal): Promise<void> {
  let orders = 0
  const lane = async () => {
    while (!closing.aborted) {
      orders += 1
      const own = chance.branch(String(orders))
      const isConnected = own.happens(AT_CONNECTORS)
      const { shop, client } = isConnected ? merchants.connected : merchants.simulated
      const context = openScenarioContext(shop, client, own, orders)
      await (isConnected ? connectorOrder : scenarioOf(own))(context)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function catchUp(
  sql: Database,
  merchants: readonly Merchant[],
  { post }: Sandboxes,
  tell: Wanted['tell'],
): Promise<void> {
  const began = Date.now()
  const ids = merchants.map(({ shop }) => shop.merchantId)
  // Notices first: each may have something reversed, which another notice tells of.
  const underWay = async () => post.underWay() || (await patiently(() => unfinished(sql, ids))) || post.underWay()
  while (Date.now() - began < CATCH_UP_SECONDS * 1000) {
    if ((await underWay()) === 0) break
    await sleep(LOOK_MS)
  }
  tell(`caught up in ${Math.round((Date.now() - began) / 1000)} s`)
}

async function gather(
  sql: Sql,
  merchants: readonly Merchant[],
  sandboxes: Sandboxes,
  admin: Admin,
  receiver: Receiver,
): Promise<Evidence> {
  const ids = merchants.map(({ shop }) => shop.merchantId)
  const ledgers = await readSeveralLedgers(sql, ids, receiver.url)
  const { discrepancies } = await admin('GET', '/admin/ledger/verify')
  const { post } = sandboxes
  return {
    ...ledgers,
    charges: [...ledgers.charges, ...readBooks(sandboxes, ledgers)],
    journal: {
      operations: merchants.flatMap(({ client }) => client.journal.operations),
      exchanges: merchants.flatMap(({ client }) => client.journal.exchanges),
    },
    received: receiver.journal,
    ledgerProblems: discrepancies.map((each: object) => JSON.stringify(each)),
    connectors: {
      complaints: sandboxes.complaints(),
      forgedAnswers: post.forgedAnswers,
      delivered: post.delivered,
    },
  }
}

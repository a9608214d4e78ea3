import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { eventually } from '#test/eventually.ts'
import type { ReplicatedPostgres } from '#test/postgres-pair.ts'
import { adminOf } from '../campaign/admin.ts'
import { chanceOf } from '../campaign/chance.ts'
import { openClient } from '../campaign/client.ts'
import { openSandboxes } from '../campaign/connectors/sandboxes.ts'
import { openConnectorShop } from '../campaign/connectors/shop.ts'
import type { Evidence } from '../campaign/evidence.ts'
import { readEverything } from '../campaign/final-reads.ts'
import { gather } from '../campaign/gather.ts'
import { patiently } from '../campaign/patience.ts'
import { openReceiver } from '../campaign/receiver.ts'
import { unfinished } from '../campaign/simulator-ledgers.ts'
import { type Gateways, openGateways } from './gateways.ts'
import { openDoor, takeOrders } from './orders.ts'

/** How a campaign is to be run. */
export interface Wanted {
  /** Starts the servers that are lost. */
  readonly openDatabases: () => Promise<ReplicatedPostgres>
  /** Decides about orders and the receiver's moods. */
  readonly seed: string
  /** Times that the primary is lost. */
  readonly rounds: number
  /** Orders under way at a time. */
  readonly lanes: number
  /** Payments go on for so long before each loss, with a standby that follows. */
  readonly secondsOfPeace: number
  /** Takes a line at a time as things happen. */
  readonly tell: (line: string) => void
}

/** One loss of the primary. */
export interface Round {
  /** From the kill until the standby takes writes. */
  readonly secondsToPromotion: number
  /** From the kill to the first approval of an order that came after the promotion. */
  readonly secondsToApproval: number
  /** From the kill until both gateways said that they are ready. */
  readonly secondsToReady: number
}

/** What a campaign leaves behind. */
export interface Finished {
  readonly rounds: readonly Round[]
  readonly evidence: Evidence
  /** PostgreSQL's major version. */
  readonly postgres: number
}

/** Everything ends on its own soon: what nobody finishes within the run is finished a little later. */
const SHORT_LIVES = {
  WORKERS: '1',
  LOG_LEVEL: 'fatal',
  PROVIDER_TIMEOUT_SECONDS: '2',
  CHALLENGE_TTL_SECONDS: '12',
  SESSION_TTL_SECONDS: '12',
  PENDING_TTL_SECONDS: '30',
  WEBHOOK_RETRY_SCHEDULE: Array(40).fill('1').join(),
}
/** A minute is what unknown outcomes have (docs/reference/unknown-outcomes.md#what-happens); webhooks take a little more. */
const CATCH_UP_SECONDS = 100
/** Far more than a round may take: whoever waits longer waits for ever. */
const PATIENCE_SECONDS = 90

/**
 * Takes payments through two gateways while their primary is killed and its standby promoted, again and again, lets them
 * recover and gathers the evidence. All cards go to a Stripe outside: its book cannot fail over with ours.
 */
export async function runFailovers(wanted: Wanted): Promise<Finished> {
  const [receiver, sandboxes] = await Promise.all([openReceiver(wanted.seed), openSandboxes(wanted.seed)])
  const pair = await wanted.openDatabases()
  const MASTER_KEY = randomBytes(32).toString('base64')
  const env = { ...SHORT_LIVES, ...sandboxes.env, MASTER_KEY, DATABASE_URL: pair.url }
  let gateways: Gateways | undefined
  let sql: Database | undefined
  try {
    gateways = await openGateways(env)
    const { demo } = gateways
    const admin = adminOf(demo)
    const chance = chanceOf(wanted.seed)
    const shop = await openConnectorShop(demo, admin, receiver.url, sandboxes)
    receiver.trust(shop.webhookSecret)
    const client = await openClient(shop.access, chance.branch('client'))
    const merchant = { shop, client }
    const closing = new AbortController()
    const orders = takeOrders(wanted.lanes, merchant, chance.branch('orders'), closing.signal)
    const door = openDoor(merchant, chance.branch('knocks'))
    const rounds: Round[] = []
    while (rounds.length < wanted.rounds) {
      rounds.push(await round(wanted, pair, gateways, door.opens))
      wanted.tell(`round ${rounds.length}: ${told(rounds.at(-1)!)}`)
    }
    closing.abort()
    receiver.recover()
    client.giveUpAt(Date.now() + CATCH_UP_SECONDS * 1000)
    await Promise.all([orders, door.answered()])
    const auditor = openDatabase(pair.url, 'auditor', 2)
    sql = auditor
    const settled = () => patiently(async () => (await unfinished(auditor, [shop.merchantId])) === 0)
    await eventually('everything to end', CATCH_UP_SECONDS, settled).catch(({ message }) => wanted.tell(message))
    await readEverything(client)
    const evidence = await gather(auditor, [merchant], { sandboxes, admin, receiver })
    return { rounds, evidence, postgres: pair.version }
  } finally {
    await sql?.end()
    await gateways?.close()
    await Promise.all([pair.close(), receiver.close(), sandboxes.close()])
  }
}

/** @param opens waits until payments are approved again */
async function round(
  { secondsOfPeace }: Wanted,
  pair: ReplicatedPostgres,
  gateways: Gateways,
  opens: () => Promise<void>,
): Promise<Round> {
  await pair.addStandby()
  await sleep(secondsOfPeace * 1000)
  const { killedAt, promotedAt } = await pair.failOver()
  const seconds = (time = Date.now()) => (time - killedAt) / 1000
  const ready = eventually('both gateways to be ready', PATIENCE_SECONDS, gateways.areReady)
  const [secondsToApproval, secondsToReady] = await Promise.all([
    opens().then(() => seconds()),
    ready.then(() => seconds()),
  ])
  return { secondsToPromotion: seconds(promotedAt), secondsToApproval, secondsToReady }
}

function told({ secondsToPromotion, secondsToReady, secondsToApproval }: Round): string {
  const [promoted, ready, approved] = [secondsToPromotion, secondsToReady, secondsToApproval].map((each) =>
    each.toFixed(1),
  )
  return `promoted ${promoted} s after the kill, a payment approved ${approved} s, both gateways ready ${ready} s`
}

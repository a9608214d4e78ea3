import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '#store/connection/database.ts'
import { eventually } from '#test/eventually.ts'
import type { Demo } from '#test/gateway-process.ts'
import { adminOf } from '../campaign/admin.ts'
import { chanceOf } from '../campaign/chance.ts'
import { openClient } from '../campaign/client.ts'
import { openSandboxes, type Sandboxes } from '../campaign/connectors/sandboxes.ts'
import { openConnectorShop } from '../campaign/connectors/shop.ts'
import type { Evidence } from '../campaign/evidence.ts'
import { readEverything } from '../campaign/final-reads.ts'
import { gather } from '../campaign/gather.ts'
import { openReceiver, type Receiver } from '../campaign/receiver.ts'
import { patiently } from '../campaign/retry.ts'
import { SHORT_LIVES } from '../campaign/short-timeouts.ts'
import { unfinished } from '../campaign/simulator-ledgers.ts'
import { takeOrders, watchService } from './orders.ts'

/** A minute is what unknown outcomes have (docs/reference/unknown-outcomes.md#what-happens); webhooks take a little more. */
const CATCH_UP_SECONDS = 100

/** Witnesses outside the gateways: the merchant's server and the providers. */
interface Witnesses {
  readonly receiver: Receiver
  readonly sandboxes: Sandboxes
  /** Settings of every gateway that they are to watch. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

export async function openWitnesses(seed: string): Promise<Witnesses> {
  const [receiver, sandboxes] = await Promise.all([openReceiver(seed), openSandboxes(seed)])
  const MASTER_KEY = randomBytes(32).toString('base64')
  return {
    receiver,
    sandboxes,
    env: { ...SHORT_LIVES, WORKERS: '1', ...sandboxes.env, MASTER_KEY },
    close: async () => void (await Promise.all([receiver.close(), sandboxes.close()])),
  }
}

/** Gateways on one database, and what is sent to them. */
interface Place {
  /** Decides about orders and the receiver's moods. */
  readonly seed: string
  /** Orders in progress at a time. */
  readonly lanes: number
  readonly databaseUrl: string
  readonly demo: Demo
  readonly witnesses: Witnesses
  /** Takes a line at a time as things happen. */
  readonly tell: (line: string) => void
}

/**
 * Takes orders while something happens to the gateways, lets everything end and gathers the evidence.
 * @param act waits by its parameter until a new order is approved
 */
export async function underLoad(
  place: Place,
  act: (approves: () => Promise<void>) => Promise<void>,
): Promise<Evidence> {
  const { seed, demo, witnesses, databaseUrl, tell } = place
  const { receiver, sandboxes } = witnesses
  const admin = adminOf(demo)
  const chance = chanceOf(seed)
  const shop = await openConnectorShop(demo, admin, receiver.url, sandboxes)
  receiver.trust(shop.webhookSecret)
  const client = await openClient(shop.access, chance.branch('client'))
  const merchant = { shop, client }
  const closing = new AbortController()
  const orders = takeOrders(place.lanes, merchant, chance.branch('orders'), closing.signal)
  const service = watchService(merchant, chance.branch('checks'))
  await act(service.approves).finally(() => closing.abort())
  receiver.recover()
  client.giveUpAt(Date.now() + CATCH_UP_SECONDS * 1000)
  await Promise.all([orders, service.answered()])
  const auditor = openDatabase(databaseUrl, 'auditor', 2)
  try {
    await settle(auditor, shop.merchantId).catch(({ message }) => tell(message))
    await readEverything(client)
    return await gather([{ sql: auditor, admin }], [merchant], { sandboxes, receiver })
  } finally {
    await auditor.end()
  }
}

async function settle(sql: Database, merchantId: string): Promise<void> {
  const isSettled = () => patiently(async () => (await unfinished(sql, [merchantId])) === 0)
  await eventually('everything to end', CATCH_UP_SECONDS, isSettled)
}

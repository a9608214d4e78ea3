import type { Demo } from '#test/gateway-process.ts'
import type { Admin } from './admin.ts'
import type { Chance } from './chance.ts'
import { type Client, openClient } from './client.ts'
import type { Sandboxes } from './connectors/sandboxes.ts'
import { openConnectorShop } from './connectors/shop.ts'
import type { Receiver } from './receiver.ts'
import { openShop, type Shop } from './shop.ts'

/** A shop with the server that sends its orders. */
export interface Merchant {
  readonly shop: Shop
  readonly client: Client
}

/** One whose payments go to the simulators, and one whose cards go to Stripe and Adyen. */
export interface Merchants {
  readonly simulated: Merchant
  readonly connected: Merchant
}

/** Parts of the campaign that merchants use. */
interface Surroundings {
  readonly receiver: Receiver
  readonly sandboxes: Sandboxes
  readonly chance: Chance
  /** Statuses after which their servers send a request again, besides those of any gateway. */
  readonly retried?: ReadonlySet<number>
}

/** Opens both shops. */
export async function openMerchants(
  demo: Demo,
  admin: Admin,
  { receiver, sandboxes, chance, retried }: Surroundings,
): Promise<Merchants> {
  const shop = await openShop(demo, admin, receiver.url)
  const connectorShop = await openConnectorShop(demo, admin, receiver.url, sandboxes)
  return {
    simulated: await connect(shop, receiver, chance.branch('client'), retried),
    connected: await connect(connectorShop, receiver, chance.branch('connector client'), retried),
  }
}

async function connect(
  shop: Shop,
  receiver: Receiver,
  chance: Chance,
  retried?: ReadonlySet<number>,
): Promise<Merchant> {
  receiver.trust(shop.webhookSecret)
  return { shop, client: await openClient(shop.access, chance, retried) }
}

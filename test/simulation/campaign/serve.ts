import type { Chance } from './chance.ts'
import type { Merchants } from './merchants.ts'
import { openScenarioContext } from './scenario-context.ts'
import { connectorOrder } from './scenarios/connectors.ts'
import { scenarioOf } from './scenarios/index.ts'

/** Of all orders, so many go to Stripe and Adyen. */
const AT_CONNECTORS = 0.15

/** Serves orders in lanes, until the shops close. What an order does depends on its number alone. */
export async function serve(lanes: number, merchants: Merchants, chance: Chance, closing: AbortSignal): Promise<void> {
  let orders = 0
  const lane = async () => {
    while (!closing.aborted) {
      orders += 1
      await serveOrder(merchants, chance, orders)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Serves one order to its end. */
export function serveOrder(merchants: Merchants, chance: Chance, number: number): Promise<void> {
  const own = chance.branch(String(number))
  const isConnected = own.happens(AT_CONNECTORS)
  const { shop, client } = isConnected ? merchants.connected : merchants.simulated
  const context = openScenarioContext(shop, client, own, number)
  return (isConnected ? connectorOrder : scenarioOf(own))(context)
}

import { NOT_ENROLLED } from '#test/test-merchant.ts'
import type { Chance } from '../campaign/chance.ts'
import type { Merchant } from '../campaign/merchants.ts'
import { openScenarioContext, type ScenarioContext } from '../campaign/scenario-context.ts'
import { authorization, purchase, saved } from '../campaign/scenarios/cards.ts'
import { challenge } from '../campaign/scenarios/challenge.ts'
import { place } from '../campaign/scenarios/place.ts'

type Order = (context: ScenarioContext) => Promise<void>

/** Orders by frequency. */
const ORDERS: readonly Order[] = [purchase, purchase, authorization, authorization, saved, challenge, challenge]

/** Takes orders in lanes until the shop closes; all are charged at Stripe. */
export async function takeOrders(lanes: number, merchant: Merchant, chance: Chance, closing: AbortSignal) {
  let orders = 0
  const lane = async () => {
    while (!closing.aborted) {
      orders += 1
      const own = chance.branch(String(orders))
      await own.pick(ORDERS)(openScenarioContext(merchant.shop, merchant.client, own, orders))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const CHECK_MS = 200

/** Orders that only ask whether payments are taken again; each is insisted on like any other. */
export function watchService({ shop, client }: Merchant, chance: Chance) {
  const orders: Promise<unknown>[] = []

  async function check(): Promise<boolean> {
    const name = `check-${orders.length}`
    const context = { ...openScenarioContext(shop, client, chance.branch(name), 0), reference: name, copies: () => 1 }
    const operation = client.want({ name, kind: 'PURCHASE', reference: name, amount: 100 })
    const order = { kind: 'PURCHASE', amount: 100, metadata: NOT_ENROLLED } as const
    const { answer } = await place({ ...context, want: () => operation }, order)
    return answer.class === 'yes' && answer.status === 'APPROVED'
  }

  return {
    /** Waits until an order is approved, a new one every moment. */
    async approves(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const checking = setInterval(() => orders.push(check().then((approved) => approved && resolve())), CHECK_MS)
      await promise.finally(() => clearInterval(checking))
    },
    answered: () => Promise.all(orders),
  }
}

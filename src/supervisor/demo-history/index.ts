import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '#flows/gateway.ts'
import { answerMarginSeconds } from '#flows/provider-calls/call-provider.ts'
import { recordPast } from '#store/transactions/record-past.ts'
import { openTransactionWriter } from '#store/transactions/transaction-writer.ts'
import { type DemoMerchant, DemoShop } from './demo-shop.ts'
import { type FollowUp, ORDERS, type Order } from './orders.ts'
import { PastClock } from './past-clock.ts'

const HOUR_MS = 3_600_000
const SPAN_MS = 14 * 24 * HOUR_MS
/** Distance of the orders from both ends of the history. */
const MARGIN_MS = 20 * 60_000
const FIRST_ORDER = 1041
/** Leaves the processors to the requests of the first seconds. */
const PAUSE_MS = 40

/**
 * Records two weeks of payments through the usual flows, with a past clock and no deliveries
 * (docs/reference/running.md#the-demo-history).
 * @param signal ends it early
 */
export async function recordDemoHistory(gateway: Gateway, merchant: DemoMerchant, signal: AbortSignal): Promise<void> {
  const until = gateway.clock.now().getTime()
  const clock = new PastClock()
  const writer = openTransactionWriter(gateway.sql, answerMarginSeconds(gateway), true)
  const shop = new DemoShop({ ...gateway, writer }, clock, merchant)
  const since = new Date(until - SPAN_MS)
  await recordPast(gateway.sql, merchant.merchantId, since, async () => {
    for (const { at, act } of planHistory(shop, until)) {
      if (signal.aborted) return
      clock.set(at)
      await act()
      await sleep(PAUSE_MS)
    }
  })
}

interface Step {
  readonly at: number
  readonly act: () => Promise<void>
}

function planHistory(shop: DemoShop, until: number): readonly Step[] {
  const paid = new Map<Order, Transaction>()
  const pay = (order: Order, index: number): Step => ({
    at: orderTime(index, until),
    act: async () => void paid.set(order, await shop.pay(order, `LC-${FIRST_ORDER + index}`)),
  })
  const manage = (order: Order, index: number, followUp: FollowUp): Step => ({
    at: orderTime(index, until) + followUp.afterHours * HOUR_MS,
    act: () => shop.manage(paid.get(order)!, followUp),
  })
  return ORDERS.flatMap((order, index) => [
    pay(order, index),
    ...order.followUps.map((followUp) => manage(order, index, followUp)),
  ]).toSorted((one, other) => one.at - other.at)
}

/** Time of an order, at irregular intervals. */
function orderTime(index: number, until: number): number {
  const interval = (SPAN_MS - 2 * MARGIN_MS) / ORDERS.length
  return until - SPAN_MS + MARGIN_MS + interval * (index + ((index * 37) % 100) / 100)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#store/connection/database.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

const PATIENCE_SECONDS = 30
const LOOK_MS = 200

/** Counts payments, and waits until nothing of them is left to do. */
export interface PaymentCounter {
  paid(): number
  /** Messages of those that went wrong. */
  errors(): readonly string[]
  count<T>(payment: Promise<T>): Promise<T>
  /** Their webhooks have arrived and the worker has gathered them, or it takes so long that the report shows it. */
  settled(): Promise<void>
}

export function openTill(sql: Database, receiver: WebhookReceiver): PaymentCounter {
  let paid = 0
  /** Webhooks that are no longer waited for. */
  let missing = 0
  const errors: string[] = []
  return {
    paid: () => paid,
    errors: () => errors,
    count: async (payment) => {
      try {
        const result = await payment
        paid += 1
        return result
      } catch (error) {
        errors.push((error as Error).message)
        throw error
      }
    },
    settled: async () => {
      const since = new Date()
      await patiently(async () => receiver.received() + missing >= paid)
      missing = Math.max(0, paid - receiver.received())
      await patiently(() => isGathered(sql, since))
    },
  }
}

async function patiently(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_SECONDS * 1000
  while (!(await holds()) && performance.now() < deadline) await sleep(LOOK_MS)
}

/** True if search and sums know everything that was paid until then. */
async function isGathered(sql: Database, since: Date): Promise<boolean> {
  const [mark] = await sql<{ reached: Date | null }[]>`select reached from gathering_marks where name = 'payments'`
  return (mark?.reached ?? new Date(0)) >= since
}

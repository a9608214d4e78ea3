import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#store/connection/database.ts'
import type { Sandboxes } from './connectors/sandboxes.ts'
import { bringDays } from './fault-actions.ts'
import type { Merchant } from './merchants.ts'
import { patiently } from './retry.ts'
import { unfinished } from './simulator-ledgers.ts'

/**
 * A minute is what unknown outcomes and dead keys have (docs/reference/unknown-outcomes.md#what-happens,
 * docs/reference/requests.md#idempotency-key); webhooks that hung take a little more, and a machine that has to do other
 * work as well several times as long. The campaign goes on as soon as nothing is in progress.
 */
export const CATCH_UP_SECONDS = 240
const LOOK_MS = 1000

/** Waits until nothing of the merchants is in progress in any database. @returns the seconds it took */
export async function catchUp(
  databases: readonly Database[],
  merchants: readonly Merchant[],
  { post }: Sandboxes,
): Promise<number> {
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  const ids = merchants.map(({ shop }) => shop.merchantId)
  const inDatabase = (sql: Database) => patiently(() => unfinished(sql, ids))
  // Notices first: each may lead to a reversal, which another notice reports.
  const inProgress = async () =>
    post.underWay() || (await Promise.all(databases.map(inDatabase))).some(Boolean) || post.underWay() > 0
  while (seconds() < CATCH_UP_SECONDS && (await inProgress())) {
    await Promise.all(databases.map((sql) => patiently(() => bringDays({ sql }))))
    await sleep(LOOK_MS)
  }
  return seconds()
}

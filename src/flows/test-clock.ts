import type { Actor } from '#domain/actor.ts'
import type { Sql } from '#store/connection/database.ts'
import { retryOnDeadlock } from '#store/connection/deadlocks.ts'
import { bumpConfigurationVersion } from '#store/merchants/merchants.ts'
import { advanceTestClock, readTestClock } from '#store/merchants/test-clock.ts'
import { advanceSimulators } from '#store/simulators/charges.ts'
import { applyAdminChange } from './change.ts'
import type { Gateway } from './gateway.ts'

/** Time by a merchant's test clock (docs/reference/simulators.md#test-clock). */
export function showTestClock({ sql }: Gateway, merchantId: string): Promise<Date> {
  return readTestClock(sql, merchantId)
}

/** Advances the clock, which makes everything due in that time due now, for this merchant only. @returns its time */
export async function moveTestClock(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  seconds: number,
): Promise<Date> {
  const deed = { actor, action: 'test-clock.advanced' as const, merchantId, subject: merchantId, changes: { seconds } }
  const move = async (sql: Sql) => {
    await advanceTestClock(sql, merchantId, seconds, gateway.settings.settlementDelaySeconds)
    await advanceSimulators(sql, merchantId, seconds)
    // Snapshots of the configuration include the clock, by which cards expire.
    await bumpConfigurationVersion(sql, merchantId)
    return readTestClock(sql, merchantId)
  }
  return retryOnDeadlock(() => applyAdminChange(gateway, deed, move))
}

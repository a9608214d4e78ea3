import { hidePeople } from '#domain/rules/hidden-values.ts'
import type { Sql } from '#store/connection/database.ts'
import { type ClearRules, lockClearRules, lockClearRulesOf, storeHiddenRules } from '#store/rules/rule-sets.ts'
import type { Gateway } from '../gateway.ts'
import { hidePeopleOf } from '../payment/authorize/hide-people.ts'

const BATCH = 20

/**
 * Hides people in stored versions, a day after an upgrade from a release that cannot match hidden values.
 * @returns true if there may be more
 */
export function hidePeopleInRules(gateway: Gateway): Promise<boolean> {
  return gateway.sql.begin(async (tx) => {
    const sets = await lockClearRules(tx, BATCH)
    await hideIn(gateway, tx, sets)
    return sets.length === BATCH
  })
}

/** Hides them in a merchant's rules immediately, so that an erasure finds them. */
export async function hidePeopleInRulesOf(gateway: Gateway, tx: Sql, merchantId: string): Promise<void> {
  await hideIn(gateway, tx, await lockClearRulesOf(tx, merchantId))
}

async function hideIn(gateway: Gateway, tx: Sql, sets: readonly ClearRules[]): Promise<void> {
  for (const set of sets) {
    const hide = hidePeopleOf(gateway, set.merchantId)
    await storeHiddenRules(tx, { ...set, rules: set.rules.map((rule) => hidePeople(rule, hide)) })
  }
}

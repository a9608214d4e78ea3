import { hidePeople } from '#domain/rules/hidden-values.ts'
import { lockClearRules, storeHiddenRules } from '#store/rules/rule-sets.ts'
import type { Gateway } from '../gateway.ts'
import { hidePeopleOf } from '../payment/authorize/hide-people.ts'

const BATCH = 20

/** Hides values of people in versions that an earlier release saved. @returns true if there may be more */
export function hidePeopleInRules(gateway: Gateway): Promise<boolean> {
  return gateway.sql.begin(async (tx) => {
    const sets = await lockClearRules(tx, BATCH)
    for (const set of sets) {
      const hide = hidePeopleOf(gateway, set.merchantId)
      await storeHiddenRules(tx, { ...set, rules: set.rules.map((rule) => hidePeople(rule, hide)) })
    }
    return sets.length === BATCH
  })
}

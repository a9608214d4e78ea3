import type { Database } from '../connection/database.ts'

/** Longer than the past of a merchant takes to record. */
const HOLD = '10min'

/**
 * Records a merchant's past. No day of the ledger closes meanwhile; then the worker indexes and counts again from
 * `since`.
 * @returns false without running `act` if a day since then is closed or the merchant has a transaction
 */
export function recordPast(sql: Database, merchantId: string, since: Date, act: () => Promise<void>): Promise<boolean> {
  return sql.begin(async (hold) => {
    await hold`select set_config('idle_in_transaction_session_timeout', ${HOLD}, true)`
    const [mark] = await hold<{ isOpen: boolean }[]>`
      select coalesce(reached <= ${since}, true) and not exists (
        select from transactions where merchant_id = ${merchantId}
      ) as "isOpen"
      from gathering_marks where name = 'ledger' for update`
    if (!mark?.isOpen) return false
    await act()
    await hold`update gathering_marks set reached = least(reached, ${since}) where name = 'payments'`
    return true
  })
}

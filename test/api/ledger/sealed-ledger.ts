import { closeNextDay } from '#flows/ledger/close-day.ts'
import { proveLedger } from '#flows/ledger/verify.ts'
import type { TestMerchant } from '#test/test-merchant.ts'
import { type LedgerApp, pay, startLedgerApp, trade } from './ledger-app.ts'

const never = new AbortController().signal
/** Rows that a manual change of the ledger touches. */
const TABLES = ['transactions', 'attempts', 'simulator.charges', 'ledger_entries', 'ledger_days', 'ledger_seals']

/** A gateway whose merchant traded on past days, which are closed and sealed; another traded on the first one only. */
export interface SealedLedger extends LedgerApp {
  /** Days with entries, the oldest first. */
  readonly days: readonly string[]
  /** Failed checks of a nightly verification. @param nights days since 1970 */
  night(...nights: readonly number[]): Promise<readonly string[]>
  /** Failed checks of the command. */
  command(): Promise<readonly string[]>
  /** Runs a statement as an administrator who bypasses triggers. */
  alter(statement: string): Promise<unknown>
  /** Undoes all that was altered since the days were sealed. */
  restore(): Promise<void>
  /** Trades, and makes it the past. */
  tradeAgo(days: number): Promise<void>
}

/** @param daysAgo days of trade, the oldest first */
export async function startSealedLedger(daysAgo: readonly number[]): Promise<SealedLedger> {
  const app = await startLedgerApp()
  // It would close days before all their trade is there.
  await app.stopWorker()
  const { sql } = app.database
  const merchant: TestMerchant = await app.merchantWith({ fee_basis_points: 290, fee_fixed: 30 })
  const alter = (statement: string) =>
    sql.begin(async (administrator) => {
      await administrator`set local session_replication_role = replica`
      await administrator.unsafe(statement)
    })
  const tradeAgo = async (days: number) => {
    await trade(merchant)
    const ago = `- interval '${days} days' where`
    await alter(`
      update transactions set finished_at = finished_at ${ago} finished_at > now() - interval '1 hour';
      update ledger_entries set posted_at = posted_at ${ago} posted_at > now() - interval '1 hour'`)
  }
  await pay(await app.merchantWith({}))
  for (const days of daysAgo) await tradeAgo(days)
  while (await closeNextDay(app.gateway));
  const { discrepancies } = await proveLedger(app.gateway, never, undefined, [0])
  if (discrepancies.length > 0) throw new Error(JSON.stringify(discrepancies))
  await alter(TABLES.map((table) => `create table kept_${table.replace('.', '_')} as table ${table}`).join('; '))
  const sealed = await sql<{ day: string }[]>`select distinct day::text as day from ledger_seals order by day`
  const checksOf = (found: readonly { readonly check: string; readonly subject: string }[]) =>
    found.map(({ check, subject }) => `${check} ${subject}`).sort()
  return {
    ...app,
    days: sealed.map(({ day }) => day),
    night: async (...nights) => checksOf((await proveLedger(app.gateway, never, undefined, nights)).discrepancies),
    command: async () => checksOf((await app.verify()).discrepancies),
    alter,
    tradeAgo,
    restore: async () => {
      const restored = TABLES.map(
        (table) => `delete from ${table}; insert into ${table} table kept_${table.replace('.', '_')}`,
      )
      await alter(restored.join('; '))
    },
  }
}

/** Days since 1970. */
export function dayNumber(day: string): number {
  return Date.parse(day) / 86_400_000
}

import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'

export interface FailingAccount {
  readonly merchantId: string
  readonly providerAccountId: string
  readonly failures: number
  readonly openedAt: Date | null
  readonly probeAt: Date | null
  /** On the database's clock, when this was read. */
  readonly isProbeDue: boolean
}

const FAILING = record<FailingAccount>({ isProbeDue: 'coalesce(probe_at <= now(), false)' })(
  'merchantId, providerAccountId, failures, openedAt, probeAt, isProbeDue',
)

/** Lists accounts whose last answer was a failure. The table has no others, so it is small. */
export async function listFailingAccounts(sql: Sql): Promise<FailingAccount[]> {
  return sql<FailingAccount[]>`select ${FAILING.select(sql)} from provider_circuits`
}

/** Counts one more failure in a row; from `threshold` on the circuit is open and is probed after `pauseSeconds`. */
export async function countFailure(
  sql: Sql,
  merchantId: string,
  providerAccountId: string,
  threshold: number,
  pauseSeconds: number,
): Promise<FailingAccount> {
  const [row] = await sql<[FailingAccount]>`
    insert into provider_circuits as circuit (merchant_id, provider_account_id, failures)
    values (${merchantId}, ${providerAccountId}, 1)
    on conflict (merchant_id, provider_account_id) do update set
      failures = circuit.failures + 1, updated_at = now(),
      opened_at = case when circuit.failures + 1 >= ${threshold} then coalesce(circuit.opened_at, now()) end,
      probe_at = case when circuit.failures + 1 >= ${threshold}
        then now() + make_interval(secs => ${pauseSeconds}) end
    returning ${FAILING.select(sql, 'circuit')}`
  return row
}

export async function purgeFailures(sql: Sql, merchantId: string, providerAccountId: string): Promise<void> {
  await sql`
    delete from provider_circuits
    where merchant_id = ${merchantId} and provider_account_id = ${providerAccountId}`
}

/** Lets one request through after the pause. @returns the probe for `returnProbe`; undefined if it is taken */
export async function claimProbe(
  sql: Sql,
  merchantId: string,
  providerAccountId: string,
  pauseSeconds: number,
): Promise<string | undefined> {
  const [row] = await sql<{ probe: string }[]>`
    update provider_circuits set probe_at = now() + make_interval(secs => ${pauseSeconds})
    where merchant_id = ${merchantId} and provider_account_id = ${providerAccountId} and probe_at <= now()
    returning probe_at::text as probe`
  return row?.probe
}

/** Passes an unused probe to the next request, unless the account responded meanwhile. */
export async function returnProbe(
  sql: Sql,
  merchantId: string,
  providerAccountId: string,
  probe: string,
): Promise<void> {
  await sql`
    update provider_circuits set probe_at = now()
    where merchant_id = ${merchantId} and provider_account_id = ${providerAccountId}
      and probe_at = ${probe}::text::timestamptz`
}

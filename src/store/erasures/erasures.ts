import type { Sql } from '../connection/database.ts'
import { merchantTime, momentAgo } from '../merchants/test-clock.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'

export interface ErasureState {
  readonly erasureId: string
  readonly status: 'PENDING' | 'COMPLETED'
  readonly transactions: bigint
  readonly events: bigint
}

/** Erases the data of a person, or of all payments before a time. */
export interface Erased {
  readonly customerIds: readonly string[]
  /** In any spelling. */
  readonly email: string | null
  readonly createdBefore: Date | null
}

export interface Progress {
  readonly customerIds: readonly string[]
  /** The table that is gone through; one beyond the last between two passes. */
  readonly step: number
  readonly reachedAt: Date
  readonly reachedId: string
  readonly passFrom: Date
  readonly nextFrom: Date
}

export interface Erasure extends Erased, Progress {
  readonly merchantId: string
  readonly erasureId: string
}

const STATE = record<ErasureState>()('erasureId, status, transactions, events')
const ERASURE = record<Erasure>()(
  'merchantId, erasureId, customerIds, email, createdBefore, step, reachedAt, reachedId, passFrom, nextFrom',
)

export async function insertErasure(
  sql: Sql,
  merchantId: string,
  id: string,
  { customerIds, email, createdBefore }: Erased,
  from = new Date(0),
): Promise<void> {
  await sql`
    insert into erasures (merchant_id, erasure_id, customer_ids, email, created_before, reached_at, pass_from)
    values (${merchantId}, ${id}, ${customerIds}, ${email}, ${createdBefore}, ${from}, ${from})`
}

export function findErasure(sql: Sql, merchantId: string, id: string): Promise<ErasureState | undefined> {
  return first(sql<ErasureState[]>`
    select ${STATE.select(sql)} from erasures
    where merchant_id = ${merchantId} and erasure_id = ${id}`)
}

/** Erasures of a merchant that are not complete. */
export async function listOpenErasures(sql: Sql, merchantId: string): Promise<Erased[]> {
  return sql<Erased[]>`
    select customer_ids as "customerIds", email, created_before as "createdBefore"
    from erasures where merchant_id = ${merchantId} and due_at is not null`
}

export function claimErasure(tx: Sql): Promise<Erasure | undefined> {
  return first(tx<Erasure[]>`
    select ${ERASURE.select(tx)}
    from erasures where due_at <= now() order by due_at limit 1 for no key update skip locked`)
}

/** @param waitSeconds until there is something to do again */
export async function saveProgress(
  tx: Sql,
  { merchantId, erasureId }: Erasure,
  progress: Progress,
  { transactions, events }: { readonly transactions: number; readonly events: number },
  waitSeconds: number,
): Promise<void> {
  await tx`
    update erasures set step = ${progress.step}, reached_at = ${progress.reachedAt}, reached_id = ${progress.reachedId},
      pass_from = ${progress.passFrom}, next_from = ${progress.nextFrom},
      customer_ids = ${progress.customerIds}, transactions = transactions + ${transactions}::bigint,
      events = events + ${events}::bigint, due_at = clock_timestamp() + make_interval(secs => ${waitSeconds}::float8)
    where merchant_id = ${merchantId} and erasure_id = ${erasureId}`
}

export async function completeErasure(tx: Sql, { merchantId, erasureId }: Erasure): Promise<void> {
  await tx`
    update erasures set status = 'COMPLETED', due_at = null, completed_at = now(), email = null, customer_ids = '{}'
    where merchant_id = ${merchantId} and erasure_id = ${erasureId}`
}

/**
 * Claims payments that are too old by their merchant's clock.
 * @returns time ranges of merchants last claimed a day earlier or a day less far
 */
export async function claimOldPayments(tx: Sql) {
  const merchants = await tx<{ merchantId: string; seconds: number; from: Date | null }[]>`
    select merchant_id as "merchantId", personal_data_days * 86400 as seconds, personal_data_erased_before as "from"
    from merchants where personal_data_days is not null order by merchant_id for no key update`
  const claimed: { merchantId: string; from: Date | undefined; before: Date }[] = []
  for (const { merchantId, seconds, from } of merchants) {
    const [row] = await tx<{ before: Date }[]>`
      update merchants set personal_data_erased_before = ${momentAgo(tx, merchantId, seconds)},
        personal_data_erased_at = ${merchantTime(tx, 'merchants.merchant_id')}
      where merchant_id = ${merchantId} and coalesce(
        personal_data_erased_at <= ${merchantTime(tx, 'merchants.merchant_id')} - interval '1 day'
        or personal_data_erased_before <= ${momentAgo(tx, merchantId, seconds)} - interval '1 day', true)
      returning personal_data_erased_before as before`
    if (row) claimed.push({ merchantId, from: from ?? undefined, before: row.before })
  }
  return claimed
}

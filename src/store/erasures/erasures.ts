import type { Sql } from '../connection/database.ts'
import { momentAgo } from '../test-clock/test-clock.ts'

/** An erasure as its merchant sees it. */
export interface ErasureState {
  readonly erasureId: string
  readonly status: 'PENDING' | 'COMPLETED'
  /** Rows that lost personal data. */
  readonly transactions: bigint
  /** Events of which the payload changed. */
  readonly events: bigint
}

/** Whose data is erased: a person's, or everybody's from before a moment. */
export interface Erased {
  readonly merchantId: string
  readonly customerIds: readonly string[]
  /** In any case of letters. */
  readonly email: string | null
  readonly createdBefore: Date | null
}

/** An erasure as its worker has it. */
export interface Erasure extends Erased {
  readonly erasureId: string
  /** The table that is gone through; one beyond the last between two passes. */
  readonly step: number
  /** Its last row that was looked at. */
  readonly reachedAt: Date
  readonly reachedId: string
  readonly passFrom: Date
  readonly nextFrom: Date
  readonly needsPass: boolean
}

/** Records an erasure that begins now. @param from payments from before are done */
export async function insertErasure(sql: Sql, id: string, erased: Erased, from = new Date(0)): Promise<void> {
  await sql`
    insert into erasures (merchant_id, erasure_id, customer_ids, email, created_before, reached_at, pass_from)
    values (${erased.merchantId}, ${id}, ${[...erased.customerIds]}, ${erased.email}, ${erased.createdBefore}, ${from},
      ${from})`
}

export async function findErasure(sql: Sql, merchantId: string, id: string): Promise<ErasureState | undefined> {
  const [row] = await sql<ErasureState[]>`
    select erasure_id as "erasureId", status, transactions, events from erasures
    where merchant_id = ${merchantId} and erasure_id = ${id}`
  return row
}

/** Locks an erasure with something to do, the longest due first. */
export async function claimErasure(tx: Sql): Promise<Erasure | undefined> {
  const [row] = await tx<Erasure[]>`
    select merchant_id as "merchantId", erasure_id as "erasureId", customer_ids as "customerIds", email,
      created_before as "createdBefore", step, reached_at as "reachedAt", reached_id as "reachedId",
      pass_from as "passFrom", next_from as "nextFrom", needs_pass as "needsPass"
    from erasures where due_at <= now() order by due_at limit 1 for no key update skip locked`
  return row
}

/** What a step came to. */
export interface Progress extends Pick<Erasure, 'step' | 'reachedAt' | 'reachedId' | 'passFrom' | 'nextFrom'> {
  readonly needsPass: boolean
  readonly customerIds: readonly string[]
  readonly transactions: number
  readonly events: number
  /** Until there is something to do again. */
  readonly waitSeconds: number
}

export async function saveProgress(tx: Sql, { merchantId, erasureId }: Erasure, progress: Progress): Promise<void> {
  await tx`
    update erasures set step = ${progress.step}, reached_at = ${progress.reachedAt}, reached_id = ${progress.reachedId},
      pass_from = ${progress.passFrom}, next_from = ${progress.nextFrom}, needs_pass = ${progress.needsPass},
      customer_ids = ${[...progress.customerIds]}, transactions = transactions + ${progress.transactions}::bigint,
      events = events + ${progress.events}::bigint,
      due_at = clock_timestamp() + make_interval(secs => ${progress.waitSeconds}::float8)
    where merchant_id = ${merchantId} and erasure_id = ${erasureId}`
}

/** Completes an erasure, which forgets whose it was. */
export async function completeErasure(tx: Sql, { merchantId, erasureId }: Erasure): Promise<void> {
  await tx`
    update erasures set status = 'COMPLETED', due_at = null, completed_at = now(), email = null, customer_ids = '{}'
    where merchant_id = ${merchantId} and erasure_id = ${erasureId}`
}

/** Merchants whose payments lose their personal data by age. */
export async function listMerchantsThatForget(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ merchant_id: string }[]>`
    select merchant_id from merchants where personal_data_days is not null`
  return rows.map(({ merchant_id }) => merchant_id)
}

/**
 * Claims the payments of a merchant that have become too old, by the merchant's clock.
 * @returns the range of their times; undefined if the last claim was less than a day earlier
 */
export async function claimOldPayments(
  tx: Sql,
  merchantId: string,
): Promise<{ readonly from: Date | null; readonly before: Date } | undefined> {
  const [merchant] = await tx<{ days: number | null; from: Date | null }[]>`
    select personal_data_days as days, personal_data_erased_before as "from" from merchants
    where merchant_id = ${merchantId} for no key update`
  if (!merchant?.days) return undefined
  const [claimed] = await tx<{ before: Date }[]>`
    update merchants set personal_data_erased_before = ${momentAgo(tx, merchantId, merchant.days * 86_400)}
    where merchant_id = ${merchantId}
      and coalesce(personal_data_erased_before + interval '1 day' <= ${momentAgo(tx, merchantId, merchant.days * 86_400)}, true)
    returning personal_data_erased_before as before`
  return claimed && { from: merchant.from, before: claimed.before }
}

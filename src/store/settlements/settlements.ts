import type { Position } from '#domain/page.ts'
import type {
  JudgedRow,
  SettlementBatch,
  SettlementFile,
  SettlementOutcome,
  SettlementStatus,
} from '#domain/settlement-file.ts'
import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'
import { newest, where } from '../shape/where.ts'

/** Sums are text: they may exceed int64. */
const BATCHES = `coalesce((
  select jsonb_agg(jsonb_build_object('batch', batch, 'currency', currency, 'gross', gross::text, 'fees', fees::text,
    'paidOut', paid_out::text, 'balanced', balanced, 'acceptedAt', accepted_at) order by line)
  from settlement_batches where settlement_batches.settlement_id = settlements.settlement_id
), '[]')`

const SETTLEMENT = record<SettlementFile>({ id: 'settlement_id', batches: BATCHES })(
  `id, providerAccountId, format, rows, agreed, different, theirsOnly, duplicate, rejected, batches, createdAt,
  revertedAt`,
)

type BatchText = Record<'batch' | 'currency' | 'gross' | 'fees', string> &
  Record<'paidOut' | 'acceptedAt', string | null> & { readonly balanced: boolean }

function fromRow({ batches, ...row }: SettlementFile): SettlementFile {
  return { ...row, batches: (batches as unknown as readonly BatchText[]).map(batchOf) }
}

function batchOf({ gross, fees, paidOut, acceptedAt, ...batch }: BatchText): SettlementBatch {
  return {
    ...batch,
    gross: BigInt(gross),
    fees: BigInt(fees),
    net: BigInt(gross) - BigInt(fees),
    paidOut: paidOut === null ? null : BigInt(paidOut),
    acceptedAt: acceptedAt === null ? null : new Date(acceptedAt),
  }
}

/** Waits for other files of the account, until the end of a SQL transaction that may wait for a slow sender. */
export async function lockSettlements(sql: Sql, providerAccountId: string): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', '600s', true)`
  await sql`select pg_advisory_xact_lock(6144170, hashtext(${providerAccountId}))`
}

interface NewFile extends Pick<SettlementFile, 'id' | 'providerAccountId' | 'format'> {
  readonly merchantId: string
  readonly digest: Uint8Array
}

/** Records a file by its rows. @returns false if the account has the same bytes already */
export function insertSettlement(
  sql: Sql,
  { id, providerAccountId, merchantId, format, digest }: NewFile,
): Promise<boolean> {
  const count = (outcome: SettlementOutcome) => sql`count(*) filter (where outcome = ${outcome})`
  return isOne(sql`
    insert into settlements (settlement_id, provider_account_id, merchant_id, format, digest, rows, agreed, different, theirs_only,
      duplicate, rejected)
    select ${id}, ${providerAccountId}, ${merchantId}, ${format}, ${digest}, count(*), ${count('AGREED')}, ${count('DIFFERENT')},
      ${count('THEIRS_ONLY')}, ${count('DUPLICATE')}, ${count('REJECTED')}
    from settlement_rows where settlement_id = ${id}
    on conflict do nothing`)
}

/** @returns how many */
export async function insertBatches(sql: Sql, settlementId: string, merchantId: string): Promise<number> {
  const { count } = await sql`
    insert into settlement_batches (settlement_id, merchant_id, batch, currency, line, gross, fees, paid_out, balanced)
    select ${settlementId}, ${merchantId}, batch, currency, line, gross, fees, paid_out,
      gross - fees = coalesce(paid_out, 0) and not names_again
    from (${sumsOfBatches(sql)} where settlement_id = ${settlementId} and outcome <> 'REJECTED'
      group by settlement_id, batch, currency) as sums`
  return count
}

/** Select of the sums of rows, with a `where` and `group by settlement_id, batch, currency` to follow. */
export function sumsOfBatches(sql: Sql) {
  return sql`
    select settlement_id, batch, currency, min(line) as line,
      coalesce(sum(gross) filter (where type <> 'PAID_OUT'), 0) as gross, sum(fee) as fees,
      -sum(gross) filter (where type = 'PAID_OUT') as paid_out, bool_or(outcome = 'DUPLICATE') as names_again
    from settlement_rows`
}

export async function findSettlement(sql: Sql, id: string): Promise<SettlementFile | undefined> {
  const row = await first(sql<SettlementFile[]>`
    select ${SETTLEMENT.select(sql)} from settlements where settlement_id = ${id}`)
  return row && fromRow(row)
}

export async function findSettlementByDigest(sql: Sql, accountId: string, digest: Uint8Array): Promise<string> {
  const [row] = await sql<[{ id: string }]>`
    select settlement_id as id from settlements
    where provider_account_id = ${accountId} and digest = ${digest} and reverted_at is null`
  return row.id
}

export type SettlementFilter = Optional<{ providerAccountId: string; status: SettlementStatus; after: Position }>

export async function listSettlements(
  sql: Sql,
  { providerAccountId, status = 'DONE', after }: SettlementFilter,
  limit: number,
): Promise<SettlementFile[]> {
  const rows = await sql<SettlementFile[]>`
    select ${SETTLEMENT.select(sql)} from settlements
    where ${where(sql, { providerAccountId }, status !== 'DONE' && sql`false`)}
      ${newest(sql, 'created_at, settlement_id', after, limit)}`
  return rows.map(fromRow)
}

/** Prevents another change of the file until the end of the SQL transaction. */
export async function lockSettlement(sql: Sql, id: string): Promise<boolean> {
  return isOne(sql`select from settlements where settlement_id = ${id} for update`)
}

/** @returns false if it is accepted already, or balanced */
export async function acceptBatch(sql: Sql, id: string, batch: string): Promise<boolean> {
  const { count } = await sql`
    update settlement_batches set accepted_at = now()
    where settlement_id = ${id} and batch = ${batch} and not balanced and accepted_at is null`
  return count > 0
}

/** Frees its bytes, and the records that it names. */
export async function revertSettlement(sql: Sql, id: string): Promise<void> {
  await sql`update settlements set reverted_at = now() where settlement_id = ${id}`
  await sql`delete from settled_records where settlement_id = ${id}`
}

const ROW = record<JudgedRow>()(
  `line, outcome, reason, transactionId, expectedType, expectedAmount, expectedCurrency, batch, type, amount,
  amountCurrency, reference, providerReference, settledAt`,
)

/** In the order of the file. @param after line */
export async function listSettlementRows(
  sql: Sql,
  settlementId: string,
  outcome: SettlementOutcome | undefined,
  after: number,
  limit: number,
): Promise<JudgedRow[]> {
  return sql<JudgedRow[]>`
    select ${ROW.select(sql)} from settlement_rows
    where ${where(sql, { settlementId }, outcome && sql`outcome = ${sql.unsafe(`'${outcome}'`)}`)} and line > ${after}
    order by line limit ${limit}`
}

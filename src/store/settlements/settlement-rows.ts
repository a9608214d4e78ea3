import { exactInteger } from '#domain/exact-json.ts'
import type { SettlementRow, UnreadableRow } from '#domain/settlement-row.ts'
import type { Sql } from '../connection/database.ts'
import { columnsOf } from '../shape/columns.ts'

export interface ImportingFile {
  readonly settlementId: string
  readonly merchantId: string
  readonly providerAccountId: string
  /** True if the format distinguishes captures, purchases and payments, so that each must match. */
  readonly hasExactTypes: boolean
}

const UNNAMED: readonly string[] = ['FEE', 'PAID_OUT']

/** Weights of a record of the row's kind, and of one that the row names exactly; its amount has 1. */
const KIND = 4
const NAME = 2

/** Row types that a file without exact types may confuse. */
const CHARGES = `('CAPTURE', 'PURCHASE', 'PAYMENT')`

const GIVEN = `line, reason, names, type, reference, provider, batch, amount, amount_currency, currency, gross, fee, net, settled_at`

function toJson(rows: readonly (SettlementRow | UnreadableRow)[]): string {
  return JSON.stringify(
    rows.map((row) => {
      if ('unreadable' in row) return { line: row.line, reason: row.unreadable, names: false }
      const { line, batch, type, reference, currency, settledAt } = row
      const [amount, gross, fee, net] = [row.amount.amount, row.gross, row.fee, row.net].map(exactInteger)
      const names = { names: !UNNAMED.includes(type), reference, provider: row.providerReference }
      const money = { amount, amount_currency: row.amount.currency, currency, gross, fee, net }
      return { line, batch, type, ...names, ...money, settled_at: settledAt.toISOString() }
    }),
  )
}

/**
 * Records rows with their outcomes. Of the records that a row may mean, the best match counts: of its kind, then by the
 * most exact name, then of its amount; equal rows take equal records in turn.
 */
export async function insertSettlementRows(
  sql: Sql,
  file: ImportingFile,
  rows: readonly (SettlementRow | UnreadableRow)[],
): Promise<void> {
  const { settlementId, merchantId, hasExactTypes } = file
  await sql`
    with given as (
      select ${sql.unsafe(GIVEN)},
        row_number() over (partition by type, reference, provider, amount, amount_currency order by line) as turn
      from json_to_recordset(${toJson(rows)}::json) as given (line integer, reason text, names boolean, type text,
        reference text, provider text, batch text, amount bigint,
        amount_currency text, currency text, gross bigint, fee bigint, net bigint, settled_at timestamptz)
    ), matched as (
      select ${sql.unsafe(columnsOf('given', GIVEN))}, chosen.id, chosen.type as expected_type, chosen.amount as expected_amount,
        chosen.currency as expected_currency,
        concat_ws(', ',
          case when ${hasExactTypes ? sql`chosen.type <> given.type` : sql`chosen.fit < ${KIND}`} then 'type' end,
          case when chosen.amount <> given.amount then 'amount' end,
          case when chosen.currency <> given.amount_currency then 'currency' end) as differences
      from given left join lateral (
        select id, type, amount, currency, fit from (
          select id, type, amount, currency, fit, max(fit) over () as best, count(*) over (partition by fit) as equals,
            row_number() over (partition by fit order by is_settled, finished_at, id) as place
          from (${candidates(sql, file)}) as candidate
          -- Another kind of record only by its own name.
          where fit >= ${NAME}
        ) as ranked
        where fit = best and place = least(turn, equals)
      ) as chosen on given.names
    ), settled as (
      insert into settled_records (merchant_id, transaction_id, type, settlement_id, line, settled_at)
      select ${merchantId}, id, type, ${settlementId}, line, settled_at from matched where id is not null order by line
      on conflict do nothing
      returning line
    )
    insert into settlement_rows (settlement_id, merchant_id, line, outcome, reason, transaction_id, expected_type, expected_amount,
      expected_currency, batch, type, reference, provider_reference, amount, amount_currency, currency, gross, fee,
      net, settled_at)
    select ${settlementId}, ${merchantId}, line, outcome, coalesce(reason, case outcome
        when 'THEIRS_ONLY' then 'No record of this account has this reference or provider reference.'
        when 'DUPLICATE' then 'Another row names this record already.'
        when 'DIFFERENT' then 'Differs from the record in ' || differences || '.'
      end), id, expected_type, expected_amount, expected_currency, batch, type, reference, provider, amount,
      amount_currency, currency, gross, fee, net, settled_at
    from matched cross join lateral (
      select case
        when reason is not null then 'REJECTED'
        when not names then 'AGREED'
        when id is null then 'THEIRS_ONLY'
        when line not in (select line from settled) then 'DUPLICATE'
        when differences <> '' then 'DIFFERENT'
        else 'AGREED'
      end as outcome
    ) as judged`
}

/** Select of the records that the row `given` may mean, of this account, with what they moved by the ledger. */
function candidates(sql: Sql, { merchantId, providerAccountId }: ImportingFile) {
  const family = (column: string) => sql.unsafe(`case when ${column} in ${CHARGES} then 'CHARGE' else ${column} end`)
  return sql`
    select record.id, record.finished_at, money.type, money.amount, money.currency,
      ${KIND} * (${family('money.type')} = ${family('given.type')})::integer
        + ${NAME} * bool_or(named.is_exact and named.id = record.id)::integer
        + ((money.amount, money.currency) = (given.amount, given.amount_currency))::integer as fit,
      exists (
        select from settled_records
        where merchant_id = ${merchantId} and transaction_id = record.id and type = given.type
      ) as is_settled
    from (
      select id, true as is_exact, null as dispute_id from transactions
      where merchant_id = ${merchantId} and id = given.reference
      union all
      select transaction_id, true, null from attempts
      where merchant_id = ${merchantId} and attempt_id = given.reference
      union all
      select transaction_id, true, null from attempts
      where merchant_id = ${merchantId} and provider_reference = given.provider
      union all
      select transaction_id, false, dispute_id from disputes
      where merchant_id = ${merchantId} and provider_account_id = ${providerAccountId}
        and provider_reference = given.provider
      union all
      select id, false, null from transactions where merchant_id = ${merchantId} and reference = given.reference
      union all
      select id, false, null from transactions
      where merchant_id = ${merchantId} and follow_up_reference = given.reference
    ) as named cross join lateral (
      select id, transaction_type, data, finished_at from transactions own
      where own.merchant_id = ${merchantId} and own.id = named.id and own.status = 'APPROVED'
      union all
      select id, transaction_type, data, finished_at from transactions own
      where own.merchant_id = ${merchantId} and own.parent_id = named.id and own.status = 'APPROVED'
    ) as record cross join lateral (
      select case record.transaction_type
          when 'VOID' then 'REFUND' when 'REFUND_REVERSAL' then 'REFUND' when 'PAYOUT_REVERSAL' then 'PAYOUT'
          else record.transaction_type
        end as type,
        case 'provider-clearing' when entry.debit then entry.amount else -entry.amount end as amount, entry.currency
      from ledger_entries entry
      where entry.merchant_id = ${merchantId} and entry.transaction_id = record.id
        and entry.provider_account_id = ${providerAccountId} and 'provider-clearing' in (entry.debit, entry.credit)
    ) as money
    where coalesce(record.data ->> 'disputeId' = named.dispute_id, named.dispute_id is null)
    group by record.id, record.finished_at, money.type, money.amount, money.currency`
}

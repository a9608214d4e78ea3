import type { Sql } from '../connection/database.ts'

function nextLine(sql: Sql, settlementId: string) {
  return sql`(select coalesce(max(line), 0) from bank_entries where settlement_id = ${settlementId})`
}

/**
 * Posts what arrived and what was kept, against clearing (docs/operate/ledger.md#bank-accounts).
 * @param batch accepted although it does not balance; by default all that balance
 */
export async function postBatches(sql: Sql, settlementId: string, batch?: string): Promise<void> {
  await sql`
    insert into bank_entries (settlement_id, line, batch, debit, credit, amount, currency, provider_account_id,
      merchant_id, posted_at)
    select settlement_id, ${nextLine(sql, settlementId)} + row_number() over (order by own.line, leg.account), batch,
      case when leg.amount > 0 then leg.account else 'provider-clearing' end,
      case when leg.amount > 0 then 'provider-clearing' else leg.account end,
      abs(leg.amount), currency, provider_account_id, settlements.merchant_id, statement_timestamp()
    from settlement_batches own join settlements using (settlement_id)
    cross join lateral (values ('bank', coalesce(paid_out, 0)), ('provider-fees', fees)) as leg (account, amount)
    where settlement_id = ${settlementId} and leg.amount <> 0
      and ${batch === undefined ? sql`balanced` : sql`not balanced and batch = ${batch}`}`
}

export async function postOpposites(sql: Sql, settlementId: string): Promise<void> {
  await sql`
    insert into bank_entries (settlement_id, line, batch, debit, credit, amount, currency, provider_account_id,
      merchant_id, posted_at)
    select settlement_id, ${nextLine(sql, settlementId)} + line, batch, credit, debit, amount, currency,
      provider_account_id, merchant_id, statement_timestamp()
    from bank_entries where settlement_id = ${settlementId}`
}

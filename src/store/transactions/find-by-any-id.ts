import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { typedText } from './search-facts.ts'
import { fromRow, TRANSACTION, type TransactionRow } from './transaction-row.ts'

const MOST = 50

/** Finds by any related ID, reference or order, newest first. Names all merchants, because indexes begin with them. */
export async function findByAnyId(sql: Sql, typed: string): Promise<readonly Transaction[]> {
  const rows = await sql<TransactionRow[]>`
    with named as (
      select merchant_id, id from transactions where ${ofAnyMerchant(sql)} and id = ${typed}
      union
      (select merchant_id, id from transactions
        where ${ofAnyMerchant(sql)} and reference = ${typed} order by created_at desc limit ${MOST})
      union
      (select merchant_id, id from payment_search
        where ${ofAnyMerchant(sql)} and reference = ${typedText(sql, typed)} order by created_at desc limit ${MOST})
      union
      (select merchant_id, id from transactions
        where ${ofAnyMerchant(sql)} and order_id = ${typed} order by created_at desc limit ${MOST})
      union
      select merchant_id, transaction_id from events where ${ofAnyMerchant(sql)} and event_id = ${typed}
      union
      select merchant_id, transaction_id from attempts where ${ofAnyMerchant(sql)} and attempt_id = ${typed}
      union
      select merchant_id, transaction_id from authentications where three_ds_server_trans_id = ${typed}
      union
      select transactions.merchant_id, transactions.id from sessions join transactions
        on transactions.merchant_id = sessions.merchant_id and transactions.session_id = sessions.session_id
      where sessions.session_id = ${typed}
      union
      select merchant_id, transaction_id from request_log where request_id = ${typed} and transaction_id is not null
      union
      select merchant_id, subject from audit_log where request_id = ${typed}
    )
    select ${TRANSACTION.select(sql, 'transactions')}
    from named join transactions on transactions.merchant_id = named.merchant_id and transactions.id = named.id
    order by transactions.created_at desc, transactions.id desc limit ${MOST}`
  return rows.map(fromRow)
}

/** Condition that lets indexes that begin with the merchant be used. */
function ofAnyMerchant(sql: Sql) {
  return sql`merchant_id = any(array(select merchant_id from merchants))`
}

import { erasedEvent } from '#domain/erased-event.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { eraseAnswers } from '../requests/idempotency-keys.ts'
import { fromRow, TRANSACTION, type TransactionRow } from '../transactions/transaction-row.ts'

/** Transactions of a merchant whose lists may name their payers; none without list entries. */
export async function listedPayments(tx: Sql, merchantId: string, ids: readonly string[]): Promise<Transaction[]> {
  const rows = await tx<TransactionRow[]>`
    select ${TRANSACTION.select(tx)} from transactions
    where merchant_id = ${merchantId} and id = any(${ids}::text[])
      and exists (select from list_entries where merchant_id = ${merchantId})`
  return rows.map(fromRow)
}

/** Erases search and simulator data of these transactions. @returns the cards that they stored, and their agreements */
export async function eraseAround(tx: Sql, merchantId: string, ids: readonly string[]) {
  await tx`
    update payment_search set email = null, customer_name = null, last_name = null
    where merchant_id = ${merchantId} and id = any(${ids}::text[])`
  await tx`
    update simulator.authentications set request = null
    where merchant_id = ${merchantId} and transaction_id = any(${ids}::text[])`
  const rows = await tx<{ token: string | null; agreementId: string | null }[]>`
    select stored_token as token, agreement_id as "agreementId" from transactions
    where merchant_id = ${merchantId} and id = any(${ids}::text[])`
  return {
    tokens: rows.flatMap(({ token }) => token ?? []),
    agreementIds: rows.flatMap(({ agreementId }) => agreementId ?? []),
  }
}

/** Erases what earlier releases wrote into the audit log of payments and links. */
export async function eraseAuditTexts(tx: Sql, merchantId: string, ids: readonly string[]): Promise<void> {
  await tx`select erase_audit_texts(${merchantId}, ${ids}::text[])`
}

/** Stops the worker's copies to the search until the SQL transaction ends. */
export async function holdSearch(tx: Sql): Promise<void> {
  await tx`select name from gathering_marks where name = 'payments' for share`
}

/** Erases events, and responses of endpoints, which may repeat them. @returns how many events changed */
export async function eraseEvents(
  tx: Sql,
  merchantId: string,
  by: 'event_id' | 'transaction_id',
  ids: readonly string[],
): Promise<number> {
  const found = await tx<{ id: string; text: string }[]>`
    select event_id as id, payload::text as text from events
    where merchant_id = ${merchantId} and ${tx(by)} = any(${ids}::text[])`
  const changed = found.filter(({ text }) => erasedEvent(text) !== text)
  await tx`
    update events set payload = changed.text::json
    from unnest(${changed.map(({ id }) => id)}::text[], ${changed.map(({ text }) => erasedEvent(text))}::text[])
      as changed (id, text)
    where merchant_id = ${merchantId} and event_id = changed.id`
  const foundIds = found.map(({ id }) => id)
  await eraseAnswers(tx, merchantId, foundIds)
  await tx`
    update delivery_tries set answer = null where merchant_id = ${merchantId} and event_id = any(${foundIds}::text[])`
  return changed.length
}

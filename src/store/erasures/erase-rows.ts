import { ERASED, erasedEvent, PERSONAL_FIELDS } from '#domain/erased-event.ts'
import type { Sql } from '../connection/database.ts'
import type { Row } from '../connection/statement.ts'
import type { Erased } from './erasures.ts'

// Each of these erases rows of a merchant that are named by their IDs, in the SQL transaction that marks them as erased.

const NO_CUSTOMER = `customer || '${JSON.stringify(Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, null])))}'::jsonb`
const NO_TERMS = `jsonb_set(agreement, '{terms,description}', '"${ERASED}"', false)`
const withoutQuery = (column: string) => `${column} = substring(${column} from '^[^?#]*')`

const COMMON = `customer = ${NO_CUSTOMER}, metadata = null, ${withoutQuery('return_url')}, erased_at = now()`

/** @returns tokens of cards that these payments stored */
export async function eraseTransactions(
  tx: Sql,
  merchantId: string,
  ids: readonly string[],
): Promise<{ readonly erased: readonly string[]; readonly tokens: readonly string[] }> {
  // The worker copies nothing to the search meanwhile.
  await tx`select name from gathering_marks where name = 'payments' for share`
  const rows = await tx<{ id: string; token: string | null }[]>`
    update transactions set ${tx.unsafe<Row[]>(COMMON)}, ${tx.unsafe<Row[]>(withoutQuery('error_url'))},
      ${tx.unsafe<Row[]>(withoutQuery('cancel_url'))}, customer_ip = null, browser_info = null, notification_url = null,
      subscriber = null, description = case when description is not null then ${ERASED} end
    where merchant_id = ${merchantId} and id = any(${[...ids]}::text[]) and status <> 'PENDING' and erased_at is null
    returning id, stored_token as token`
  const erased = rows.map(({ id }) => id)
  await tx`
    update payment_search set email = null, customer_name = null, last_name = null
    where merchant_id = ${merchantId} and id = any(${erased}::text[])`
  await tx`
    update simulator.authentications set request = null
    where merchant_id = ${merchantId} and transaction_id = any(${erased}::text[]) and request is not null`
  return { erased, tokens: rows.flatMap(({ token }) => token ?? []) }
}

export async function eraseSessions(tx: Sql, merchantId: string, ids: readonly string[]): Promise<void> {
  await tx`
    update sessions set ${tx.unsafe<Row[]>(COMMON)}, description = ${ERASED}, subscriber = null,
      agreement = ${tx.unsafe<Row[]>(NO_TERMS)}
    where merchant_id = ${merchantId} and session_id = any(${[...ids]}::text[])`
}

export async function erasePaymentLinks(tx: Sql, merchantId: string, ids: readonly string[]): Promise<void> {
  await tx`
    update payment_links set ${tx.unsafe<Row[]>(COMMON)}, description = ${ERASED}, message = null,
      agreement = ${tx.unsafe<Row[]>(NO_TERMS)}
    where merchant_id = ${merchantId} and payment_link_id = any(${[...ids]}::text[])`
}

export async function eraseAgreements(tx: Sql, merchantId: string, ids: readonly string[]): Promise<void> {
  await tx`
    update agreements set description = ${ERASED}, erased_at = now()
    where merchant_id = ${merchantId} and agreement_id = any(${[...ids]}::text[])`
}

/**
 * Erases events, and responses of endpoints that may repeat them.
 * @returns how many changed
 */
export async function eraseEvents(
  tx: Sql,
  merchantId: string,
  by: 'event_id' | 'transaction_id',
  ids: readonly string[],
): Promise<number> {
  const found = await tx<{ id: string; text: string }[]>`
    select event_id as id, payload::text as text from events
    where merchant_id = ${merchantId} and ${tx(by)} = any(${[...ids]}::text[])`
  const changed = found.map(({ id, text }) => ({ id, was: text, text: erasedEvent(text) })).filter(hasChanged)
  await tx`
    update events set payload = changed.text::json
    from unnest(${changed.map(({ id }) => id)}::text[], ${changed.map(({ text }) => text)}::text[]) as changed (id, text)
    where merchant_id = ${merchantId} and event_id = changed.id`
  await tx`
    update delivery_tries set answer = null
    where merchant_id = ${merchantId} and event_id = any(${found.map(({ id }) => id)}::text[]) and answer is not null`
  return changed.length
}

function hasChanged({ was, text }: { readonly was: string; readonly text: string }): boolean {
  return was !== text
}

/** Deletes saved lists of payments that are narrowed to an email, or to that of one of these customers. */
export async function deleteViews(
  tx: Sql,
  { merchantId, email }: Erased,
  customerIds: readonly string[] = [],
): Promise<void> {
  await tx`
    delete from saved_views where merchant_id = ${merchantId} and exists (
      select from jsonb_each_text(filters) where lower(value) = lower(${email}::text) or lower(value) in (
        select lower(customers.email) from customers
        where customers.merchant_id = ${merchantId} and customer_id = any(${[...customerIds]}::text[])))`
}

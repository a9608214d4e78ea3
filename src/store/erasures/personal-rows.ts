import { ERASED, PERSONAL_FIELDS } from '#domain/erased-event.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Row } from '../connection/statement.ts'
import type { Erasure } from './erasures.ts'

/** A table that an erasure goes through in the order of time, by the index of its list. */
export interface PersonalTable {
  readonly name: 'customers' | 'payment_links' | 'sessions' | 'transactions' | 'agreements' | 'events'
  /** Column of its ID. */
  readonly id: string
  /** Condition on a row, and on its `erasure`. */
  readonly match: string
  /** Assignments that erase a row. Without them, rows are erased in another way. */
  readonly set?: string
  /** By age it is gone through from its beginning: a row that matched nothing yet may match later. */
  readonly isWhole?: true
}

const OF_PERSON = `(customer ->> 'id' = any(erasure.customer_ids) or lower(customer ->> 'email') = lower(erasure.email))`
const BY_AGE = 'erasure.created_before is not null'

const withoutQuery = (url: string) => `${url} = substring(${url} from '^[^?#]*')`
const ERASED_CUSTOMER = JSON.stringify(Object.fromEntries(PERSONAL_FIELDS.map((field) => [field, null])))
const COMMON = `customer = customer || '${ERASED_CUSTOMER}', metadata = null, ${withoutQuery('return_url')}`
const ORDER = `${COMMON}, description = '${ERASED}',
  agreement = jsonb_set(agreement, '{terms,description}', '"${ERASED}"', false)`

const ERASED_OBJECTS = {
  transactions: 'id',
  sessions: 'session_id',
  payment_links: 'payment_link_id',
  agreements: 'agreement_id',
}

/** Condition on an event: it is about an erased object. @param event name of its row */
export const isAboutErased = (event: string) =>
  Object.entries(ERASED_OBJECTS)
    .map(
      ([table, id]) => `exists (
  select from ${table} about where about.merchant_id = ${event}.merchant_id and about.erased_at is not null
    and about.${id} in (${event}.payload #>> '{payload,id}', ${event}.payload #>> '{payload,transaction_id}'))`,
    )
    .join(' or ')

/** In the order of a pass: rows before those that refer to them. */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  {
    name: 'customers',
    id: 'customer_id',
    match: `customers.customer_id = any(erasure.customer_ids) or lower(customers.email) = lower(erasure.email)`,
  },
  {
    name: 'payment_links',
    id: 'payment_link_id',
    match: `${OF_PERSON} or ${BY_AGE} and (payment_links.completed_at is not null or disabled_at is not null or ends_at <= now())`,
    set: `${ORDER}, message = null`,
    isWhole: true,
  },
  { name: 'sessions', id: 'session_id', match: `${OF_PERSON} or ${BY_AGE}`, set: `${ORDER}, subscriber = null` },
  {
    name: 'transactions',
    id: 'id',
    match: `transactions.status <> 'PENDING' and (${OF_PERSON} or ${BY_AGE})`,
    set: `${COMMON}, ${withoutQuery('error_url')}, ${withoutQuery('cancel_url')}, customer_ip = null, browser_info = null,
      notification_url = null, subscriber = null, description = case when description is not null then '${ERASED}' end`,
  },
  {
    name: 'agreements',
    id: 'agreement_id',
    // Others of a person are erased with their payments.
    match: `${BY_AGE} and agreements.status in ('CANCELED', 'ENDED') or customer_id = any(erasure.customer_ids)`,
    set: `description = '${ERASED}'`,
    isWhole: true,
  },
  {
    name: 'events',
    id: 'event_id',
    // Events of transactions are erased with these.
    match: `transaction_id is null and (${isAboutErased('events')})`,
  },
]

/** Condition on a row that is to be erased. */
const isLeft = ({ match, set }: PersonalTable) => `(${match}) and ${set ? 'erased_at is null' : 'true'}`

/** The next rows of a table, and whether they match. */
export function nextRows(tx: Sql, table: PersonalTable, erasure: Erasure, limit: number) {
  const { merchantId, erasureId, reachedAt, reachedId } = erasure
  const [name, id] = [tx(table.name), tx(table.id)]
  return tx<(Position & { readonly matches: boolean | null })[]>`
    select ${id} as id, ${name}.created_at as "createdAt", ${tx.unsafe<Row[]>(isLeft(table))} as matches
    from ${name} join erasures erasure on erasure.merchant_id = ${merchantId} and erasure_id = ${erasureId}
    where ${name}.merchant_id = ${merchantId} and (${name}.created_at, ${id}) > (${reachedAt}, ${reachedId})
      and ${name}.created_at < coalesce(erasure.created_before, 'infinity')
    order by ${name}.created_at, ${id} limit ${limit}`
}

/** True if rows are left that were recorded since the last pass began. */
export async function hasNewRows(tx: Sql, { merchantId, erasureId, nextFrom }: Erasure): Promise<boolean> {
  for (const table of PERSONAL_TABLES.filter(({ name }) => name !== 'events')) {
    const name = tx(table.name)
    const [row] = await tx`
      select from ${name} join erasures erasure on erasure.merchant_id = ${merchantId} and erasure_id = ${erasureId}
      where ${name}.merchant_id = ${merchantId} and ${name}.created_at >= ${nextFrom}
        and ${name}.created_at < coalesce(erasure.created_before, 'infinity') and ${tx.unsafe<Row[]>(isLeft(table))}
      limit 1`
    if (row) return true
  }
  return false
}

/** Erases rows of a table and marks them. */
export async function eraseRows(
  tx: Sql,
  { name, id, set }: PersonalTable,
  merchantId: string,
  ids: readonly string[],
): Promise<void> {
  await tx`
    update ${tx(name)} set ${tx.unsafe<Row[]>(set!)}, erased_at = now()
    where merchant_id = ${merchantId} and ${tx(id)} = any(${[...ids]}::text[])`
}

/** When the oldest payment began that is not final yet and will be erased; undefined without one. */
export async function oldestPending(tx: Sql, { merchantId, erasureId }: Erasure): Promise<Date | undefined> {
  const [row] = await tx<{ at: Date | null }[]>`
    select min(transactions.created_at) as at
    from transactions join erasures erasure on erasure.merchant_id = ${merchantId} and erasure_id = ${erasureId}
    where transactions.due_at is not null and transactions.merchant_id = ${merchantId}
      and (${tx.unsafe<Row[]>(OF_PERSON)} or transactions.created_at < erasure.created_before)`
  return row?.at ?? undefined
}

import { isSameEmail } from '#domain/email.ts'
import { ERASED, PERSONAL_FIELDS } from '#domain/erased-event.ts'
import type { NamedPerson } from '#domain/named-person.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Erasure } from './erasures.ts'

/** A table that an erasure goes through in the order of time, by the index of its list. */
export interface PersonalTable {
  readonly name: 'customers' | 'payment_links' | 'sessions' | 'transactions' | 'agreements' | 'events'
  readonly id: string
  /** Condition on a row, and on its `erasure`, which an email may match instead. */
  readonly match: string
  /** Its customer's email, which only the application compares (`plainEmail`). */
  readonly email?: string
  readonly person?: string
  /** Condition on a row that may be erased by now. */
  readonly ready?: string
  /** Assignments that erase a row. Without them, rows are erased in another way. */
  readonly set?: string
  /** By age it is gone through from its beginning: a row that matched nothing yet may match later. */
  readonly isWhole?: true
}

const OF_CUSTOMER = `customer ->> 'id' = any(erasure.customer_ids)`
const EMAIL = `customer ->> 'email'`
const PERSON = `customer ->> 'id' as "customerId", ${EMAIL} as email, customer ->> 'firstName' as "firstName",
  customer ->> 'lastName' as "lastName"`
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
    match: 'customers.customer_id = any(erasure.customer_ids)',
    email: 'customers.email',
    person: 'customer_id as "customerId", email, first_name as "firstName", last_name as "lastName"',
  },
  {
    name: 'payment_links',
    id: 'payment_link_id',
    match: `${OF_CUSTOMER} or ${BY_AGE} and (payment_links.completed_at is not null or disabled_at is not null or ends_at <= now())`,
    email: EMAIL,
    person: PERSON,
    set: `${ORDER}, message = null`,
    isWhole: true,
  },
  {
    name: 'sessions',
    id: 'session_id',
    match: `${OF_CUSTOMER} or ${BY_AGE}`,
    email: EMAIL,
    person: PERSON,
    set: `${ORDER}, subscriber = null`,
  },
  {
    name: 'transactions',
    id: 'id',
    match: `${OF_CUSTOMER} or ${BY_AGE}`,
    email: EMAIL,
    person: PERSON,
    ready: `transactions.status <> 'PENDING'`,
    set: `${COMMON}, plain_email = null, ${withoutQuery('error_url')}, ${withoutQuery('cancel_url')}, customer_ip = null, browser_info = null,
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

/** Condition on a row that may be erased. */
const isLeft = ({ ready = 'true', set }: PersonalTable) => `${ready} and ${set ? 'erased_at is null' : 'true'}`

/** A row, or several with the same email, and whether they match in another way. */
interface Candidate {
  readonly email: string | null
  readonly matches: boolean | null
}

/** True if what is erased matches, by the email of a person too. */
function isErased({ email: ofPerson }: Erasure, { email, matches }: Candidate): boolean {
  return matches === true || (ofPerson !== null && email !== null && isSameEmail(email, ofPerson))
}

export async function nextRows(tx: Sql, table: PersonalTable, erasure: Erasure, limit: number) {
  const { merchantId, erasureId, reachedAt, reachedId } = erasure
  const { email = 'null' } = table
  const [name, id, left] = [tx(table.name), tx(table.id), tx.unsafe(isLeft(table))]
  const rows = await tx<(Position & Candidate)[]>`
    select ${id} as id, ${name}.created_at as "createdAt", ${left} and (${tx.unsafe(table.match)}) as matches,
      case when ${left} and erasure.email is not null then ${tx.unsafe(email)} end as email
    from ${name} join erasures erasure on erasure.merchant_id = ${merchantId} and erasure_id = ${erasureId}
    where ${name}.merchant_id = ${merchantId} and (${name}.created_at, ${id}) > (${reachedAt}, ${reachedId})
      and ${name}.created_at < coalesce(erasure.created_before, 'infinity')
    order by ${name}.created_at, ${id} limit ${limit}`
  return rows.map((row) => ({ ...row, matches: isErased(erasure, row) }))
}

export async function readPeople(
  tx: Sql,
  { name, id, person }: PersonalTable,
  merchantId: string,
  ids: readonly string[],
): Promise<readonly NamedPerson[]> {
  if (person === undefined) return []
  return tx<NamedPerson[]>`
    select distinct ${tx.unsafe(person)} from ${tx(name)}
    where merchant_id = ${merchantId} and ${tx(id)} = any(${ids}::text[])`
}

/** True if rows are left that were recorded since the last pass began. */
export async function hasNewRows(tx: Sql, erasure: Erasure): Promise<boolean> {
  const { merchantId, erasureId, nextFrom } = erasure
  for (const table of PERSONAL_TABLES.filter(({ name }) => name !== 'events')) {
    const { email = 'null' } = table
    const name = tx(table.name)
    const candidates = await tx<Candidate[]>`
      select ${tx.unsafe(email)} as email, bool_or(${tx.unsafe(table.match)}) as matches
      from ${name} join erasures erasure on erasure.merchant_id = ${merchantId} and erasure_id = ${erasureId}
      where ${name}.merchant_id = ${merchantId} and ${name}.created_at >= ${nextFrom}
        and ${name}.created_at < coalesce(erasure.created_before, 'infinity') and ${tx.unsafe(isLeft(table))}
      group by 1`
    if (candidates.some((candidate) => isErased(erasure, candidate))) return true
  }
  return false
}

export async function eraseRows(
  tx: Sql,
  { name, id, set }: PersonalTable,
  merchantId: string,
  ids: readonly string[],
): Promise<void> {
  await tx`
    update ${tx(name)} set ${tx.unsafe(set!)}, erased_at = now()
    where merchant_id = ${merchantId} and ${tx(id)} = any(${ids}::text[])`
}

/** When the oldest payment began that is not final yet and will be erased; undefined without one. */
export async function oldestPending(tx: Sql, erasure: Erasure): Promise<Date | undefined> {
  const { merchantId, erasureId } = erasure
  const matches = tx.unsafe(`coalesce(${OF_CUSTOMER} or transactions.created_at < erasure.created_before, false)`)
  const rows = await tx<(Candidate & { readonly at: Date })[]>`
    select ${tx.unsafe(EMAIL)} as email, ${matches} as matches, min(transactions.created_at) as at
    from transactions join erasures erasure on erasure.merchant_id = ${merchantId} and erasure_id = ${erasureId}
    where transactions.due_at is not null and transactions.merchant_id = ${merchantId}
    group by 1, 2 order by at`
  return rows.find((row) => isErased(erasure, row))?.at
}

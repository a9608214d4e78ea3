import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Row, Statement } from '../connection/statement.ts'
import type { Erased, Erasure } from './erasures.ts'

type Fragment = Statement<Row[]>

/** A table that an erasure goes through in the order of time, by the index of its list. */
export interface PersonalTable {
  readonly name: string
  /** Column of its ID. */
  readonly id: string
  /** Condition on a row that is erased. */
  matches(sql: Sql, erased: Erased): Fragment
  /** Condition on rows that are looked at, of an event. */
  readonly only?: string
  /** By age it is gone through from its beginning, because rows become final in another order. */
  readonly isShort?: true
}

const IS_LEFT = 'erased_at is null'

/** In the order of a pass: rows before those that refer to them. */
export const PERSONAL_TABLES = [
  {
    name: 'customers',
    id: 'customer_id',
    matches: (sql, { customerIds, email }) => sql`
      customer_id = any(${[...customerIds]}::text[]) or lower(email) = lower(${email}::text)`,
  },
  {
    name: 'payment_links',
    id: 'payment_link_id',
    isShort: true,
    matches: (sql, erased) => sql`
      ${sql.unsafe(IS_LEFT)} and ${isPersons(
        sql,
        erased,
        sql`
        completed_at is not null or disabled_at is not null or ends_at <= now()`,
      )}`,
  },
  {
    name: 'sessions',
    id: 'session_id',
    matches: (sql, erased) => sql`${sql.unsafe(IS_LEFT)} and ${isPersons(sql, erased, sql`true`)}`,
  },
  {
    name: 'transactions',
    id: 'id',
    matches: (sql, erased) => sql`
      ${sql.unsafe(IS_LEFT)} and status <> 'PENDING' and ${isPersons(sql, erased, sql`true`)}`,
  },
  {
    name: 'agreements',
    id: 'agreement_id',
    isShort: true,
    matches: (sql, { customerIds, createdBefore }) => sql`
      ${sql.unsafe(IS_LEFT)} and ${
        createdBefore
          ? sql`status in ('CANCELED', 'ENDED')`
          : sql`(customer_id = any(${[...customerIds]}::text[]) or exists (
              select from transactions first where first.merchant_id = agreements.merchant_id
                and first.id = agreements.first_transaction_id and first.erased_at is not null))`
      }`,
  },
  {
    name: 'events',
    id: 'event_id',
    // Events of transactions are erased with these.
    only: 'transaction_id is null',
    matches: (sql) =>
      sql`${sql.unsafe(
        ['transactions.id', 'sessions.session_id', 'payment_links.payment_link_id', 'agreements.agreement_id']
          .map((column) => {
            const [table] = column.split('.')
            return `exists (select from ${table} where ${table}.merchant_id = events.merchant_id
            and ${column} in (events.payload #>> '{payload,id}', events.payload #>> '{payload,transaction_id}')
            and ${table}.erased_at is not null)`
          })
          .join(' or '),
      )}`,
  },
] as const satisfies readonly PersonalTable[]

export type PersonalTableName = (typeof PERSONAL_TABLES)[number]['name']

/** Condition on the customer of a row, or by age on the row. */
function isPersons(sql: Sql, { customerIds, email, createdBefore }: Erased, byAge: Fragment): Fragment {
  return createdBefore
    ? sql`(${byAge})`
    : sql`(customer ->> 'id' = any(${[...customerIds]}::text[]) or lower(customer ->> 'email') = lower(${email}::text))`
}

/** A row that was looked at. */
export interface SeenRow extends Position {
  /** Null if something that it depends on is unknown. */
  readonly matches: boolean | null
}

/** The next rows of a table, locked if they match. */
export function nextRows(tx: Sql, table: PersonalTable, erasure: Erasure, limit: number): Promise<readonly SeenRow[]> {
  const { merchantId, reachedAt, reachedId, createdBefore } = erasure
  const id = tx(table.id)
  return tx<SeenRow[]>`
    select ${id} as id, created_at as "createdAt", (${table.matches(tx, erasure)}) as matches from ${tx(table.name)}
    where merchant_id = ${merchantId} and (created_at, ${id}) > (${reachedAt}, ${reachedId})
      ${createdBefore ? tx`and created_at < ${createdBefore}` : tx``}
      ${table.only === undefined ? tx`` : tx`and ${tx.unsafe<Row[]>(table.only)}`}
    order by created_at, ${id} limit ${limit}`
}

/** When the oldest payment began that is not final yet and will be erased; undefined without one. */
export async function oldestPending(tx: Sql, erased: Erased): Promise<Date | undefined> {
  const { merchantId, createdBefore } = erased
  const [row] = await tx<{ at: Date | null }[]>`
    select min(created_at) as at from transactions
    where due_at is not null and merchant_id = ${merchantId} and ${isPersons(tx, erased, tx`created_at < ${createdBefore}`)}`
  return row?.at ?? undefined
}

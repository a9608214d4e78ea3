import { copyIn, copyOut } from '../backup/copy.ts'
import type { Sql, Transaction } from '../connection/sql.ts'
import { literal } from '../shape/literal.ts'
import { COPIED } from './tables.ts'

interface Copying {
  readonly from: Sql
  /** Within a SQL transaction that writes as replication does: without triggers and checks of foreign keys. */
  readonly to: Sql
  readonly merchantId: string
}

interface Place {
  readonly sql: Transaction
  /** Notices of the simulators go there. */
  readonly baseUrl: string
}

/** Copies what replication does not: rows of unlogged tables, people, and keys and numbers of the group that are used. */
export async function copyRest(from: Place, to: Place, merchantId: string): Promise<void> {
  await to.sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await transaction`set local lock_timeout = '2s'`
    const copying = { from: from.sql, to: transaction, merchantId }
    for (const table of COPIED) {
      await transaction.unsafe(`delete from ${table} where merchant_id = $1`, [merchantId])
      await streamRows(copying, table)
    }
    await copyPeople(copying)
    await copyRows(copying, 'wallet_keys', `status = 'ACTIVE' and $1 <> ''`)
    await copyRows(
      copying,
      'acquirer_traces',
      '(acquirer_id, terminal_id) in (select acquirer_id, terminal_id from acquirer_requests where merchant_id = $1)',
      `(acquirer_id, terminal_id, day) do update
        set last_stan = greatest(acquirer_traces.last_stan, excluded.last_stan)`,
    )
    await continueNumbers(copying)
    for (const table of ['charges', 'disputes'])
      await transaction`
        update ${transaction.unsafe(`simulator.${table}`)} set notice_url = replace(notice_url, ${from.baseUrl}, ${to.baseUrl})
        where merchant_id = ${merchantId} and notices_left > 0`
  })
}

/** Copies a merchant's rows of a table, however many there are. */
async function streamRows({ from, to, merchantId }: Copying, table: string): Promise<void> {
  const columns = await columnsOf(from, table)
  const into = await copyIn(to, `${table} (${columns})`)
  const rows = copyOut(from, `(select ${columns} from ${table} where merchant_id = ${literal(merchantId)})`)
  try {
    for await (const piece of rows) await into.write(piece)
  } catch (error) {
    await into.giveUp()
    throw error
  }
  await into.end()
}

/** Copies rows of people and of the group, which are few. @param kept condition on the rows to write, in the database that they come to */
async function copyRows(
  { from, to, merchantId }: Copying,
  table: string,
  condition: string,
  conflict = 'do nothing',
  kept = 'true',
): Promise<void> {
  const columns = await columnsOf(from, table)
  const [read] = await from.unsafe<[{ rows: string }]>(
    `select coalesce(json_agg(own), '[]')::text as rows from (select ${columns} from ${table} where ${condition}) own`,
    [merchantId],
  )
  await to.unsafe(
    `insert into ${table} (${columns})
    select ${columns} from json_populate_recordset(null::${table}, $1::json) where ${kept} on conflict ${conflict}`,
    [read.rows],
  )
}

async function columnsOf(sql: Sql, table: string): Promise<string> {
  const [row] = await sql<[{ columns: string }]>`
    select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
  return row.columns
}

const OF_MEMBERS = 'person_id in (select person_id from memberships where merchant_id = $1)'

/**
 * Copies the people of a merchant. One who is there by email keeps password and code. Passkeys belong to the host name
 * of the old group and stay.
 */
async function copyPeople(copying: Copying): Promise<void> {
  const { from, to, merchantId } = copying
  await copyRows(copying, 'people', OF_MEMBERS)
  await copyRows(copying, 'totp_secrets', OF_MEMBERS, 'do nothing', 'person_id in (select person_id from people)')
  await to`delete from memberships where merchant_id = ${merchantId}`
  await copyRows(copying, 'memberships', 'merchant_id = $1')
  const people = await from.unsafe<{ id: string; email: string }[]>(
    `select person_id as id, email from people where ${OF_MEMBERS}`,
    [merchantId],
  )
  for (const table of ['memberships', 'saved_views'])
    await to`
      update ${to.unsafe(table)} moved set person_id = people.person_id
      from unnest(${people.map(({ id }) => id)}::text[], ${people.map(({ email }) => email)}::text[]) given (id, email)
        join people using (email)
      where merchant_id = ${merchantId} and moved.person_id = given.id and people.person_id <> given.id`
}

/** Forgets the security codes of payments that another group continues; the worker then erases their bytes. */
export async function forgetSecrets(sql: Sql, merchantId: string): Promise<void> {
  await sql`delete from authentication_secrets where merchant_id = ${merchantId}`
}

/** Tables that number their rows; new numbers must follow those that came. */
const NUMBERED = [
  ['provider_exchanges', 'number'],
  ['provider_notices', 'number'],
  ['test_clock_advances', 'advance_id'],
  ['simulator.transfers', 'transfer_id'],
] as const

async function continueNumbers({ to, merchantId }: Copying): Promise<void> {
  for (const [table, column] of NUMBERED) {
    await to.unsafe(
      `select setval(sequence, came.last) from pg_get_serial_sequence('${table}', '${column}') sequence
        cross join lateral (select coalesce(pg_sequence_last_value(sequence::regclass), 0) as last) own
        cross join (select coalesce(max(${column}), 0) as last from ${table} where merchant_id = $1) came
      where came.last > own.last`,
      [merchantId],
    )
  }
}

import type { Sql, Transaction } from '../connection/sql.ts'
import { COPIED } from './tables.ts'

/** Writes as replication does: rows come as they are, without triggers and checks of foreign keys. */
async function writeAsReplica(target: Transaction, write: (transaction: Sql) => Promise<void>): Promise<void> {
  await target.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await write(transaction)
  })
}

/** Copies the rows of unlogged tables, in full. */
export async function copyUnlogged(from: Sql, to: Transaction, merchantId: string): Promise<void> {
  for (const table of COPIED) {
    const rows = await from.unsafe<{ row: string }[]>(
      `select row_to_json(${table})::text as row from ${table} where merchant_id = $1`,
      [merchantId],
    )
    const list = `[${rows.map(({ row }) => row).join(',')}]`
    await writeAsReplica(to, async (transaction) => {
      await transaction.unsafe(`delete from ${table} where merchant_id = $1`, [merchantId])
      await transaction.unsafe(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`, [
        list,
      ])
    })
  }
}

/**
 * Copies the people of a merchant, by email: one who is there keeps password and factors. Passkeys belong to the old
 * host name and stay.
 */
export async function copyPeople(from: Sql, to: Transaction, merchantId: string): Promise<void> {
  const [people] = await from<[{ people: string; secrets: string; memberships: string }]>`
    with own as (select * from memberships where merchant_id = ${merchantId})
    select coalesce(json_agg(people), '[]')::text as people,
      coalesce((select json_agg(totp_secrets) from totp_secrets where person_id in (select person_id from own)), '[]')::text
        as secrets,
      coalesce((select json_agg(own) from own), '[]')::text as memberships
    from people where person_id in (select person_id from own)`
  const { people: list, secrets, memberships } = people
  await writeAsReplica(to, async (transaction) => {
    await transaction`
      insert into people select * from json_populate_recordset(null::people, ${list}::json)
      on conflict do nothing`
    await transaction`
      insert into totp_secrets select secret.* from json_populate_recordset(null::totp_secrets, ${secrets}::json) secret
        join people using (person_id)
      on conflict do nothing`
    await transaction`delete from memberships where merchant_id = ${merchantId}`
    await transaction`
      with given as (
        select given.person_id as given_id, own.person_id
        from json_populate_recordset(null::people, ${list}::json) given join people own using (email)
      ), members as (
        insert into memberships (person_id, merchant_id, role, reviewed_at, created_at, updated_at, status)
        select given.person_id, merchant_id, role, reviewed_at, created_at, updated_at, status
        from json_populate_recordset(null::memberships, ${memberships}::json) member
          join given on given.given_id = member.person_id
      )
      update saved_views set person_id = given.person_id from given
      where merchant_id = ${merchantId} and saved_views.person_id = given.given_id`
  })
}

/** Copies what belongs to the group but is needed by the merchant: key pairs of wallets, and trace numbers of ISO 8583. */
export async function copyShared(from: Sql, to: Sql, merchantId: string): Promise<void> {
  const [shared] = await from<[{ keys: string; traces: string }]>`
    select coalesce((select json_agg(wallet_keys) from wallet_keys where status = 'ACTIVE'), '[]')::text as keys,
      coalesce((select json_agg(acquirer_traces) from acquirer_traces where (acquirer_id, terminal_id) in (
        select acquirer_id, terminal_id from acquirer_requests where merchant_id = ${merchantId})), '[]')::text as traces`
  await to`
    insert into wallet_keys select * from json_populate_recordset(null::wallet_keys, ${shared.keys}::json)
    on conflict (key_id) do nothing`
  await to`
    insert into acquirer_traces select * from json_populate_recordset(null::acquirer_traces, ${shared.traces}::json)
    on conflict (acquirer_id, terminal_id, day) do update
    set last_stan = greatest(acquirer_traces.last_stan, excluded.last_stan)`
}

/** Tables that number their rows; new numbers must follow those that came. */
const NUMBERED = [
  ['provider_exchanges', 'number'],
  ['provider_notices', 'number'],
  ['test_clock_advances', 'advance_id'],
  ['simulator.transfers', 'transfer_id'],
] as const

export async function continueNumbers(sql: Sql, merchantId: string): Promise<void> {
  for (const [table, column] of NUMBERED) {
    await sql.unsafe(
      `select setval(sequence, greatest(own.last, came.last)) from pg_get_serial_sequence('${table}', '${column}') sequence
        cross join lateral (select coalesce(pg_sequence_last_value(sequence::regclass), 0) as last) own
        cross join (select coalesce(max(${column}), 0) as last from ${table} where merchant_id = $1) came
      where came.last > own.last`,
      [merchantId],
    )
  }
}

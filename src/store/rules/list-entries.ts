import { IMPERSONAL_KINDS, type ListEntry, type ListKind, type ListName, type ListValue } from '#domain/list-entry.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import { eraseAnswers } from '../requests/idempotency-keys.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'
import { newest, where } from '../shape/where.ts'

export type NewListEntry = Omit<ListEntry, 'hits'>

const NEW_ENTRY = record<NewListEntry>({ id: 'list_entry_id' })(
  'id, list, kind, match, value, reason, expiresAt, createdBy, createdAt',
)

/**
 * Stores distinct entries; existing values get the new reason and expiry time. The caller has locked the configuration,
 * so the count stays within its limit.
 * @returns how many were added or changed
 */
export async function saveListEntries(tx: Sql, merchantId: string, entries: readonly NewListEntry[]): Promise<number> {
  const rows = entries.map(NEW_ENTRY.row)
  const saved = await tx`
    insert into list_entries (merchant_id, ${tx.unsafe(NEW_ENTRY.columns)})
    select ${merchantId}, ${tx.unsafe(NEW_ENTRY.columns)}
    from json_populate_recordset(null::list_entries, ${JSON.stringify(rows)}::json)
    on conflict (merchant_id, match, list) do update set
      reason = excluded.reason, expires_at = excluded.expires_at, value = coalesce(excluded.value, list_entries.value)
    where (list_entries.reason, list_entries.expires_at) is distinct from (excluded.reason, excluded.expires_at)`
  return saved.count
}

export async function countListEntries(sql: Sql, merchantId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from list_entries where merchant_id = ${merchantId}`
  return row.count
}

/** Makes payments look up lists, from the commit on. */
export async function noteUseOfLists(tx: Sql, merchantId: string): Promise<void> {
  await tx`
    update merchants set uses_lists = not uses_lists, config_version = config_version + 1
    where merchant_id = ${merchantId}
      and uses_lists <> exists (select from list_entries where merchant_id = ${merchantId})`
}

export function deleteListEntry(tx: Sql, merchantId: string, list: ListName, id: string): Promise<boolean> {
  return isOne(tx`
    delete from list_entries where merchant_id = ${merchantId} and list = ${list} and list_entry_id = ${id}`)
}

export type ListFilter = Optional<{ kind: ListKind; values: readonly ListValue[]; after: Position }>

export async function listEntries(
  sql: Sql,
  merchantId: string,
  list: ListName,
  { kind, values, after }: ListFilter,
  limit: number,
): Promise<ListEntry[]> {
  return sql<ListEntry[]>`
    select ${NEW_ENTRY.select(sql)}, hits from list_entries
    where ${where(sql, { merchantId, list, kind }, values && oneOf(sql, values))}
      ${newest(sql, 'created_at, list_entry_id', after, limit)}`
}

/** Entries of both lists that name no person, as `namesPerson` decides, sorted by value. */
export async function listEntriesOfNoPerson(sql: Sql, merchantId: string): Promise<ListEntry[]> {
  return sql<ListEntry[]>`
    select ${NEW_ENTRY.select(sql)}, hits from list_entries
    where merchant_id = ${merchantId}
      and (kind = any(${[...IMPERSONAL_KINDS]}::text[]) or kind = 'customer_ip' and match like '%/%')
    order by list, match collate "C"`
}

/** Finds the deciding entry: block list before allow list, then the oldest. @param now by the merchant's clock */
export function findDecidingEntry(sql: Sql, merchantId: string, values: readonly ListValue[], now: Date) {
  return first(sql<Pick<ListEntry, 'id' | 'list'>[]>`
    select list_entry_id as id, list from list_entries
    where merchant_id = ${merchantId} and ${oneOf(sql, values)} and (expires_at is null or expires_at > ${now})
    order by list = 'allow', created_at, list_entry_id limit 1`)
}

/** A list in the condition of an index, which a join is not before the database has counted the rows. */
function oneOf(sql: Sql, values: readonly ListValue[]) {
  return sql`match = any(${values.map(({ match }) => match)}::text[])`
}

/** Erases what people wrote about a person, and the shown parts of values, in rules too; they match as before. */
export async function eraseListEntries(tx: Sql, merchantId: string, values: readonly ListValue[]): Promise<void> {
  const erased = await tx<{ id: string }[]>`
    update list_entries set reason = null, value = case when kind <> 'email' then value end
    where merchant_id = ${merchantId} and ${oneOf(tx, values)} returning list_entry_id as id`
  await eraseAnswers(
    tx,
    merchantId,
    erased.map(({ id }) => id),
  )
  const digests = values.flatMap(({ match }) => /^(?:email|customer_id) (.+)$/s.exec(match)?.[1] ?? []).join('|')
  if (digests === '') return
  await tx`
    update rule_sets set rules = regexp_replace(rules::text, ${`"[^"]*\\*\\*\\*[^"]*#(${digests})"`}, '"***#\\1"', 'g')::json
    where merchant_id = ${merchantId} and rules::text ~ ${`#(${digests})"`}`
}

export async function countHit(sql: Sql, merchantId: string, id: string): Promise<void> {
  await sql`update list_entries set hits = hits + 1 where merchant_id = ${merchantId} and list_entry_id = ${id}`
}

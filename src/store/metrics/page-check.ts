import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'

export interface PageFindings {
  readonly differences: readonly string[]
  /** Pages and scripts that were not loaded, with the reason. */
  readonly unreachable: readonly string[]
}

export interface PageCheck extends PageFindings {
  /** When all pages were loaded, the last time; null if they never were. */
  readonly checkedAt: Date | null
}

const CHECK = record<PageCheck>()('differences, unreachable, checkedAt')

const OPEN_SESSION = "end_due_at > now() + interval '1 minute' and tries = 0 and canceled_at is null"

/**
 * Begins the check, over all workers. It waits up to a day for an open session, and first for an upgrade to be over.
 * One whose worker dies is due again in 10 minutes. @returns the previous check; undefined if none is due
 */
export function beginPageCheck(sql: Sql): Promise<PageCheck | undefined> {
  return first(sql<PageCheck[]>`
    insert into page_check (due_at) select now() + interval '10 minutes'
    where exists (select from page_check)
      or (select applied_at + interval '1 hour' from migrations order by name desc limit 1) <= now()
    on conflict (is_only) do update set due_at = excluded.due_at
    where page_check.due_at <= now() and (
      page_check.due_at <= now() - interval '1 day' or page_check.differences <> '{}' or page_check.unreachable <> '{}'
      or exists (select from sessions where ${sql.unsafe(OPEN_SESSION)}))
    returning ${CHECK.select(sql, 'page_check')}`)
}

/** Ends the check: the next is in a day, in 10 minutes if anything was found. What an unreachable page had stays known. */
export async function endPageCheck(sql: Sql, { differences, unreachable }: PageFindings): Promise<void> {
  const isComplete = unreachable.length === 0
  const isClean = isComplete && differences.length === 0
  await sql`
    update page_check set unreachable = ${[...unreachable]},
      due_at = now() + case when ${isClean} then interval '1 day' else interval '10 minutes' end,
      checked_at = case when ${isComplete} then now() else checked_at end,
      differences = case when ${isComplete || differences.length > 0} then ${[...differences]} else differences end`
}

export function findPageCheck(sql: Sql): Promise<PageCheck | undefined> {
  return first(sql<PageCheck[]>`select ${CHECK.select(sql)} from page_check`)
}

/** Objects whose pages shoppers may open now; `none` if there are none. */
export interface ShownObjects {
  readonly sessionId: string
  /** Of the session's merchant. */
  readonly clientKey: string
  readonly linkId: string
}

/** Searches the newest thousand payment links for an active one. */
export async function findShownObjects(sql: Sql): Promise<ShownObjects> {
  const [row] = await sql<[ShownObjects]>`
    with session as (
      select session_id, client_key from sessions join merchants using (merchant_id)
      where ${sql.unsafe(OPEN_SESSION)} order by end_due_at desc limit 1
    ), newest as (
      select payment_link_id as id, disabled_at, ends_at from payment_links order by payment_link_id desc limit 1000
    ), link as (
      select id from newest where disabled_at is null and (ends_at is null or ends_at > now() + interval '1 minute')
    )
    select coalesce((select session_id from session), 'none') as "sessionId",
      coalesce((select client_key from session), 'none') as "clientKey",
      coalesce((select max(id) from link), 'none') as "linkId"`
  return row
}

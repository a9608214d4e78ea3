import type { Sql } from '../connection/database.ts'
import { isOne } from '../shape/results.ts'

export async function putPasswordLink(
  sql: Sql,
  personId: string,
  tokenHash: Uint8Array,
  seconds: number,
): Promise<void> {
  await sql`
    insert into password_links (person_id, token_hash, ends_at)
    values (${personId}, ${tokenHash}, now() + make_interval(secs => ${seconds}))
    on conflict (person_id) do update
    set token_hash = excluded.token_hash, ends_at = excluded.ends_at, created_at = now()`
}

/** @returns the person; undefined for an unknown, used or expired link */
export async function findPasswordLink(sql: Sql, tokenHash: Uint8Array): Promise<string | undefined> {
  const [row] = await sql<{ personId: string }[]>`
    select person_id as "personId" from password_links where token_hash = ${tokenHash} and ends_at > now()`
  return row?.personId
}

/** End of a person's link; undefined if it was used or has expired. */
export async function findPasswordLinkEnd(sql: Sql, personId: string): Promise<Date | undefined> {
  const [row] = await sql<{ endsAt: Date }[]>`
    select ends_at as "endsAt" from password_links where person_id = ${personId} and ends_at > now()`
  return row?.endsAt
}

/** Consumes a link. @returns false for all callers but the first */
export function consumePasswordLink(sql: Sql, tokenHash: Uint8Array): Promise<boolean> {
  return isOne(sql`delete from password_links where token_hash = ${tokenHash} and ends_at > now()`)
}

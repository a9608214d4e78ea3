import type { Sql } from '../connection/database.ts'

export async function upsertKnownBrowser(sql: Sql, tokenHash: Uint8Array, personId: string): Promise<void> {
  await sql`
    insert into known_browsers (token_hash, person_id) values (${tokenHash}, ${personId})
    on conflict (token_hash, person_id) do update set last_used_at = now()`
}

export async function isKnownBrowser(sql: Sql, tokenHash: Uint8Array, email: string): Promise<boolean> {
  const rows = await sql`
    select from known_browsers k join people p on p.person_id = k.person_id
    where k.token_hash = ${tokenHash} and p.email = ${email}`
  return rows.length > 0
}

export async function purgeBrowsersOf(sql: Sql, personId: string): Promise<void> {
  await sql`delete from known_browsers where person_id = ${personId}`
}

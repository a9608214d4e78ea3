import type { Sql } from '../connection/database.ts'

export async function recordBackup(sql: Sql, takenAt: Date): Promise<void> {
  await sql`
    insert into last_backup (taken_at) values (${takenAt})
    on conflict (is_only) do update set taken_at = excluded.taken_at`
}

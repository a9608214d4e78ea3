import type { Sql } from '../connection/database.ts'
import { first } from '../shape/results.ts'

export interface KeyRotation {
  readonly id: string
  readonly masterKeyId: string
  readonly requestedAt: Date
  readonly completedAt: Date | null
}

export async function insertKeyRotation(sql: Sql, id: string, masterKeyId: string): Promise<void> {
  await sql`insert into key_rotations (rotation_id, master_key_id) values (${id}, ${masterKeyId})`
}

export function findLatestKeyRotation(sql: Sql): Promise<KeyRotation | undefined> {
  return first(sql<KeyRotation[]>`
    select rotation_id as id, master_key_id as "masterKeyId", requested_at as "requestedAt",
      completed_at as "completedAt"
    from key_rotations order by requested_at desc, rotation_id desc limit 1`)
}

export async function completeKeyRotation(sql: Sql, id: string): Promise<void> {
  await sql`update key_rotations set completed_at = now() where rotation_id = ${id} and completed_at is null`
}

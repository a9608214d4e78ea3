import type { Sql } from '../connection/database.ts'
import { first, isOne } from '../shape/results.ts'

export interface KeptPayload {
  readonly payload: Readonly<Record<string, unknown>>
  readonly consumedAt: Date | null
}

export async function upsertPayload(
  sql: Sql,
  { model, id, payload, grantId }: PayloadKey & { readonly payload: object; readonly grantId: string | null },
  seconds: number,
): Promise<void> {
  await sql`
    insert into identity_payloads (model, id, payload, grant_id, expires_at)
    values (${model}, ${id}, ${sql.json(payload)}, ${grantId}, now() + make_interval(secs => ${seconds}))
    on conflict (model, id) do update
    set payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`
}

interface PayloadKey {
  readonly model: string
  readonly id: string
}

export function findPayload(sql: Sql, { model, id }: PayloadKey): Promise<KeptPayload | undefined> {
  return first(sql<KeptPayload[]>`
    select payload, consumed_at as "consumedAt" from identity_payloads
    where model = ${model} and id = ${id} and expires_at > now()`)
}

/** Consumes a payload. @returns false for all callers but the first */
export function consumePayload(sql: Sql, { model, id }: PayloadKey): Promise<boolean> {
  return isOne(sql`
    update identity_payloads set consumed_at = now()
    where model = ${model} and id = ${id} and consumed_at is null`)
}

export async function deletePayload(sql: Sql, { model, id }: PayloadKey): Promise<void> {
  await sql`delete from identity_payloads where model = ${model} and id = ${id}`
}

export async function deletePayloadsOfGrant(sql: Sql, grantId: string): Promise<void> {
  await sql`delete from identity_payloads where grant_id = ${grantId}`
}

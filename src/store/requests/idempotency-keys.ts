import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'

/** Identifies a stored response by caller (merchant or operator's client), path and key. Path and key are digests. */
export interface IdempotencyKey {
  readonly owner: string
  readonly method: string
  readonly path: string
  readonly key: string
}

/** Status and response are null during the first request; an erased response is null. */
export interface StoredResponse {
  readonly bodyDigest: Uint8Array
  readonly statusCode: number | null
  readonly objectId: string | null
  readonly sealedAnswer: Uint8Array | null
}

const RESPONSE = record<StoredResponse>()('bodyDigest, statusCode, objectId, sealedAnswer')

/** Lease of a running request, whose process may have died (docs/reference/requests.md#idempotency-key). */
const HOLD_SECONDS = 55

/** Claims a key that is free, older than 24 hours or of a request that died. @returns proof of the claim */
export async function claimKey(sql: Sql, id: IdempotencyKey, bodyDigest: Uint8Array): Promise<string | undefined> {
  const [row] = await sql<{ held_until: string }[]>`
    insert into idempotency_keys as kept (merchant_id, method, path, key, body_digest, held_until)
    values (${id.owner}, ${id.method}, ${id.path}, ${id.key}, ${bodyDigest},
      now() + make_interval(secs => ${HOLD_SECONDS}))
    on conflict (merchant_id, method, path, key) do update
    set body_digest = excluded.body_digest, held_until = excluded.held_until, status_code = null, sealed_answer = null,
      created_at = now()
    where kept.created_at < now() - interval '24 hours'
      or (kept.status_code is null and kept.held_until < now() and kept.body_digest = excluded.body_digest)
    returning held_until::text`
  return row?.held_until
}

export function readKey(sql: Sql, id: IdempotencyKey): Promise<StoredResponse | undefined> {
  return first(sql<StoredResponse[]>`
    select ${RESPONSE.select(sql)} from idempotency_keys
    where merchant_id = ${id.owner} and method = ${id.method} and path = ${id.path} and key = ${id.key}`)
}

/** Stores the first response if the caller still holds the key. */
export async function keepAnswer(
  sql: Sql,
  id: IdempotencyKey,
  heldUntil: string,
  statusCode: number,
  sealedAnswer: Uint8Array,
  objectId: string | null,
): Promise<void> {
  await sql`
    update idempotency_keys set status_code = ${statusCode}, sealed_answer = ${sealedAnswer}, object_id = ${objectId},
      held_until = null
    where merchant_id = ${id.owner} and method = ${id.method} and path = ${id.path} and key = ${id.key}
      and held_until = ${heldUntil}::text::timestamptz`
}

/** Erases responses with these objects, of the merchant and its narrow clients. */
export async function eraseAnswers(tx: Sql, merchantId: string, objectIds: readonly string[]): Promise<void> {
  await tx`
    update idempotency_keys set sealed_answer = null
    where object_id = any(${objectIds}::text[]) and split_part(merchant_id, ' ', 1) = ${merchantId}`
}

export async function releaseKey(sql: Sql, id: IdempotencyKey, heldUntil: string): Promise<void> {
  await sql`
    delete from idempotency_keys
    where merchant_id = ${id.owner} and method = ${id.method} and path = ${id.path} and key = ${id.key}
      and held_until = ${heldUntil}::text::timestamptz`
}

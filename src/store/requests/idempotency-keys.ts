import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'

/**
 * Names one first answer: whose it is (a merchant or an operator's client), and what was asked under which key. Path
 * and key are stored as digests.
 */
export interface IdempotencyKey {
  readonly owner: string
  readonly method: string
  readonly path: string
  readonly key: string
}

/** A kept row. Status and answer are null while the first request is still running; an erased answer is null. */
export interface StoredResponse {
  readonly bodyDigest: Uint8Array
  readonly statusCode: number | null
  readonly objectId: string | null
  readonly sealedAnswer: Uint8Array | null
}

const RESPONSE = record<StoredResponse>()('bodyDigest, statusCode, objectId, sealedAnswer')

/**
 * How long a running request holds its key; the process that ran it may have died
 * (docs/reference/requests.md#idempotency-key).
 */
const HOLD_SECONDS = 55

/**
 * Takes the key, where nobody has it, where it is older than 24 hours, or where whoever ran the same request died.
 * @returns the proof of holding it, or undefined where somebody else has it
 */
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

/** Keeps the first answer, while the key is still held by the one who has it to give. */
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

/** Erases answers that show these objects, of the merchant and its narrow clients. */
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

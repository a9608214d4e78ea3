import { problem, RequestError } from '#domain/problem.ts'
import { claimKey, type IdempotencyKey, keepAnswer, readKey, releaseKey } from '#store/requests/idempotency-keys.ts'
import type { Gateway } from '../gateway.ts'

export interface ReplayableResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** ID of the shown object, which may be erased. */
  readonly objectId?: string | undefined
}

export interface IdempotentResponse {
  readonly answer: ReplayableResponse
  readonly replayed: boolean
}

/** Statuses whose requests run again, like all 5xx (docs/reference/requests.md#idempotency-key). */
const NOT_KEPT: ReadonlySet<number> = new Set([401, 403, 409, 413, 429])

/**
 * Runs a request at most once per key, for 24 hours (docs/reference/requests.md#idempotency-key). The database decides
 * who runs it.
 * @param body the request's bytes; other bytes with this key are rejected
 * @param run the request itself; an error releases the key
 * @param reread current view of an object, instead of a response that was erased
 * @throws RequestError `invalid` for another body under this key, `still-running` while the first one runs
 */
export async function runIdempotently(
  gateway: Gateway,
  asked: IdempotencyKey,
  body: Uint8Array,
  run: () => Promise<ReplayableResponse>,
  reread?: (status: number, objectId: string) => Promise<ReplayableResponse>,
): Promise<IdempotentResponse> {
  const id = illegible(gateway, asked)
  const digest = gateway.vault.digestOf(id.owner, `idempotent request ${Buffer.from(body).toString('base64')}`)
  const heldUntil = await claimKey(gateway.sql, id, digest)
  if (heldUntil !== undefined) return { answer: await runHolding(gateway, id, heldUntil, run), replayed: false }
  const kept = await readKey(gateway.sql, id)
  if (!kept) throw stillRunning()
  if (!Buffer.from(digest).equals(kept.bodyDigest)) throw otherBody()
  const { statusCode, objectId } = kept
  if (!kept.sealedAnswer && reread && statusCode !== null && objectId !== null)
    return { answer: await reread(statusCode, objectId), replayed: true }
  if (!kept.sealedAnswer) throw stillRunning()
  return { answer: opened(gateway, id, kept.sealedAnswer), replayed: true }
}

/** Keyed digests of path and key: callers may write anything there, even a card number. */
function illegible({ vault }: Gateway, { owner, method, path, key }: IdempotencyKey): IdempotencyKey {
  const digestOf = (text: string) => Buffer.from(vault.digestOf(owner, text)).toString('base64url')
  return { owner, method, path: digestOf(`idempotent path ${path}`), key: digestOf(`idempotency key ${key}`) }
}

async function runHolding(
  gateway: Gateway,
  id: IdempotencyKey,
  heldUntil: string,
  run: () => Promise<ReplayableResponse>,
): Promise<ReplayableResponse> {
  try {
    const answer = await run()
    if (answer.status >= 500 || NOT_KEPT.has(answer.status)) await releaseKey(gateway.sql, id, heldUntil)
    else
      await keepAnswer(gateway.sql, id, heldUntil, answer.status, sealed(gateway, id, answer), answer.objectId ?? null)
    return answer
  } catch (error) {
    await releaseKey(gateway.sql, id, heldUntil)
    throw error
  }
}

function sealed(gateway: Gateway, id: IdempotencyKey, answer: ReplayableResponse): Uint8Array {
  return gateway.vault.seal(Buffer.from(JSON.stringify(answer)), contextOfAnswer(id))
}

function opened(gateway: Gateway, id: IdempotencyKey, sealedAnswer: Uint8Array): ReplayableResponse {
  return JSON.parse(Buffer.from(gateway.vault.open(sealedAnswer, contextOfAnswer(id))).toString())
}

/** Binds a stored response to its row, so that it cannot be used for another request. */
export function contextOfAnswer({ owner, method, path, key }: IdempotencyKey): string {
  return `first answer ${JSON.stringify([owner, method, path, key])}`
}

function otherBody(): RequestError {
  const message = 'This key was used with another body; use a new key for a new request.'
  return new RequestError('invalid', [problem('Idempotency-Key', message)])
}

function stillRunning(): RequestError {
  const message = 'The first request with this key is still running; try again in a second.'
  return new RequestError('still-running', [problem('Idempotency-Key', message)], 1)
}

import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import { errorOf } from './objects.ts'

interface Kept {
  readonly text: string
  readonly answer: SandboxAnswer | 'under way'
}

/**
 * Stripe's rule: the first answer again for the same key with the same parameters, 409 while the first is in progress, 400
 * for other parameters. Keys do not tell one path from another.
 */
export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>()

  async once(request: SandboxRequest, carryOut: () => Promise<SandboxAnswer>): Promise<SandboxAnswer> {
    const key = request.headers['idempotency-key'] as string | undefined
    if (key === undefined) return carryOut()
    const kept = this.#kept.get(key)
    if (kept) return again(kept, request.text)
    this.#kept.set(key, { text: request.text, answer: 'under way' })
    const answer = await carryOut()
    this.#kept.set(key, { text: request.text, answer })
    return answer
  }

  /** Forgets all keys, as Stripe does after a day. */
  forgetAll(): void {
    this.#kept.clear()
  }
}

function again({ text, answer }: Kept, asked: string): SandboxAnswer {
  if (text !== asked) return errorOf(400, { type: 'idempotency_error' })
  if (answer === 'under way') return errorOf(409, { code: 'idempotency_key_in_use' })
  if (typeof answer === 'string' || !('body' in answer)) return answer
  return { ...answer, headers: { 'idempotent-replayed': 'true' } }
}

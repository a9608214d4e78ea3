import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxAnswer, SandboxRequest } from '../provider-sandbox/server.ts'
import type { Book } from './book.ts'
import type { IdempotencyKeys } from './idempotency.ts'
import { errorOf } from './objects.ts'
import { type Fault, faultOf, type Step } from './steering.ts'

/** Nothing is executed in no time: a second request with the same key finds the first in progress. */
const CARRIED_OUT_AFTER_MS = 3

const BROKEN = errorOf(500, { type: 'api_error' })

const BEFORE: { readonly [Before in Fault]?: SandboxAnswer } = {
  silence: 'silence',
  reset: 'reset',
  down: { status: 503, raw: 'upstream connect error' },
  busy: { ...errorOf(429, { code: 'lock_timeout' }), headers: { 'retry-after': '0' } },
}

const AFTER: { readonly [After in Fault]?: SandboxAnswer } = {
  'late-silence': 'silence',
  'late-reset': 'reset',
  'late-500': BROKEN,
  'late-cut': { status: 200, raw: '{"id":"pi_' },
  'late-empty': { status: 200, raw: '' },
  'late-foreign': { status: 403, raw: '{"message":"The proxy does not know this address."}' },
}

/** Faults of requests: once for each step of an attempt, as its reference orders, or with the chosen request. */
export class Faults {
  readonly #book: Book
  readonly #keys: IdempotencyKeys
  readonly #seen = new Set<string>()
  #countdown: { requests: number; readonly fault: Fault } | undefined

  constructor(book: Book, keys: IdempotencyKeys) {
    this.#book = book
    this.#keys = keys
  }

  /** Lets the request after so many others fail. */
  strike(requests: number, fault: Fault): void {
    this.#countdown = { requests, fault }
  }

  async disturb(step: Step, request: SandboxRequest, act: () => SandboxAnswer): Promise<SandboxAnswer> {
    const carryOut = () => this.#keys.once(request, () => sleep(CARRIED_OUT_AFTER_MS).then(act))
    const fault = this.#struck() ?? this.#ordered(step, request)
    if (fault === undefined) return carryOut()
    if (fault === 'kept-500') return this.#keys.once(request, async () => BROKEN)
    if (BEFORE[fault]) return BEFORE[fault]
    await carryOut()
    return AFTER[fault]!
  }

  #struck(): Fault | undefined {
    if (!this.#countdown) return undefined
    const { requests, fault } = this.#countdown
    this.#countdown = requests === 0 ? undefined : { requests: requests - 1, fault }
    return requests === 0 ? fault : undefined
  }

  #ordered(step: Step, { headers, params, body }: SandboxRequest): Fault | undefined {
    const key = String(headers['idempotency-key'] ?? '').split(':')[0]
    const intent = this.#book.intents.get(params.intent ?? '') ?? this.#book.intentOf(key)
    const { description, metadata } = body as { description?: string; metadata?: { reference?: string } }
    const fault = faultOf(metadata?.reference ?? description ?? intent?.description ?? '', step)
    const seen = `${step} ${key || intent?.id}`
    if (fault === undefined || this.#seen.has(seen)) return undefined
    this.#seen.add(seen)
    return fault
  }
}

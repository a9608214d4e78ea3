import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { errors } from 'oidc-provider'
import type { MerchantMove } from '#domain/merchant-move.ts'
import type { Sql } from '#store/connection/database.ts'
import { type ClientWithSecrets, findClientWithSecrets } from '#store/merchants/clients.ts'
import { countHit, readHits } from '#store/requests/rate-counters.ts'
import type { MovedMerchants } from './moved-merchants.ts'

/** Maximum for one client and address in a minute, over all processes. */
const FAILURES_PER_MINUTE = 10
const MINUTE = 60

/** Form of our client IDs; others need no lookup, and PostgreSQL accepts no NUL. */
const CLIENT_ID = /^[0-9A-Za-z_-]{1,64}$/

/** Request to the token endpoint, with facts that the OAuth library does not pass on. */
interface TokenAttempt {
  readonly address: string
  clientId?: string
  client?: ClientWithSecrets | undefined
  /** Error that the library answers as `server_error`. */
  fault?: unknown
}

/** Passes the attempt through the OAuth library to its callbacks. */
export const tokenAttempts = new AsyncLocalStorage<TokenAttempt>()

/** 429: the library answers with it as with any other OAuth error. */
class TooManyFailures extends errors.OIDCProviderError {
  constructor() {
    super(429, 'too_many_requests')
    this.error_description = 'too many failed attempts; check the client secret and try again later'
  }
}

/** 421 with the address of the other group; during the switch 503. */
class MovedClient extends errors.OIDCProviderError {
  constructor({ state, otherUrl }: MerchantMove) {
    const [status, error, description] =
      state === 'AWAY'
        ? ([421, 'misdirected_request', `this merchant moved; request its tokens from ${otherUrl}`] as const)
        : ([503, 'temporarily_unavailable', 'this merchant is moving; try again in a second'] as const)
    super(status, error)
    this.error_description = description
    this.expose = true
  }
}

/**
 * Counts only failures, and by address, so that no attacker can lock a merchant out.
 * @throws TooManyFailures if this client failed too often from this address, even with the right secret; MovedClient
 */
export async function identifyClient(
  sql: Sql,
  clientId: string,
  moves: MovedMerchants,
): Promise<ClientWithSecrets | undefined> {
  const attempt = tokenAttempts.getStore()!
  attempt.clientId = clientId
  const [client, failures] = await Promise.all([
    CLIENT_ID.test(clientId) ? findClientWithSecrets(sql, clientId) : undefined,
    readHits(sql, counterOf(clientId, attempt.address), '', MINUTE),
  ])
  if (failures >= FAILURES_PER_MINUTE) throw new TooManyFailures()
  const move = await moves.find([client?.merchantId ?? '', clientId])
  if (move) throw new MovedClient(move)
  attempt.client = client
  return client
}

/** Counts a rejected secret. @throws TooManyFailures if concurrent attempts exceeded the limit together */
export async function countFailure(sql: Sql): Promise<void> {
  const { address, clientId } = tokenAttempts.getStore()!
  const failures = await countHit(sql, counterOf(clientId!, address), '', MINUTE)
  if (failures > FAILURES_PER_MINUTE) throw new TooManyFailures()
}

export function secondsToNextMinute(now: Date): number {
  return MINUTE - (Math.floor(now.getTime() / 1000) % MINUTE)
}

/** Hashed, because attackers may send any client ID, of any length, even a secret. */
function counterOf(clientId: string, address: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([clientId, address]))
    .digest('base64url')
  return `token-failures:${digest}`
}

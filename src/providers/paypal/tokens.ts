import { type ApiAnswer, callApi } from '../http/call-api.ts'
import type { Access } from '../provider.ts'
import { API, type Keys, keysOf, type Token, tokenIn, tokenRequest } from './translate/access.ts'

/** A token that ends sooner than this is not used any more. */
const MARGIN_MS = 60_000

/** Access tokens of accounts (RFC 6749, client credentials), kept in memory until they end. */
export interface Tokens {
  /** A token, or the answer that refuses one. */
  tokenFor(access: Access): Promise<Token | ApiAnswer>
  /** PayPal does not take this one any more. */
  forget(token: Token): void
}

export function openTokens(origin: string): Tokens {
  const kept = new Map<string, Token>()

  async function tokenWith(access: Access, keys: Keys): Promise<Token | ApiAnswer> {
    const found = kept.get(keys.digest)
    if (found && found.endsAt > Date.now() + MARGIN_MS) return found
    const { account, credentials, signal } = access
    // Without a way to note it: the answer holds the token.
    const answer = await callApi({ account, credentials, signal }, { ...API, origin }, tokenRequest(keys))
    const token = tokenIn(answer, keys)
    if (token) kept.set(keys.digest, token)
    return token ?? answer
  }

  return {
    async tokenFor(access) {
      const [current, previous] = keysOf(access)
      const answer = await tokenWith(access, current)
      return previous && isRefused(answer) ? tokenWith(access, previous) : answer
    },
    forget: ({ digest }) => void kept.delete(digest),
  }
}

function isRefused(answer: Token | ApiAnswer): boolean {
  return 'status' in answer && answer.status === 401
}

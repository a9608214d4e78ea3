import { type Access, type ApiAnswer, callApi } from '#providers/port/tools.ts'
import { API, type Keys, keysOf, type Token, tokenIn, tokenRequest } from './translate/access.ts'

/** A token is not used in this time before its expiry. */
const MARGIN_MS = 60_000

/** Cached access tokens of accounts (RFC 6749, client credentials). */
export interface Tokens {
  /** @returns the answer that refuses one */
  tokenFor(access: Access): Promise<Token | ApiAnswer>
  /** Drops a token that PayPal rejected. */
  forget(token: Token): void
}

export function openTokens(origin: string): Tokens {
  const kept = new Map<string, Token>()

  async function tokenWith(access: Access, keys: Keys): Promise<Token | ApiAnswer> {
    const found = kept.get(keys.digest)
    if (found && found.endsAt > Date.now() + MARGIN_MS) return found
    const { account, credentials, signal } = access
    // Not logged: the answer has the token.
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

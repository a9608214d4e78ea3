import type { Logger } from 'pino'
import type { Config } from '#app/config.ts'
import { realmAt } from '#identity/realm.ts'
import { fetchBounded } from '#outbound/fetch-bounded.ts'

const TIMEOUT_MS = 5000

/** Logs if `AUTH_URL` does not lead to the issuer of tokens. The start continues: it may be unavailable briefly. */
export async function checkIssuer({ authUrl, realm, authAudience }: Config, log: Logger): Promise<void> {
  const { issuer, discoveryPath } = realmAt(authUrl, realm, authAudience)
  const asked = `${authUrl}${discoveryPath}`
  const found = await issuerAt(asked)
  if (found === issuer) log.info({ issuer }, 'using external identity provider')
  else log.error({ asked, expected: issuer, found }, 'identity provider not found at AUTH_URL; all tokens rejected')
}

/** Issuer named there, or the unexpected content. */
async function issuerAt(url: string): Promise<unknown> {
  try {
    const answer = await fetchBounded(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!answer.ok) return `status ${answer.status}`
    return ((await answer.json()) as { issuer?: unknown }).issuer ?? 'no issuer'
  } catch (error) {
    return (error as Error).message
  }
}

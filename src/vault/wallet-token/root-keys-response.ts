/** Response of the URL, as stored beyond the process. */
export interface RootKeyCopy {
  /** The wallet's JSON as received. */
  readonly text: string
  /** Milliseconds since 1970; no call is needed before. */
  readonly freshUntil: number
}

/** Maximum freshness, regardless of the response. */
export const MAX_AGE_SECONDS = 24 * 3600
/** Minimum time between two calls. */
const MIN_AGE_SECONDS = 10
const DEFAULT_AGE_SECONDS = 3600

/** @throws Error for any other response */
export async function parseRootKeyResponse(answer: Response, now: number): Promise<RootKeyCopy> {
  if (answer.status !== 200) throw new Error(`The root keys' address answered ${answer.status}.`)
  return { text: await answer.text(), freshUntil: now + freshSeconds(answer.headers) * 1000 }
}

/** `max-age` less the time in caches (RFC 9111, section 4.2). */
function freshSeconds(headers: Headers): number {
  const control = headers.get('cache-control') ?? ''
  const stated = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(control)?.[1]
  const age = Number(headers.get('age') ?? 0) || 0
  const fresh = stated === undefined ? DEFAULT_AGE_SECONDS : Number(stated) - age
  const reusable = /(?:^|[\s,])no-(?:cache|store)\b/i.test(control) ? 0 : fresh
  return Math.min(Math.max(reusable, MIN_AGE_SECONDS), MAX_AGE_SECONDS)
}

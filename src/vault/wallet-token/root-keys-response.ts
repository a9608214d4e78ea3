/** What the address answered, as it is kept beyond the process. */
export interface RootKeyCopy {
  /** The wallet's JSON as it came. */
  readonly text: string
  /** Milliseconds since 1970; until then nobody need ask the address. */
  readonly freshUntil: number
}

/** The longest an answer is fresh, whatever it says. */
export const MAX_AGE_SECONDS = 24 * 3600
/** The shortest: between two questions. */
const MIN_AGE_SECONDS = 10
const DEFAULT_AGE_SECONDS = 3600

/** @throws Error where the answer is none */
export async function parseRootKeyResponse(answer: Response, now: number): Promise<RootKeyCopy> {
  if (answer.status !== 200) throw new Error(`The root keys' address answered ${answer.status}.`)
  return { text: await answer.text(), freshUntil: now + freshSeconds(answer.headers) * 1000 }
}

/** `max-age` less the time the answer has spent in caches on its way (RFC 9111, section 4.2). */
function freshSeconds(headers: Headers): number {
  const control = headers.get('cache-control') ?? ''
  const stated = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(control)?.[1]
  const age = Number(headers.get('age') ?? 0) || 0
  const fresh = stated === undefined ? DEFAULT_AGE_SECONDS : Number(stated) - age
  const reusable = /(?:^|[\s,])no-(?:cache|store)\b/i.test(control) ? 0 : fresh
  return Math.min(Math.max(reusable, MIN_AGE_SECONDS), MAX_AGE_SECONDS)
}

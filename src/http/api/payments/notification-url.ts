import type { Problem } from '#domain/problem.ts'

/** EMV 3DS notificationURL, and a limit of our own (docs/reference/limits.md#lengths). */
const MAX_LENGTH = 256

const PROPERTY = 'options.three_ds.notification_url'

/**
 * Finds an invalid URL, which is a 400 (docs/reference/requests.md#order-of-errors).
 * @param body parsed JSON, not validated yet
 */
export function malformedNotificationUrl(body: unknown): Problem | undefined {
  const url = (body as { options?: { three_ds?: { notification_url?: unknown } } } | null)?.options?.three_ds
    ?.notification_url
  if (url === undefined || url === null) return undefined
  if (typeof url === 'string' && [...url].length > MAX_LENGTH) {
    return problem(`The address is too long; use at most ${MAX_LENGTH} characters.`, [String(MAX_LENGTH)])
  }
  return isHttps(url) ? undefined : problem('Send an absolute https address with a host.', ['https'])
}

/** Rejects characters that a URL parser drops or changes, so that browsers post to the checked URL. */
function isHttps(url: unknown): boolean {
  if (typeof url !== 'string' || !/^https:\/\/[^/?#]/i.test(url) || /[\s\\\p{Cc}]/u.test(url)) return false
  const parsed = URL.parse(url)
  return parsed?.protocol === 'https:' && parsed.hostname !== '' && parsed.username === '' && parsed.password === ''
}

function problem(message: string, params: readonly string[]): Problem {
  return { property: PROPERTY, message, params }
}

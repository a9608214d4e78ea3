import type { Problem } from '#domain/problem.ts'

const YEAR_MS = 366 * 86_400_000

/**
 * Checks that a link expires later than now, and within a year.
 * @param now by the merchant's clock
 */
export function expiryProblems(expiresAt: Date | null | undefined, now: Date): Problem[] {
  if (!expiresAt) return []
  const property = 'expires_at'
  if (expiresAt <= now) return [{ property, message: 'Use a time later than now.', params: [now.toISOString()] }]
  const limit = new Date(now.getTime() + YEAR_MS)
  if (expiresAt <= limit) return []
  return [{ property, message: 'Use a time within a year, or null for never.', params: [limit.toISOString()] }]
}

import { type Problem, pastProblems } from '#domain/problem.ts'

const YEAR_MS = 366 * 86_400_000

/** Requires an expiry later than now, within a year. @param now by the merchant's clock */
export function expiryProblems(expiresAt: Date | null | undefined, now: Date): Problem[] {
  const property = 'expires_at'
  const limit = new Date(now.getTime() + YEAR_MS)
  if (!expiresAt || expiresAt <= limit) return pastProblems(property, expiresAt, now)
  return [{ property, message: 'Use a time within a year, or null for never.', params: [limit.toISOString()] }]
}

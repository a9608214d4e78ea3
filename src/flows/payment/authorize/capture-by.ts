import { authorizationSeconds } from '#domain/authorization-expiry.ts'
import type { Brand } from '#domain/brands.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { type Problem, RequestError } from '#domain/problem.ts'
import type { PaymentRequest } from './payment-request.ts'

const PROPERTY = 'options.capture_by'

/**
 * Checks the capture deadline of an authorization (docs/reference/authorize.md#capture-by). A session's was checked at
 * its creation, and its shopper cannot fix it.
 * @param account first to be called
 * @throws RequestError `invalid` on `options.capture_by`
 */
export function checkCaptureBy(
  { captureBy, session }: Pick<PaymentRequest, 'captureBy' | 'session'>,
  account: ProviderAccount | undefined,
  brand: Brand | null,
  now: Date,
): void {
  const problems = session ? [] : captureByProblems(captureBy, account, brand, now)
  if (problems.length > 0) throw new RequestError('invalid', problems)
}

/** Requires a time later than now, within the limit of the provider account. @param now by the merchant's clock */
export function captureByProblems(
  captureBy: Date | null,
  account: ProviderAccount | undefined,
  brand: Brand | null,
  now: Date,
): readonly Problem[] {
  if (captureBy === null) return []
  if (captureBy <= now) {
    return [{ property: PROPERTY, message: 'Use a time later than now.', params: [now.toISOString()] }]
  }
  if (!account) return []
  const limit = new Date(now.getTime() + authorizationSeconds(account.settings, brand) * 1000)
  if (captureBy <= limit) return []
  const message = 'Use an earlier time; the provider does not hold an authorization that long.'
  return [{ property: PROPERTY, message, params: [limit.toISOString()] }]
}

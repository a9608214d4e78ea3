import type { MethodCapabilities } from '#domain/capabilities.ts'
import type { Refusal } from '#domain/eligibility.ts'
import type { Parent } from '#domain/follow-up.ts'
import { allowsSingleCapture, unsupportedFollowUp } from '#domain/follow-up-support.ts'
import type { Gateway } from '../gateway.ts'
import { capabilitiesOf } from '../payment/accounts/eligibility.ts'
import type { FollowUpAttempt } from './follow-up-attempt.ts'
import type { FollowUpRequest } from './request.ts'

/**
 * Why the account that was paid cannot carry a follow-up, or undefined where it can
 * (docs/reference/follow-ups.md#what-its-account-can-do).
 */
export function unsupportedRefusal(
  gateway: Gateway,
  { type, amount }: Pick<FollowUpRequest, 'type' | 'amount'>,
  parent: Parent,
  attempt: FollowUpAttempt,
): Refusal | undefined {
  const method = methodOf(gateway, attempt)
  const problem = method && unsupportedFollowUp(method, parent.transaction, type, amount)
  return problem && { code: '2000', ...problem }
}

/** True if the account that was paid takes one capture of its payment method at most. */
export function allowsSingleCaptureAt(gateway: Gateway, attempt: FollowUpAttempt): boolean {
  const method = methodOf(gateway, attempt)
  return method !== undefined && allowsSingleCapture(method)
}

/** Undefined for a method that the provider does not declare any more: what was paid by it may still be paid back. */
function methodOf(gateway: Gateway, { account, parent }: FollowUpAttempt): MethodCapabilities | undefined {
  return capabilitiesOf(gateway, account, parent.paymentMethod)
}

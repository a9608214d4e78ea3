import type { Actor } from '#domain/actor.ts'
import { newId } from '#domain/ids.ts'
import { type PaymentLinkState, paymentLinkStatusOf } from '#domain/payment-link.ts'
import { notFound, type Problem, RequestError } from '#domain/problem.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { type PaymentLinkChange, updatePaymentLink } from '#store/payment-links/change-payment-link.ts'
import { findPaymentLink, lockPaymentLink } from '#store/payment-links/payment-links.ts'
import { readTestClock } from '#store/test-clock/test-clock.ts'
import type { Gateway } from '../gateway.ts'
import { expiryProblems } from './link-expiry.ts'

export type { PaymentLinkChange }

/**
 * Changes a link (docs/reference/payment-links.md#changes).
 * @throws RequestError 404; 422 on `expires_at`, on `max_payments` below what is paid or in progress, on `status` of a
 * link that has expired or is complete
 */
export function changePaymentLink(
  { sql }: Gateway,
  actor: Actor,
  merchantId: string,
  id: string,
  change: PaymentLinkChange,
): Promise<PaymentLinkState> {
  return sql.begin(async (tx) => {
    const before = await lockPaymentLink(tx, merchantId, id)
    if (!before) throw notFound('payment link')
    const problems = problemsOf(before, change, await readTestClock(tx, merchantId))
    if (problems.length > 0) throw new RequestError('invalid', problems)
    await updatePaymentLink(tx, before.link, change)
    const after = (await findPaymentLink(tx, merchantId, id))!
    const changes = { before: auditedOf(before), after: auditedOf(after) }
    await insertAuditEntry(tx, {
      id: newId('aud'),
      actor,
      action: 'payment-link.changed',
      merchantId,
      subject: id,
      changes,
    })
    return after
  }) as Promise<PaymentLinkState>
}

function problemsOf(before: PaymentLinkState, change: PaymentLinkChange, now: Date): Problem[] {
  return [
    ...expiryProblems(change.expiresAt, now),
    ...maximumProblems(before, change),
    ...statusProblems(before, change),
  ]
}

function maximumProblems({ payments, running }: PaymentLinkState, { maxPayments }: PaymentLinkChange): Problem[] {
  const taken = payments + running
  if (maxPayments === undefined || maxPayments === null || maxPayments >= taken) return []
  const message = 'Use at least the number of payments that are approved or in progress.'
  return [{ property: 'max_payments', message, params: [String(taken)] }]
}

/** An expired or complete link is activated by more time or more payments. */
function statusProblems(
  before: PaymentLinkState,
  { isDisabled, expiresAt, maxPayments }: PaymentLinkChange,
): Problem[] {
  const after = {
    ...before,
    link: { ...before.link, ...(maxPayments !== undefined && { maxPayments }) },
    isDisabled: false,
    isExpired: expiresAt === undefined && before.isExpired,
  }
  const status = paymentLinkStatusOf(after)
  if (isDisabled !== false || status === 'ACTIVE') return []
  const message = { EXPIRED: 'Set a later expires_at.', COMPLETED: 'Raise max_payments.' }[
    status as 'EXPIRED' | 'COMPLETED'
  ]
  return [{ property: 'status', message, params: [status] }]
}

function auditedOf({ link, isDisabled }: PaymentLinkState) {
  const { maxPayments, expiresAt, message, description } = link
  return { disabled: isDisabled, max_payments: maxPayments, expires_at: expiresAt, message, description }
}

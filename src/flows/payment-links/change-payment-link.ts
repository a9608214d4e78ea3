import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#domain/actor.ts'
import type { FurtherEvent } from '#domain/event-types.ts'
import { type PaymentLinkState, paymentLinkStatusOf } from '#domain/payment-link.ts'
import { orNotFound, type Problem, RequestError } from '#domain/problem.ts'
import { paymentLinkCompleted, paymentLinkExpired } from '#events/payment-link-events.ts'
import type { Sql } from '#store/connection/database.ts'
import { recordFurtherEvents } from '#store/events/further-events.ts'
import { insertAuditEntry } from '#store/merchants/audit-log.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import { type PaymentLinkChange, updatePaymentLink } from '#store/payment-links/change-payment-link.ts'
import { claimEndOf } from '#store/payment-links/link-ends.ts'
import { findPaymentLink, lockPaymentLink } from '#store/payment-links/payment-links.ts'
import type { Gateway } from '../gateway.ts'
import { expiryProblems } from './link-expiry.ts'

export type { PaymentLinkChange }

/**
 * Changes a link (docs/reference/payment-links.md#changes).
 * @throws RequestError 404; 422 on `expires_at`, on `max_payments` below what is paid or in progress, on `status` of a
 * link that has expired or is complete
 */
export function changePaymentLink(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  id: string,
  change: PaymentLinkChange,
): Promise<PaymentLinkState> {
  return gateway.sql.begin(async (tx) => {
    const before = orNotFound(await lockPaymentLink(tx, merchantId, id), 'payment link')
    const problems = problemsOf(before, change, await readTestClock(tx, merchantId))
    if (problems.length > 0) throw new RequestError('invalid', problems)
    const expired = await expiredBefore(tx, gateway, before, change)
    await updatePaymentLink(tx, before.link, change)
    const after = (await findPaymentLink(tx, merchantId, id))!
    await recordFurtherEvents(tx, [...expired, ...completedBy(gateway, before, after)])
    const texts = rewordedTexts(before, after)
    const changes = { before: auditedOf(before), after: auditedOf(after), ...texts }
    if (isDeepStrictEqual(changes.before, changes.after) && Object.keys(texts).length === 0) return after
    await insertAuditEntry(tx, {
      actor,
      action: 'payment-link.changed' as const,
      merchantId,
      subject: id,
      changes,
    })
    return after
  })
}

/** Event of an unrecorded expiry, before the link gets another end or completes. */
async function expiredBefore(
  tx: Sql,
  { settings, clock }: Gateway,
  before: PaymentLinkState,
  { expiresAt, maxPayments }: PaymentLinkChange,
): Promise<FurtherEvent[]> {
  const isEndKept = expiresAt === undefined && maxPayments === undefined
  if (isEndKept || !(await claimEndOf(tx, before.link))) return []
  const expired = { ...before, isExpired: true }
  return paymentLinkStatusOf(expired) === 'EXPIRED' ? [paymentLinkExpired(expired, settings.baseUrl, clock.now())] : []
}

function completedBy({ settings, clock }: Gateway, before: PaymentLinkState, after: PaymentLinkState): FurtherEvent[] {
  const isCompleted = paymentLinkStatusOf(before) !== 'COMPLETED' && paymentLinkStatusOf(after) === 'COMPLETED'
  return isCompleted ? [paymentLinkCompleted(after, settings.baseUrl, clock.now())] : []
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
  const { maxPayments, expiresAt } = link
  return { disabled: isDisabled, max_payments: maxPayments, expires_at: expiresAt?.toISOString() ?? null }
}

/** Names of changed texts, not the texts: they may name a person. */
function rewordedTexts({ link: before }: PaymentLinkState, { link: after }: PaymentLinkState) {
  const texts = (['message', 'description'] as const).filter((text) => before[text] !== after[text])
  return Object.fromEntries(texts.map((text) => [text, 'changed']))
}

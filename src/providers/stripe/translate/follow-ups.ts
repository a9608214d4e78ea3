import type { AskedAttempt, ParentAttempt } from '#providers/port/tools.ts'
import { amountOf } from './amount.ts'
import type { StripeRequest } from './form.ts'
import { type AskedCharge, pathOf } from './requests.ts'

/** Facts of a follow-up that every inquiry has. */
export type AskedFollowUp = Omit<AskedCharge, 'transactionId'> &
  Pick<AskedAttempt, 'finalCapture'> & { readonly parent: ParentAttempt }

const REFUNDS = '/v1/refunds'

/** Metadata name of a capture, as Stripe forgets keys after a day; without the group, to fit 40 characters. */
export function captureMark(attemptId: string): string {
  return `capture_att_${attemptId.slice(attemptId.lastIndexOf('_') + 1)}`
}

export function captureIntent(asked: AskedFollowUp): StripeRequest {
  const { attemptId, money, parent } = asked
  const isWhole = money.amount === parent.money.amount
  const plain = { amount_to_capture: amountOf(money)!, final_capture: String(asked.finalCapture || isWhole) }
  const form = { ...plain, [`metadata[${captureMark(attemptId)}]`]: plain.amount_to_capture }
  const path = `${pathOf(parent.providerReference!)}/capture`
  return { method: 'POST', path, form, idempotencyKey: attemptId, kept: plain }
}

/** Canceling twice does no harm, so there is no key, which would repeat an old refusal. */
export function cancelIntent(intent: string): StripeRequest {
  const form = { cancellation_reason: 'abandoned' }
  return { method: 'POST', path: `${pathOf(intent)}/cancel`, form, idempotencyKey: null, kept: form }
}

export function createRefund(asked: AskedFollowUp): StripeRequest {
  const plain = { payment_intent: asked.parent.providerReference!, amount: amountOf(asked.money)! }
  const form = {
    ...plain,
    'metadata[attempt_id]': asked.attemptId,
    'metadata[merchant_id]': asked.merchantId,
    'metadata[reference]': asked.reference,
  }
  const kept = { ...plain, attempt_id: asked.attemptId }
  return { method: 'POST', path: REFUNDS, form, idempotencyKey: asked.attemptId, kept }
}

export function refundUnwanted(intent: string, attemptId: string): StripeRequest {
  const form = { payment_intent: intent, 'metadata[attempt_id]': attemptId, 'metadata[reversal]': 'true' }
  return {
    method: 'POST',
    path: REFUNDS,
    form,
    idempotencyKey: `${attemptId}:reverse`,
    kept: { payment_intent: intent },
  }
}

export function readRefund(refund: string): StripeRequest {
  return { method: 'GET', path: `${REFUNDS}/${encodeURIComponent(refund)}`, idempotencyKey: null }
}

const PAGE = '100'

export function listRefunds(intent: string, after: string | undefined): StripeRequest {
  const query = new URLSearchParams({
    payment_intent: intent,
    limit: PAGE,
    ...(after !== undefined && { starting_after: after }),
  })
  return { method: 'GET', path: `${REFUNDS}?${query}`, idempotencyKey: null }
}

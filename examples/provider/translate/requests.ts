import type { ApiRequest, AskedAttempt, Card, Charge, Fields, FollowUp } from '@tollgate/provider'

/** Charge of a card. `attemptId` is the idempotency key. `kept` has only fields that may be logged. */
export function chargeRequest(charge: Charge, { number, cvv, expirationMonth, expirationYear }: Card): ApiRequest {
  const { attemptId, money, reference, noticeUrl } = charge
  const fields = { attempt: attemptId, amount: String(money.amount), currency: money.currency, reference }
  const card = { number: number.reveal(), cvv: cvv?.reveal(), month: expirationMonth, year: expirationYear }
  return post('/charges', { ...fields, card, notice_url: noticeUrl }, fields)
}

/** Refund of a charge, in full or in part. */
export function refundRequest({ attemptId, money, reference, parent, noticeUrl }: FollowUp): ApiRequest {
  const fields = { attempt: attemptId, amount: String(money.amount), currency: money.currency, reference }
  return post('/refunds', { ...fields, charge: parent.attemptId, notice_url: noticeUrl }, fields)
}

/** Reversal of a charge or a refund. */
export function cancelRequest({ attemptId, parent }: AskedAttempt): ApiRequest {
  return post(`${parent === null ? '/charges' : '/refunds'}/${attemptId}/cancel`, {}, {})
}

export function chargeQuery(attemptId: string): ApiRequest {
  return { method: 'GET', path: `/charges/${attemptId}`, headers: {} }
}

export function refundQuery(attemptId: string): ApiRequest {
  return { method: 'GET', path: `/refunds/${attemptId}`, headers: {} }
}

function post(path: string, body: object, kept: Fields): ApiRequest {
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), kept }
}

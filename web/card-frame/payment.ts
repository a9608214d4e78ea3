import type { ChallengeEnd, PaymentResponse } from '../shared/protocol.ts'
import { fingerprint } from './fingerprint.ts'
import type { Action, SessionApi, Step } from './session-api.ts'

/** Shows the bank's challenge and resolves with how it ended. */
export type ShowChallenge = (action: Action) => Promise<ChallengeEnd>

/**
 * Pays, and takes every step the gateway asks for until there is an outcome: a retry with another provider may bring a
 * second fingerprint and challenge. The gateway alone decides which step is due.
 */
export async function pay(api: SessionApi, body: object, showChallenge: ShowChallenge): Promise<PaymentResponse> {
  let step = await api.pay(body)
  while (step.action) step = await take(api, step, step.action, showChallenge)
  return responseOf(step)
}

async function take(
  api: SessionApi,
  { transaction_id }: Step,
  action: Action,
  showChallenge: ShowChallenge,
): Promise<Step> {
  if (action.type === 'THREE_DS_2_CHALLENGE') {
    const { type } = await showChallenge(action)
    return type === 'canceled' ? api.cancel(transaction_id) : api.continuePayment(transaction_id)
  }
  await fingerprint(action, action.wait_seconds)
  return api.continuePayment(transaction_id)
}

function responseOf({ approved, status, transaction_id, processing_code, redirect }: Step): PaymentResponse {
  return { approved, status, transaction_id, processing_code, ...(redirect && { redirect: { url: redirect.url } }) }
}

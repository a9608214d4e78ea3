import type { ChallengeEnd, PaymentResponse } from '../shared/protocol.ts'
import type { Action, Step } from './answers.ts'
import { fingerprint } from './fingerprint.ts'
import type { SessionApi } from './session-api.ts'

/** Shows the bank's question somewhere and tells how it ended. */
export type AskBank = (action: Action) => Promise<ChallengeEnd>

/**
 * Pays, and takes every step the gateway asks for until there is an outcome: a retry with another provider may bring a
 * second fingerprint and challenge. What the browser saw decides nothing; the gateway knows which step is due.
 */
export async function pay(api: SessionApi, body: object, askBank: AskBank): Promise<PaymentResponse> {
  let step = await api.pay(body)
  while (step.action) step = await take(api, step, step.action, askBank)
  return responseOf(step)
}

async function take(api: SessionApi, { transaction_id }: Step, action: Action, askBank: AskBank): Promise<Step> {
  if (action.type === 'THREE_DS_2_CHALLENGE') {
    const { type } = await askBank(action)
    return type === 'canceled' ? api.cancel(transaction_id) : api.goOn(transaction_id)
  }
  await fingerprint(action, action.wait_seconds)
  return api.goOn(transaction_id)
}

function responseOf({ approved, status, transaction_id, processing_code, redirect }: Step): PaymentResponse {
  return { approved, status, transaction_id, processing_code, ...(redirect && { redirect: { url: redirect.url } }) }
}

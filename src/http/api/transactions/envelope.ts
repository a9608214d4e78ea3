import type { NextStep } from '#domain/next-step.ts'
import type { Gateway } from '#flows/gateway.ts'
import type { MerchantCaller } from '#identity/caller.ts'
import { showTransaction, viewFor } from './caller-view.ts'

/**
 * Sets one of four fields (docs/reference/objects.md#envelope); the rest is for refusals
 * (docs/reference/requests.md#refusals).
 */
export function envelopeView(gateway: Gateway, caller: MerchantCaller, step: NextStep) {
  const { transaction } = step
  const empty = { result: null, action: null, redirect: null, form_submit: null }
  if (step.kind === 'result') return { ...empty, result: viewFor(gateway, caller, transaction), ...refusalView(step) }
  const pending = { transaction_id: transaction.id, status: transaction.status }
  const ids = { transaction_id: transaction.id, session_id: transaction.sessionId ?? transaction.id }
  if (step.kind === 'action') {
    const { sessionId, type, token, paymentData } = step.action
    return { ...empty, action: { ...ids, session_id: sessionId, type, token, payment_data: paymentData }, ...pending }
  }
  if (step.kind === 'redirect') return { ...empty, redirect: { ...ids, url: step.url }, ...pending }
  return { ...empty, form_submit: { ...ids, url: step.url, data: step.data }, ...pending }
}

export async function rereadEnvelope(gateway: Gateway, caller: MerchantCaller, id: string) {
  return envelopeView(gateway, caller, { kind: 'result', transaction: await showTransaction(gateway, caller, id) })
}

function refusalView({ transaction }: NextStep) {
  if (transaction.status !== 'INVALID') return {}
  return { transaction_id: transaction.id, status: transaction.status, errors: transaction.errors }
}

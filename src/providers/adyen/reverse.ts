import { type Call, UnknownOutcome } from '#providers/port/tools.ts'
import type { Send } from './client.ts'
import { merchantAccountOf } from './config.ts'

interface Reversal {
  readonly attemptId: string
  /** Adyen's ID; null if unknown. */
  readonly pspReference: string | null
  /** Number of failed requests: under its old key, a failed one gets its old answer. */
  readonly failed: number
}

/** Requests a cancel or refund; after a failure again. @throws UnknownOutcome unless it was accepted */
export async function orderReversal(send: Send, call: Call, { attemptId, pspReference, failed }: Reversal) {
  const merchantAccount = merchantAccountOf(call.account)
  const order =
    pspReference === null
      ? { path: '/cancels', body: { merchantAccount, paymentReference: attemptId, reference: attemptId } }
      : { path: `/payments/${pspReference}/reversals`, body: { merchantAccount, reference: attemptId } }
  const idempotencyKey = `${attemptId}-${pspReference === null ? 'cancel' : 'reversal'}-${failed}`
  const { status } = await send(call, { method: 'POST', ...order, idempotencyKey })
  if (status >= 400) throw new UnknownOutcome(`Adyen did not take the order to reverse a charge (${status}).`)
}

import { type Call, UnknownOutcome } from '../provider.ts'
import type { Send } from './client.ts'
import { merchantAccountOf } from './config.ts'

/** A payment to reverse. */
interface Reversal {
  /** Our name of it. */
  readonly attemptId: string
  /** Adyen's, null where nobody has heard it. */
  readonly pspReference: string | null
  /** How many orders to do so have failed: one that failed is answered as before under its old key. */
  readonly failed: number
}

/** Orders a cancel or a refund; after a failure the charge is reversed again. @throws UnknownOutcome unless it was taken */
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

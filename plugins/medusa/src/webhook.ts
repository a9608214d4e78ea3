import { paidBy, type Tollgate, type Transaction, verifyWebhook } from '@tollgate/client'

/** A webhook as the shop hands it over. */
export interface Received {
  readonly headers: Readonly<Record<string, unknown>>
  readonly rawData: string | Buffer
}

/** Approved payment of one of the shop's payment sessions. */
export interface News {
  readonly paymentSession: string
  readonly transaction: Transaction
}

/**
 * Approved payment of a webhook, as the gateway has it now. Null for tests, declines, payments of other systems, and
 * captures, refunds and voids: the shop made them, or has no way to book them.
 * @throws TollgateError `invalid_webhook` for one that is forged
 */
export async function newsOf(tollgate: Tollgate, secret: string, received: Received): Promise<News | null> {
  const headers = received.headers as Record<string, string | string[] | undefined>
  // The shop's queue may be late, so the signature is judged at the time of sending. An old webhook does no harm: the
  // gateway is asked for the payment.
  const sentAt = Number(headers['webhook-timestamp']) * 1000
  const event = verifyWebhook(secret, headers, received.rawData, { now: sentAt || Date.now() })
  const transaction = await paidBy(tollgate, event)
  const paymentSession = transaction?.metadata?.medusa_session
  return transaction && typeof paymentSession === 'string' ? { paymentSession, transaction } : null
}

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
 * What a webhook is about, as the gateway says it now. Null for what the shop has nothing to do for: tests, declines,
 * captures, refunds and voids (the shop made them, or has no way to book them), payments of other systems.
 * @throws TollgateError `invalid_webhook` for one that is forged
 */
export async function newsOf(tollgate: Tollgate, secret: string, received: Received): Promise<News | null> {
  const headers = received.headers as Record<string, string | string[] | undefined>
  // The shop verifies from a queue, so by the time at which it was sent; it only rings, and the gateway is asked.
  const sentAt = Number(headers['webhook-timestamp']) * 1000
  const event = verifyWebhook(secret, headers, received.rawData, { now: sentAt || Date.now() })
  const transaction = await paidBy(tollgate, event)
  const paymentSession = transaction?.metadata?.medusa_session
  return transaction && typeof paymentSession === 'string' ? { paymentSession, transaction } : null
}

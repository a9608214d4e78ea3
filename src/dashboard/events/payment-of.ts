import type { StoredEvent } from '#flows/events.ts'
import { type Html, html } from '#html/html.ts'
import { shortId } from '../parts/short-id.ts'

/** Link to the payment of an event, by its reference; nothing for an event of no payment. */
export function paymentOf({ event, transactionId, body }: StoredEvent): Html | string {
  if (transactionId === null) return event === 'endpoint.test' ? 'Test event' : ''
  const { payload } = JSON.parse(body) as { readonly payload?: { readonly reference?: unknown } }
  const reference = payload?.reference
  const words = typeof reference === 'string' ? reference : shortId(transactionId)
  return html`<a href="/dashboard/transactions/${encodeURIComponent(transactionId)}" translate="no">${words}</a>`
}

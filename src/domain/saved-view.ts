/** Filters that a saved view of payments may have (docs/reference/transactions.md#saved-views). */
export const VIEW_FILTERS = [
  ...['q', 'status', 'type', 'method', 'brand', 'terminal', 'amount', 'currency', 'from', 'to', 'code', 'account'],
  ...['customer', 'customer_id', 'email', 'card', 'counted', 'capture', 'refunded'],
]

/** Filters that may identify a shopper. */
const PERSONAL = ['q', 'customer', 'customer_id', 'email']

/** True if a view requires permission to see customers. */
export function isPersonalView(filters: Readonly<Record<string, string | undefined>>): boolean {
  return PERSONAL.some((name) => filters[name]?.trim())
}

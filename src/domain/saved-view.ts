/** What a saved view may narrow the dashboard's list of payments by (docs/reference/transactions.md#saved-views). */
export const VIEW_FILTERS = [
  ...['q', 'status', 'type', 'method', 'brand', 'terminal', 'amount', 'currency', 'from', 'to', 'code', 'account'],
  ...['customer', 'customer_id', 'email', 'card', 'counted', 'capture', 'refunded'],
]

/** Filters that may say who a shopper is. */
const PERSONAL = ['q', 'customer', 'customer_id', 'email']

/** True if only those who see customers may see a view. */
export function isPersonalView(filters: Readonly<Record<string, string | undefined>>): boolean {
  return PERSONAL.some((name) => filters[name]?.trim())
}

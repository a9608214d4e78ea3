/**
 * Prefixes columns, such as `id, name`, with their table: named, because the next release's schema may have more ([decision
 * 0033](../../../docs/decisions/0033-expand-then-contract.md)).
 */
export function columnsOf(table: string, columns: string): string {
  return columns
    .split(',')
    .map((column) => `${table}.${column.trim()}`)
    .join(', ')
}

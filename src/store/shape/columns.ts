/**
 * Names a table's columns, as in `id, name`. Statements name what they read and write: the next release's schema may have
 * more ([decision 0033](../../../docs/decisions/0033-expand-then-contract.md)).
 */
export function columnsOf(table: string, columns: string): string {
  return columns
    .split(',')
    .map((column) => `${table}.${column.trim()}`)
    .join(', ')
}

/**
 * A list of columns, each said to be of a table. Statements name the columns they read and write, never all there are:
 * a release goes on working on the schema of the next one, where there may be more
 * ([decision 0033](../../../docs/decisions/0033-expand-then-contract.md)).
 * @param columns as in `id, name`
 */
export function columnsOf(table: string, columns: string): string {
  return columns
    .split(',')
    .map((column) => `${table}.${column.trim()}`)
    .join(', ')
}

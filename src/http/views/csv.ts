/** One cell: text from outside, or a number of ours. */
export type Cell = string | bigint | null

/** A line of RFC 4180. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return String(cell)
  const text = asPlainText(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Spreadsheets calculate what begins like a formula, some of them in full-width signs too; a quote before it makes it
 * text (OWASP, "CSV Injection").
 */
function asPlainText(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
}

import type { CsvFormat } from '#interface/csv.ts'

/** Records of earlier releases may lack a field. */
export type Cell = string | bigint | { readonly decimal: string } | null | undefined

export async function* csvFile(
  format: CsvFormat,
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield BEGINNING[format] + csvLine(format, header)
  for await (const rows of pages) yield rows.map((cells) => csvLine(format, cells)).join('')
}

/** Byte-order mark, by which Excel recognizes UTF-8. */
const BEGINNING: Readonly<Record<CsvFormat, string>> = { csv: '', excel: '\uFEFF' }

/** Separator for files with a decimal comma. */
const SEPARATOR: Readonly<Record<CsvFormat, string>> = { csv: ',', excel: ';' }

export function csvLine(format: CsvFormat, cells: readonly Cell[]): string {
  return `${cells.map((cell) => quoted(cellText(format, cell))).join(SEPARATOR[format])}\r\n`
}

/** Cells to quote, because some programs always split at semicolons or tabs, and trim spaces. */
function quoted(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function cellText(format: CsvFormat, cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'bigint') return kept(format, String(cell))
  if (typeof cell === 'object') return format === 'excel' ? cell.decimal.replace('.', ',') : cell.decimal
  return kept(format, withoutFormulas(format, cell))
}

/** A quote before a formula makes it text (OWASP, "CSV Injection"), also after another separator and for full-width signs. */
function withoutFormulas(format: CsvFormat, text: string): string {
  return text.replace(FORMULAS[format], "'").replace(/^[\t\r\n]/, "'$&")
}

const FORMULAS: Readonly<Record<CsvFormat, RegExp>> = {
  csv: /(?<=^|[;\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g,
  excel: /(?<=^|[,\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])/g,
}

/** Excel rounds digits after the fifteenth, drops leading zeros and reads `12e5` as a number; a quote makes it text. */
function kept(format: CsvFormat, text: string): string {
  return format === 'excel' && /^(0\d+|-?\d{12,}|\d+e\d+)$/i.test(text) ? `'${text}` : text
}

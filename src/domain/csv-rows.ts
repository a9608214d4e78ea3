/** Row of a CSV file, with its first line, counted from 1. */
export interface CsvRow {
  readonly line: number
  /** Undefined if a quote is misplaced or not closed. */
  readonly cells: readonly string[] | undefined
}

/** A cell and its terminator. The length of quoted cells is limited, so that no file takes long to read. */
const cellBefore = (separator: string) =>
  new RegExp(`(?:"((?:[^"]|""){0,2000})"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, 'y')

/** Reads RFC 4180 without empty lines; an unreadable row ends with its line. Semicolons separate if the first line has one. */
export function* csvRows(file: string): Generator<CsvRow> {
  const text = file.replace(/^\uFEFF/, '')
  const cell = cellBefore(/^[^\r\n]*;/.test(text) ? ';' : ',')
  for (let at = 0, line = 1; at < text.length; ) {
    const row = rowAt(text, at, cell)
    if (row.cells?.length !== 1 || row.cells[0] !== '') yield { line, cells: row.cells }
    line += text.slice(at, row.end).match(/\r\n|\n|\r/g)?.length ?? 0
    at = row.end
  }
}

function rowAt(text: string, start: number, pattern: RegExp): Omit<CsvRow, 'line'> & { readonly end: number } {
  const cells: string[] = []
  for (pattern.lastIndex = start; ; ) {
    const cell = pattern.exec(text)
    if (!cell) return { cells: undefined, end: lineEnd(text, start) }
    cells.push(cell[1]?.replaceAll('""', '"') ?? cell[2]!)
    if (!/^[,;]$/.test(cell[3]!)) return { cells, end: pattern.lastIndex }
  }
}

function lineEnd(text: string, start: number): number {
  const end = /\r\n|\n|\r|$/g
  end.lastIndex = start
  end.exec(text)
  return end.lastIndex
}

import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { SettlementFileError } from '#domain/settlement-row.ts'
import { type ReadRow, type RowContent, readRow } from './rows.ts'

const LONGEST_ROW_BYTES = 16 * 1024

/** Row of a file, with its last line. */
interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** Reads RFC 4180 as it streams. @throws SettlementFileError if a row is too long or a quote is not closed */
export async function* readCsv(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const parser = parse({
    info: true,
    max_record_size: LONGEST_ROW_BYTES,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  // Iteration throws what the source throws, so the callback has nothing to do.
  pipeline(text, parser, () => {})
  try {
    for await (const { record, info } of parser) yield { line: info.lines, cells: record }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new SettlementFileError('A row has more than 16 KiB, or a quote is not closed; download the file again.')
  }
}

/** Cells of a row by column: empty for a column that the file lacks. */
export type Cells = (column: string) => string

/** Reads rows below a header. @throws SettlementFileError if a column is missing or named twice */
export async function* readTable(
  text: AsyncIterable<string>,
  columns: readonly string[],
  read: (cells: Cells) => RowContent,
): AsyncGenerator<ReadRow> {
  let header: readonly string[] | undefined
  for await (const { line, cells } of readCsv(text)) {
    if (header) yield readCells(line, header, cells, read)
    else header = checkHeader(cells, columns)
  }
  if (!header) throw new SettlementFileError('The file is empty.')
}

export function readCells(
  line: number,
  header: readonly string[],
  cells: readonly string[],
  read: (cells: Cells) => RowContent,
): ReadRow {
  if (cells.length !== header.length) return { line, unreadable: 'the row has not as many cells as the header' }
  return readRow(line, () => read((column) => cells[header.indexOf(column)]?.trim() ?? ''))
}

/** @throws SettlementFileError if a column is missing or named twice */
export function checkHeader(header: readonly string[], columns: readonly string[]): readonly string[] {
  const names = header.map((name) => name.trim().replaceAll(/\s+/g, ' '))
  const wrong = columns.find((column) => names.filter((name) => name === column).length !== 1)
  if (wrong === undefined) return names
  throw new SettlementFileError(
    `The header needs the column "${wrong}" once; check the report and its provider account.`,
  )
}

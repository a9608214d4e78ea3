import { Type } from 'typebox'
import type { Answer } from '../../route.ts'

/** Formats for programs and for Excel (docs/reference/transactions.md#export). */
const CSV_FORMATS = ['csv', 'excel'] as const
export type CsvFormat = (typeof CSV_FORMATS)[number]

/** Reads anything but `excel` as `csv`, because addresses of pages are never rejected. */
export function csvFormatOf(text: string | undefined): CsvFormat {
  return text === 'excel' ? 'excel' : 'csv'
}

export const CsvQuery = Type.Object({
  format: Type.Optional(
    Type.Enum([...CSV_FORMATS], {
      description:
        '`csv` (default) for programs: separated by commas. `excel`: with a byte-order mark, separated by semicolons, amounts with a decimal comma, long numbers as text.',
    }),
  ),
})

export function csvAnswer(fileName: string, stream: AsyncGenerator<string>): Answer {
  return { status: 200, stream, contentType: 'text/csv; charset=utf-8; header=present', fileName }
}

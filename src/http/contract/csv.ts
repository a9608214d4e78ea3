import { Type } from 'typebox'

/** How a file is written: for programs, or for people who open it in Excel (docs/reference/transactions.md#export). */
const CSV_FORMATS = ['csv', 'excel'] as const
export type CsvFormat = (typeof CSV_FORMATS)[number]

/** Takes anything but `excel` for `csv`: addresses of pages are never refused. */
export function csvFormatOf(text: string | undefined): CsvFormat {
  return text === 'excel' ? 'excel' : 'csv'
}

/** For which program a file is written. */
export const CsvQuery = Type.Object({
  format: Type.Optional(
    Type.Enum([...CSV_FORMATS], {
      description:
        '`csv` (if not said) for programs: separated by commas. `excel`: with a byte-order mark, separated by semicolons, amounts with a decimal comma, long numbers as text.',
    }),
  ),
})

import { Type } from 'typebox'

/** Formats for programs and for Excel (docs/reference/transactions.md#export). */
const CSV_FORMATS = ['csv', 'excel'] as const
export type CsvFormat = (typeof CSV_FORMATS)[number]

export const CsvQuery = Type.Object({
  format: Type.Optional(
    Type.Enum([...CSV_FORMATS], {
      description:
        '`csv` (default) for programs: separated by commas. `excel`: with a byte-order mark, separated by semicolons, amounts with a decimal comma, long numbers as text.',
    }),
  ),
})

import { readFile, stat } from 'node:fs/promises'
import { isCountry } from '#domain/country.ts'
import { type CsvRow, csvRows } from '#domain/csv-rows.ts'
import { addBinCountries, type BinCountry, removeBinCountries } from '#store/rules/bin-countries.ts'
import { Failure } from './command.ts'
import { withDatabase } from './with-database.ts'

const HEADER = 'bin,country'
/** About three million lines; the tables of all issuers have less than one. */
const MAX_FILE_BYTES = 32 * 1024 * 1024
const ROWS_PER_STATEMENT = 10_000
/** Faulty lines that a message names. */
const NAMED_LINES = 10

/** Replaces the table of BINs (docs/reference/rules.md#countries-of-cards). @throws Failure; nothing changes then */
export async function importBins(file: string): Promise<{ readonly bins: number }> {
  const rows = readRows(await readText(file))
  return withDatabase((database) =>
    database.begin(async (sql) => {
      await removeBinCountries(sql)
      let bins = 0
      for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
        bins += await addBinCountries(sql, rows.slice(start, start + ROWS_PER_STATEMENT))
      }
      return { bins }
    }),
  )
}

async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file)
    if (size <= MAX_FILE_BYTES) return await readFile(file, 'utf8')
  } catch (cause) {
    throw new Failure(`Cannot read ${file} (${(cause as NodeJS.ErrnoException).code}).`, { cause })
  }
  throw new Failure(`${file} is larger than 32 MiB; remove columns and BINs that you do not need.`)
}

function readRows(text: string): readonly BinCountry[] {
  const [header, ...lines] = csvRows(text)
  if (header?.cells?.map((name) => name.trim()).join() !== HEADER)
    throw new Failure(`The first line must be ${HEADER}.`)
  // Saved rules on card_country would never match again.
  if (lines.length === 0) throw new Failure('The file has no BINs; the present table stays.')
  const rows = lines.map(readRow)
  const faulty = lines.flatMap(({ line }, index) => (rows[index] ? [] : [line]))
  if (faulty.length === 0) return rows as BinCountry[]
  const named = faulty.slice(0, NAMED_LINES).join(', ')
  const others = faulty.length > NAMED_LINES ? ` and ${faulty.length - NAMED_LINES} others` : ''
  throw new Failure(`Write 6 to 8 digits and a country code, such as 455620,DE, in line ${named}${others}.`)
}

function readRow({ cells }: CsvRow): BinCountry | undefined {
  const [bin = '', country = '', ...others] = cells?.map((cell) => cell.trim()) ?? []
  return /^\d{6,8}$/.test(bin) && isCountry(country) && others.length === 0 ? { bin, country } : undefined
}

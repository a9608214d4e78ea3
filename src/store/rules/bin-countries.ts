import type { Sql } from '../connection/database.ts'

/** First 6 to 8 digits of cards, and the country of their issuer (ISO 3166-1 alpha-2). */
export interface BinCountry {
  readonly bin: string
  readonly country: string
}

/** @param sql a SQL transaction in which the new rows follow */
export async function removeBinCountries(sql: Sql): Promise<void> {
  await sql`delete from bin_countries`
}

/** Adds rows of an import; of a repeated BIN the first one stays. @returns how many were added */
export async function addBinCountries(sql: Sql, rows: readonly BinCountry[]): Promise<number> {
  const added = await sql`
    insert into bin_countries (bin, country)
    select bin, country from unnest(${rows.map(({ bin }) => bin)}::text[], ${rows.map(({ country }) => country)}::text[])
      as row (bin, country)
    on conflict (bin) do nothing
    returning 1`
  return added.length
}

export async function hasBinCountries(sql: Sql): Promise<boolean> {
  const [row] = await sql`select 1 from bin_countries limit 1`
  return row !== undefined
}

/** Country of the issuer by the first 8 digits of a card; null if the table does not have it. */
export type FindCardCountry = (digits: string) => Promise<string | null>

const MOST_KEPT = 10_000
/** Imports take effect after this time. */
const MAX_AGE_MS = 60_000

/** Finds countries by the longest matching BIN, and caches them for a minute. */
export function cardCountryFinder(sql: Sql): FindCardCountry {
  let [kept, until] = [new Map<string, Promise<string | null>>(), 0]
  return (digits) => {
    if (Date.now() > until || kept.size >= MOST_KEPT) [kept, until] = [new Map(), Date.now() + MAX_AGE_MS]
    const finding = kept.get(digits) ?? findCountry(sql, digits)
    kept.set(digits, finding)
    finding.catch(() => kept.delete(digits))
    return finding
  }
}

async function findCountry(sql: Sql, digits: string): Promise<string | null> {
  const [row] = await sql<{ country: string }[]>`
    select country from bin_countries
    where bin in (${digits}, ${digits.slice(0, 7)}, ${digits.slice(0, 6)})
    order by length(bin) desc limit 1`
  return row?.country ?? null
}

import type { Database, Sql } from '../connection/database.ts'
import { withLongTimeout } from '../connection/time-limits.ts'
import type { Fragment } from '../shape/fragment.ts'
import { first } from '../shape/results.ts'
import { type Discrepancy, MOST_DISCREPANCIES } from './ledger-verification.ts'
import { type DayRange, ofDays } from './proof-scope.ts'

/** Nights within which every sealed day is proved again. */
const SAMPLE_NIGHTS = 30
const DAY_MS = 86_400_000

export type ProofDays = Awaited<ReturnType<typeof findProofDays>>

/**
 * @param nights whose sealed days are due, in days since 1970; undefined for a complete verification
 * @returns sealed days to prove again; all days to prove, or null; closed days to seal, and merchants that have such. The
 *   oldest first.
 */
export async function findProofDays(sql: Sql, nights: readonly number[] | undefined) {
  const [{ first, last, unsealed, merchants }] = await sql<
    [{ first: string | null; last: string; unsealed: string[]; merchants: string[] }]
  >`
    select min(day)::text as first, max(day)::text as last,
      coalesce(array_agg(distinct day::text) filter (where seal is null), '{}') as unsealed,
      coalesce(array_agg(distinct merchant_id) filter (where seal is null), '{}') as merchants
    from ledger_days join merchants using (merchant_id) left join ledger_seals using (merchant_id, currency, day)
    where day < now() at time zone 'UTC'`
  const closed: DayRange[] = []
  for (let from = first; from !== null && from <= last; from = closed.at(-1)!.to) closed.push(toRange(from))
  const isOpen = ({ from }: DayRange) => unsealed.length > 0 && from >= unsealed[0]!
  const isOfNight = ({ from }: DayRange) =>
    nights === undefined || nights.some((night) => (Date.parse(from) / DAY_MS - night) % SAMPLE_NIGHTS === 0)
  // Days that are open for one merchant may be sealed for others.
  const sealed = closed.filter(isOfNight)
  const before = closed.slice(0, 1).map(({ from }) => ({ from: '-infinity', to: from }))
  const rest = { from: closed.at(-1)?.to ?? '-infinity', to: 'infinity' }
  const proved = nights && [...before, ...closed.filter((day) => isOpen(day) || isOfNight(day)), rest]
  return { sealed, proved: proved ?? null, unsealed: unsealed.map(toRange), merchants }
}

function toRange(from: string): DayRange {
  return { from, to: new Date(Date.parse(from) + DAY_MS).toISOString().slice(0, 10) }
}

/**
 * Seals what is closed and unsealed of a day that was proved, of merchants whose earlier days are sealed.
 * @param merchants those whose days were proved without a discrepancy
 */
export function sealDay(sql: Database, day: DayRange, merchants: readonly string[]): Promise<unknown> {
  return withLongTimeout(sql, (sealing) => {
    const { isClosed, isPosted } = ofDays(sealing, day)
    return sealing`
      insert into ledger_seals (merchant_id, currency, day, entries, content, seal)
      select merchant_id, currency, day, entries, content, ${sealOf(sealing)}
      from ledger_days closed join (${contents(sealing, isPosted)}) as entry using (merchant_id, currency)
      left join lateral (
        select seal as previous, earlier.day as previous_day from ledger_seals earlier
        where (earlier.merchant_id, earlier.currency) = (closed.merchant_id, closed.currency) and earlier.day < closed.day
        order by earlier.day desc limit 1
      ) as earlier on true
      where ${isClosed} and merchant_id = any(${[...merchants]}) and not exists (
        select from ledger_days skipped
        where (skipped.merchant_id, skipped.currency) = (closed.merchant_id, closed.currency)
          and skipped.day < closed.day and skipped.day > coalesce(previous_day, '-infinity'))
      order by merchant_id, currency
      on conflict do nothing`
  })
}

/** SHA-256 of a day's entries by merchant and currency: of each minute, then of its minutes. */
function contents(sql: Sql, isPosted: Fragment): Fragment {
  return sql`
    select merchant_id, currency, sum(entries)::bigint as entries,
      sha256(string_agg(content, ''::bytea order by minute)) as content
    from (
      select merchant_id, currency, date_bin('1 minute', posted_at, 'epoch') as minute, count(*) as entries,
        sha256(convert_to(string_agg(json_build_array(merchant_id, transaction_id, line, debit, credit, amount, currency,
            provider_account_id, (extract(epoch from posted_at) * 1000000)::bigint)::text,
          '' order by transaction_id collate "C", line), 'UTF8')) as content
      from ledger_entries entry where ${isPosted} group by merchant_id, currency, minute
    ) as minutes
    group by merchant_id, currency`
}

/** The seal of a row of `ledger_days` with `entries`, `content` and the `previous` seal. */
function sealOf(sql: Sql): Fragment {
  return sql`sha256(convert_to(json_build_array(encode(previous, 'hex'), merchant_id, currency, day, entries,
    encode(content, 'hex'), gross, fee, held, transactions)::text, 'UTF8'))`
}

/** Finds sealed days whose entries have changed. */
export async function findChangedContents(sql: Sql, day: DayRange): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    select sealed.merchant_id as "merchantId", sealed.currency || ' ' || sealed.day as subject
    from ledger_seals sealed left join (${contents(sql, ofDays(sql, day).isPosted)}) as entry using (merchant_id, currency)
    where sealed.day = ${day.from}::date
      and (sealed.entries, sealed.content) is distinct from (entry.entries, entry.content)
    order by 1, 2 limit ${MOST_DISCREPANCIES}`
}

/** Finds seals that do not follow from the previous one and the sums of the day, and days between seals without one. */
export async function findBrokenSeals(sql: Sql): Promise<Discrepancy[]> {
  return sql<Discrepancy[]>`
    with chain as (
      select merchant_id, currency, day, gross, fee, held, transactions, entries, content, seal,
        lag(seal) over chain as previous,
        max(day) filter (where seal is not null) over (partition by merchant_id, currency) as newest
      from ledger_days full join ledger_seals using (merchant_id, currency, day)
      window chain as (partition by merchant_id, currency order by day)
    )
    select merchant_id as "merchantId", currency || ' ' || day as subject
    from chain where day <= newest and seal is distinct from ${sealOf(sql)}
    order by 1, 2 limit ${MOST_DISCREPANCIES}`
}

/** SHA-256 of the newest seals before the first day that waits for one, for a log outside of the database. */
export function digestSeals(sql: Database): Promise<{ sealed_to: string; seals: string } | undefined> {
  return withLongTimeout(sql, (slow) =>
    first(slow<{ sealed_to: string; seals: string }[]>`
      select max(day)::text as sealed_to,
        encode(sha256(string_agg(seal, ''::bytea order by merchant_id collate "C", currency collate "C")), 'hex') as seals
      from (
        select distinct on (merchant_id, currency) merchant_id, currency, day, seal from ledger_seals
        where day < (select coalesce(min(day), 'infinity') from ledger_days left join ledger_seals sealed
          using (merchant_id, currency, day) where sealed is null)
        order by merchant_id, currency, day desc
      ) as newest having count(*) > 0`),
  )
}

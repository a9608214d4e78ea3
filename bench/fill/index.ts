import type { Database } from '#store/connection/database.ts'
import { withoutIndexes } from './indexes.ts'
import { byTwo, lanesOf, timed } from './lanes.ts'
import { type Past, payments } from './payments.ts'
import { closeDays, gatherFilled } from './search-index.ts'
import { INSERTS } from './tables.ts'

/** Whose past is made up. */
export interface Filled {
  readonly merchantId: string
  readonly terminalId: string
  readonly transactions: number
}

/** So many payments in one statement: enough that statements cost nothing, few enough to tell how far it is. */
const CHUNK = 250_000

const ALL_TABLES: readonly string[] = Object.keys(INSERTS)

/** Tables that the verification of the ledger reads. */
export const LEDGER_TABLES = ['transactions', 'attempts', 'simulator.charges', 'ledger_entries'] as const

/**
 * Makes up a year of card payments with everything that the gateway keeps of them, so that the ledger can be proved: seven
 * of eight approved, one of 16 currencies JPY, a customer for each hundred payments, a webhook for each payment. What people
 * search by and the sums by day are there too. Rows come first and indexes after them; nothing else may use the database
 * meanwhile, and a database is filled once.
 * @param superuserUrl of the database
 * @param tell hears how far it is
 * @param tables of a part of it, without what people search by
 */
export async function fill(
  superuserUrl: string,
  filled: readonly Filled[],
  tell: (text: string) => void,
  tables = ALL_TABLES,
): Promise<void> {
  const lanes = lanesOf(superuserUrl)
  try {
    const pasts = await Promise.all(filled.map((merchant, number) => pastOf(lanes[0]!, merchant, number)))
    await withoutIndexes(lanes, tables, tell, () => insertAll(lanes, pasts, tables, tell))
    if (tables === ALL_TABLES) await gatherFilled(lanes, pasts, tell)
    await closeDays(lanes[0]!, tell)
    // As in a database that has been running for a while.
    const grown = [...tables, 'payment_search', 'payment_days', 'payment_hours', 'ledger_days']
    await timed('vacuum', tell, () => byTwo(lanes, grown, (sql, table) => sql.unsafe(`vacuum analyze ${table}`)))
  } finally {
    await Promise.all(lanes.map((sql) => sql.end()))
  }
}

/** The account that all payments go through, and what rows of the merchant are named after. */
async function pastOf(sql: Database, { merchantId, terminalId, transactions }: Filled, number: number): Promise<Past> {
  const [row] = await sql<[{ accountId: string; clientId: string | null; endsAt: Date }]>`
    select provider_account_id as "accountId",
      (select client_id from clients where merchant_id = ${merchantId} limit 1) as "clientId",
      date_trunc('second', now()) - interval '10 minutes' as "endsAt"
    from provider_accounts
    where merchant_id = ${merchantId} and provider = 'card-simulator' order by created_at limit 1`
  return { merchantId, terminalId, transactions, number, ...row }
}

async function insertAll(
  lanes: readonly Database[],
  pasts: readonly Past[],
  tables: readonly string[],
  tell: (text: string) => void,
) {
  await byTwo(lanes, tables, (sql, table) =>
    timed(table, tell, async () => {
      for (const past of pasts)
        for (let from = 0; from < past.transactions; from += CHUNK)
          await INSERTS[table]!(sql, past, payments(sql, past, from, Math.min(from + CHUNK, past.transactions)))
    }),
  )
}

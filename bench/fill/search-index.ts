import { countedColumns, factsOf, searchedColumns } from '#store/analytics/dimensions.ts'
import type { Database } from '#store/connection/database.ts'
import { closeDay } from '#store/ledger/ledger-days.ts'
import { withoutIndexes } from './indexes.ts'
import { byTwo, timed } from './lanes.ts'
import { type Fragment, keyOf, type Past } from './payments.ts'

const MEMORY = '256MB'

/** Each merchant's payments are copied and counted in so many parts. */
const PARTS = 8

/** Copies and adds up what was made up, together, by the definitions that the worker takes a second's payments by. */
export async function gatherFilled(
  lanes: readonly Database[],
  pasts: readonly Past[],
  tell: (text: string) => void,
): Promise<void> {
  const [first] = lanes
  for (const sql of lanes) {
    for (const way of ['seqscan', 'hashjoin']) await sql`select set_config(${`enable_${way}`}, 'on', false)`
    await sql`select set_config('work_mem', ${MEMORY}, false)`
  }
  await first!`update gathering_marks set reached = now() where name = 'payments'`
  await withoutIndexes(lanes, ['payment_search'], tell, () => copySearched(lanes, pasts, tell))
  await timed('sums by day and hour', tell, () =>
    byTwo(
      lanes,
      pasts.flatMap((past) => [addDays, addHours].map((add) => ({ past, add }))),
      (sql, { past, add }) => add(sql, past),
    ),
  )
}

export async function closeDays(sql: Database, tell: (text: string) => void): Promise<void> {
  await timed('closed days', tell, async () => {
    await sql`analyze ledger_entries`
    while (await closeDay(sql, async () => undefined));
  })
}

async function copySearched(lanes: readonly Database[], pasts: readonly Past[], tell: (text: string) => void) {
  const parts = pasts.flatMap((past) => partsOf(past))
  await timed('payment_search', tell, () =>
    byTwo(
      lanes,
      parts,
      (sql, isOfPart) => sql`
        insert into payment_search (merchant_id, id, created_at, terminal_id, transaction_type, last_four, bin, email,
          customer_id, reference, customer_name, last_name, amount, currency, brand, method, status, processing_code,
          provider_account_id, card_hash, counted)
        select ${searchedColumns(sql)}, true from transactions where ${isOfPart(sql)}`,
    ),
  )
}

/** Conditions of which each payment of a merchant meets one, the oldest first. */
function partsOf(past: Past): readonly ((sql: Database) => Fragment)[] {
  return Array.from({ length: PARTS }, (_, part) => (sql) => {
    const since = (number: number) =>
      sql`'trx_' || ${keyOf(sql, past, Math.ceil((past.transactions * number) / PARTS))}`
    return sql`merchant_id = ${past.merchantId} and id >= ${since(part)} and id < ${since(part + 1)}`
  })
}

/** Adds days part by part: sorting the facts of all payments together would fill the disk. */
async function addDays(sql: Database, past: Past): Promise<void> {
  for (const isOfPart of partsOf(past))
    await sql`
      with ${factsOf(sql, seenIn(sql, isOfPart(sql)), 'payment_zones')}
      insert into payment_days (merchant_id, dimension, day, terminal_id, value, status, count, amount)
      select merchant_id, dimension, day, terminal_id, value, status, count(*), sum(amount) from fact
      group by merchant_id, dimension, day, terminal_id, value, status
      on conflict (merchant_id, dimension, day, terminal_id, value, status)
        do update set count = payment_days.count + excluded.count, amount = payment_days.amount + excluded.amount`
}

async function addHours(sql: Database, { merchantId }: Past): Promise<void> {
  const lately = sql`merchant_id = ${merchantId} and created_at > now() - interval '35 days'`
  await sql`
    with ${factsOf(sql, seenIn(sql, lately), 'payment_zones')}
    insert into payment_hours (merchant_id, dimension, hour, terminal_id, value, status, count, amount)
    select merchant_id, dimension, hour, terminal_id, value, status, count(*), sum(amount) from fact
    where dimension <> 'bin' group by merchant_id, dimension, hour, terminal_id, value, status`
}

function seenIn(sql: Database, condition: Fragment): Fragment {
  return sql`(select ${searchedColumns(sql)}, ${countedColumns(sql)} from transactions where ${condition}) as seen`
}

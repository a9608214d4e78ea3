import { copyIn, copyOut, type RowWriter } from '../connection/copy.ts'
import type { Sql } from '../connection/database.ts'

/** A table of the coordinator's, and of its columns those that are asked of it at a shard. */
interface Brought {
  readonly name: string
  readonly columns: Readonly<Record<string, string>>
}

/** What the proof of the ledger compares rows of merchants with. */
const BROUGHT: readonly Brought[] = [
  { name: 'gathering_marks', columns: { name: 'text', reached: 'timestamptz' } },
  { name: 'provider_accounts', columns: { merchant_id: 'text', provider_account_id: 'text', provider: 'text' } },
  {
    name: 'ledger_days',
    columns: {
      merchant_id: 'text',
      currency: 'text',
      day: 'date',
      gross: 'numeric',
      fee: 'numeric',
      held: 'numeric',
      transactions: 'bigint',
    },
  },
  {
    name: 'simulator.charges',
    columns: {
      merchant_id: 'text',
      attempt_id: 'text',
      transaction_id: 'text',
      provider_account_id: 'text',
      operation: 'text',
      amount: 'bigint',
      currency: 'text',
      state: 'text',
    },
  },
]

/** The tables that `makePlace` makes, by the name that statements know them by. */
export const PLACES: ReadonlyMap<string, string> = new Map(BROUGHT.map(({ name }) => [name, placeOf(name)]))

/** A temporary table of the same name. */
function placeOf(name: string): string {
  return `pg_temp.${name.split('.').at(-1)}`
}

/** Makes empty tables for what is brought, which go with the connection. */
export async function makePlace(sql: Sql): Promise<void> {
  for (const { name, columns } of BROUGHT) {
    const defined = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
    await sql.unsafe(`create temporary table ${placeOf(name)} (${defined})`)
  }
}

/** Where the rows of a shard's merchants are brought to. */
interface Destination {
  /** The first value of the shard's hash. */
  readonly from: number
  readonly snapshot: Sql
}

/** Brings to each shard the rows of its merchants, piece by piece. */
export async function bring(coordinator: Sql, shards: readonly Destination[]): Promise<void> {
  // Else all rows would be read for each shard.
  await coordinator`set local enable_seqscan = off`
  for (const table of BROUGHT) {
    const writers: RowWriter[] = []
    for (const shard of shards) writers.push(await send(coordinator, shard, table))
    await Promise.all(writers.map((writer) => writer.end()))
    await Promise.all(shards.map(({ snapshot }) => snapshot.unsafe(`analyze ${placeOf(table.name)}`)))
  }
}

async function send(coordinator: Sql, { from, snapshot }: Destination, { name, columns }: Brought): Promise<RowWriter> {
  const names = Object.keys(columns)
  const source = 'merchant_id' in columns ? ofMerchants(name, names, from) : name
  const writer = await copyIn(snapshot, placeOf(name))
  for await (const rows of copyOut(coordinator, `(select ${names} from ${source})`)) {
    await writer.write(rows)
  }
  return writer
}

/** Rows of a shard's merchants, by each merchant's index. COPY takes no parameters. */
function ofMerchants(name: string, columns: readonly string[], from: number): string {
  return `(
    select merchant_id as id from merchants
    where get_shard_id_for_distribution_column('transactions', merchant_id) = (
      select shardid from pg_dist_shard where logicalrelid = 'transactions'::regclass and shardminvalue = '${from}')
  ) merchant cross join lateral (select ${columns} from ${name} where merchant_id = merchant.id offset 0) source`
}

import type { Sql } from '../connection/database.ts'

/** Tables of names that one merchant only can have, with their primary key. */
const NAMES = {
  external_clients: { key: 'client_id', remove: 'delete from external_clients' },
  wallet_recipients: { key: 'recipient_id', remove: 'delete from wallet_recipients' },
} as const

/**
 * Moves these names to this merchant, and releases its others. The primary key decides races. Roll back if any is taken.
 * @param names undefined changes nothing @returns those that another merchant has
 */
export async function claimNames(
  sql: Sql,
  table: keyof typeof NAMES,
  merchantId: string,
  names: readonly string[] | undefined,
): Promise<readonly string[]> {
  if (names === undefined) return []
  const wanted = [...new Set(names)].sort()
  const { key, remove } = NAMES[table]
  const [from, name] = [sql.unsafe(table), sql.unsafe(key)]
  await sql`${sql.unsafe(remove)} where merchant_id = ${merchantId} and ${name} <> all(${wanted})`
  await sql`
    insert into ${from} (${name}, merchant_id)
    select name, ${merchantId} from unnest(${wanted}::text[]) as name
    on conflict (${name}) do nothing`
  const taken = await sql<{ name: string }[]>`
    select ${name} as name from ${from} where ${name} = any(${wanted}) and merchant_id <> ${merchantId}`
  return taken.map((row) => row.name)
}

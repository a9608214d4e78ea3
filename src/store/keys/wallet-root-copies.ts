import type { Sql } from '../connection/database.ts'
import { first } from '../shape/results.ts'

export interface WalletRootCopy {
  readonly keys: string
  readonly digest: Uint8Array
  readonly freshUntil: Date
}

export function findWalletRootCopy(sql: Sql, address: string): Promise<WalletRootCopy | undefined> {
  return first(sql<WalletRootCopy[]>`
    select keys, digest, fresh_until as "freshUntil" from wallet_root_copies where address = ${address}`)
}

export async function keepWalletRootCopy(sql: Sql, address: string, copy: WalletRootCopy): Promise<void> {
  const { keys, digest, freshUntil } = copy
  await sql`
    insert into wallet_root_copies (address, keys, digest, fresh_until)
    values (${address}, ${keys}, ${digest}, ${freshUntil})
    on conflict (address) do update
      set keys = excluded.keys, digest = excluded.digest, fresh_until = excluded.fresh_until, fetched_at = now()`
}

import type { Sql } from '../connection/sql.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'

/** The group left goes from COPYING to SWITCHING and AWAY, the one joined from ARRIVING to HERE. */
export type MoveState = 'COPYING' | 'SWITCHING' | 'AWAY' | 'ARRIVING' | 'HERE'

export interface MoveSide {
  readonly merchantId: string
  readonly state: MoveState
  readonly otherGroup: string
  /** BASE_URL of the other group. */
  readonly otherUrl: string
  readonly startedAt: Date
  /** Null until calls are led to the other group. */
  readonly switchedAt: Date | null
  /** Position of the log of the group joined, before which the other group has all; null in the group left. */
  readonly arrivedAt: string | null
  /** When a merchant that is away had its rows removed. */
  readonly finishedAt: Date | null
}

const MOVE = record<MoveSide>()('merchantId, state, otherGroup, otherUrl, startedAt, switchedAt, arrivedAt, finishedAt')

/** @param waits for a SQL transaction that is changing it */
export function findMove(sql: Sql, merchantId: string, waits = false): Promise<MoveSide | undefined> {
  return first(sql<MoveSide[]>`
    select ${MOVE.select(sql)} from merchant_moves where merchant_id = ${merchantId} ${waits ? sql`for update` : sql``}`)
}

/** Corrects the address of the other group. */
export async function changeOtherUrl(sql: Sql, merchantId: string, url: string): Promise<void> {
  await sql`update merchant_moves set other_url = ${url} where merchant_id = ${merchantId}`
}

/** Begins a side of a move. One that has begun stays, unless it is finished. */
export async function insertMove(
  sql: Sql,
  { merchantId, state, otherGroup, otherUrl }: Pick<MoveSide, 'merchantId' | 'state' | 'otherGroup' | 'otherUrl'>,
): Promise<void> {
  await sql`
    insert into merchant_moves (merchant_id, state, other_group, other_url)
    values (${merchantId}, ${state}, ${otherGroup}, ${otherUrl})
    on conflict (merchant_id) do update set state = excluded.state, other_group = excluded.other_group,
      other_url = excluded.other_url, started_at = now(), switched_at = null, arrived_at = null, finished_at = null
    where merchant_moves.finished_at is not null`
}

/** @returns false if it was in none of the states `from` */
export function changeMoveState(
  sql: Sql,
  merchantId: string,
  from: readonly MoveState[],
  to: MoveState,
): Promise<boolean> {
  return isOne(sql`
    update merchant_moves set state = ${to},
      switched_at = case ${to} when 'HERE' then now() when 'ARRIVING' then switched_at end,
      arrived_at = case ${to} when 'HERE' then pg_current_wal_insert_lsn() end
    where merchant_id = ${merchantId} and state = any(${from})`)
}

/** Marks the switch as complete in the group that the merchant left: from now on it says where the merchant is. */
export async function completeSwitch(sql: Sql, merchantId: string): Promise<void> {
  await sql`
    update merchant_moves set switched_at = now()
    where merchant_id = ${merchantId} and state = 'AWAY' and switched_at is null`
}

/** Tokens of the group that the merchant left, which this one accepts for a while. */
export interface AcceptedTokens {
  readonly issuer: string
  readonly audience: string
  /** Public halves of its signing keys, as JWKs. */
  readonly keys: readonly object[]
  readonly seconds: number
}

export async function acceptTokens(sql: Sql, merchantId: string, tokens: AcceptedTokens): Promise<void> {
  await sql`
    update merchant_moves set token_issuer = ${tokens.issuer}, token_audience = ${tokens.audience},
      token_keys = ${sql.json(tokens.keys)}::jsonb, tokens_until = now() + make_interval(secs => ${tokens.seconds})
    where merchant_id = ${merchantId}`
}

/** Marks a move as complete. The group joined keeps what it accepts of the old one until that expires. */
export async function finishMove(sql: Sql, merchantId: string): Promise<void> {
  await sql`
    update merchant_moves set finished_at = now()
    where merchant_id = ${merchantId} and state in ('AWAY', 'HERE') and finished_at is null`
}

export async function deleteMove(sql: Sql, merchantId: string): Promise<void> {
  await sql`delete from merchant_moves where merchant_id = ${merchantId}`
}

/** Time for which a page that was opened may be used again. */
const OPEN_PAGES = '2 days'

/**
 * Stores the IDs in addresses that others keep, so that this group can say where they are.
 * @param since only what has come since then; all if omitted
 */
export async function keepMovedIds(sql: Sql, merchantId: string, since: Date | null = null): Promise<void> {
  await sql`
    with recent as materialized (
      select id from transactions
      where merchant_id = ${merchantId} and created_at > coalesce(${since}::timestamptz, now() - ${OPEN_PAGES}::interval)
    )
    insert into moved_ids (id, merchant_id)
    select id, ${merchantId} from (
      select merchant_id as id from merchants where merchant_id = ${merchantId}
      union all select client_key from merchants where merchant_id = ${merchantId} and client_key is not null
      union all select client_id from clients where merchant_id = ${merchantId}
      union all select client_id from external_clients where merchant_id = ${merchantId}
      union all select provider_account_id from provider_accounts where merchant_id = ${merchantId}
      union all select payment_link_id from payment_links where merchant_id = ${merchantId}
      union all select session_id from sessions
        where merchant_id = ${merchantId} and expires_at > now() - ${OPEN_PAGES}::interval
          and created_at > coalesce(${since}::timestamptz, '-infinity')
      union all select three_ds_server_trans_id::text from authentications join recent on transaction_id = recent.id
        where merchant_id = ${merchantId}
      union all select attempt_id from simulator.charges join recent on transaction_id = recent.id
        where merchant_id = ${merchantId}
    ) as known
    on conflict (id) do nothing`
}

export async function forgetMovedIds(sql: Sql, merchantId: string): Promise<void> {
  await sql`delete from moved_ids where merchant_id = ${merchantId}`
}

/** IDs by which a proxy routes: merchant, clients, client key and accounts. */
export async function listRoutedIds(sql: Sql, merchantId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select merchant_id as id from merchants where merchant_id = ${merchantId}
    union select client_key from merchants where merchant_id = ${merchantId} and client_key is not null
    union select client_id from clients where merchant_id = ${merchantId}
    union select client_id from external_clients where merchant_id = ${merchantId}
    union select provider_account_id from provider_accounts where merchant_id = ${merchantId}
    order by 1`
  return rows.map(({ id }) => id)
}

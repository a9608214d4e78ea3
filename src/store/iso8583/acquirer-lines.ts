import type {
  HandOver,
  HandOverAnswer,
  HeldLine,
  LineStore,
  NewHandOver,
  NewLine,
  TakenHandOver,
} from '#providers/iso8583/line-store.ts'
import type { Sql } from '../connection/database.ts'
import { first } from '../shape/results.ts'

/** @returns the number of the lease, or null if another process has the line */
async function takeLine(sql: Sql, line: NewLine, leaseMs: number): Promise<bigint | null> {
  const [taken] = await sql<{ lease: bigint }[]>`
    insert into acquirer_lines as line (provider_account_id, lease, owner_key, opened, expires_at)
    values (${line.providerAccountId}, 1, ${line.ownerKey}, ${line.opened}, ${from(sql, leaseMs)})
    on conflict (provider_account_id) do update
    set lease = line.lease + 1, owner_key = excluded.owner_key, opened = excluded.opened,
      expires_at = excluded.expires_at
    where line.expires_at <= now()
    returning lease`
  return taken?.lease ?? null
}

function findLineOwner(sql: Sql, providerAccountId: string) {
  return first(sql<{ lease: bigint; ownerKey: Uint8Array }[]>`
    select lease, owner_key as "ownerKey" from acquirer_lines
    where provider_account_id = ${providerAccountId} and expires_at > now()`)
}

/** Prolongs leases that are not over. @returns accounts whose line is still the caller's */
async function keepLines(sql: Sql, held: readonly HeldLine[], leaseMs: number): Promise<string[]> {
  const kept = await sql<{ providerAccountId: string }[]>`
    update acquirer_lines set expires_at = ${from(sql, leaseMs)}
    where (provider_account_id, lease) in (${pairsOf(sql, held)}) and expires_at > now()
    returning provider_account_id as "providerAccountId"`
  return kept.map(({ providerAccountId }) => providerAccountId)
}

/** Releases the line for another process. */
async function leaveLine(sql: Sql, { providerAccountId, lease }: HeldLine): Promise<void> {
  await sql`
    update acquirer_lines set expires_at = now()
    where provider_account_id = ${providerAccountId} and lease = ${lease} and expires_at > now()`
}

async function insertHandOver(sql: Sql, handOver: NewHandOver): Promise<bigint> {
  const [{ number }] = await sql<[{ number: bigint }]>`
    insert into acquirer_hand_overs (provider_account_id, lease, opened, message, take_until)
    values (${handOver.providerAccountId}, ${handOver.lease}, ${handOver.opened}, ${handOver.sealedMessage},
      ${from(sql, handOver.milliseconds)})
    returning number`
  return number
}

/** Reads a message, and if its owner still has the line; undefined if it is gone. */
function lookAtHandOver(sql: Sql, number: bigint) {
  return first(sql<{ state: HandOver['state']; isOwned: boolean }[]>`
    select state, exists (
      select from acquirer_lines line
      where line.provider_account_id = given.provider_account_id and line.lease = given.lease
        and line.expires_at > now()
    ) as "isOwned"
    from acquirer_hand_overs given where number = ${number}`)
}

/** Ends the wait for a message: its owner can no longer claim it. @returns its last state */
function withdrawHandOver(sql: Sql, number: bigint): Promise<HandOver | undefined> {
  return first(sql<HandOver[]>`
    delete from acquirer_hand_overs where number = ${number}
    returning state, answer_type as type, answer as fields, why`)
}

/** Claims messages for these lines, each once, while the caller owns the lines. */
async function takeHandOvers(sql: Sql, held: readonly HeldLine[]): Promise<TakenHandOver[]> {
  return sql<TakenHandOver[]>`
    update acquirer_hand_overs given set state = 'TAKEN'
    where state = 'NEW' and (provider_account_id, lease) in (${pairsOf(sql, held)}) and take_until > now()
      and exists (
        select from acquirer_lines line
        where line.provider_account_id = given.provider_account_id and line.lease = given.lease
          and line.expires_at > now()
      )
    returning number, provider_account_id as "providerAccountId", lease, opened, message as "sealedMessage",
      (extract(epoch from take_until - now()) * 1000)::int as "millisecondsLeft"`
}

async function answerHandOver(sql: Sql, number: bigint, answer: HandOverAnswer): Promise<void> {
  await sql`
    update acquirer_hand_overs
    set state = ${answer.state}, answer_type = ${answer.type},
      answer = ${answer.fields === null ? null : sql.json(answer.fields)}, why = ${answer.why}
    where number = ${number} and state = 'TAKEN'`
}

export async function purgeHandOvers(sql: Sql, limit: number): Promise<number> {
  const deleted = await sql`
    delete from acquirer_hand_overs where number in (
      select number from acquirer_hand_overs where take_until < now() - interval '5 minutes'
      order by take_until limit ${limit} for update skip locked
    )`
  return deleted.count
}

function from(sql: Sql, milliseconds: number) {
  return sql`now() + make_interval(secs => ${milliseconds / 1000})`
}

function pairsOf(sql: Sql, held: readonly HeldLine[]) {
  const accounts = held.map(({ providerAccountId }) => providerAccountId)
  const leases = held.map(({ lease }) => String(lease))
  return sql`
    select account, lease::bigint from unnest(${accounts}::text[], ${leases}::text[]) as held (account, lease)`
}

export function openAcquirerLines(sql: Sql): LineStore {
  return {
    take: (line, leaseMs) => takeLine(sql, line, leaseMs),
    findOwner: (providerAccountId) => findLineOwner(sql, providerAccountId),
    keep: (held, leaseMs) => keepLines(sql, held, leaseMs),
    leave: (held) => leaveLine(sql, held),
    handOver: (handOver) => insertHandOver(sql, handOver),
    lookAt: (number) => lookAtHandOver(sql, number),
    withdraw: (number) => withdrawHandOver(sql, number),
    takeHandOvers: (held) => takeHandOvers(sql, held),
    answer: (number, answer) => answerHandOver(sql, number, answer),
  }
}

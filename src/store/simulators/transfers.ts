import type { ChargePages, ChosenOutcome, Transfer } from '#simulators/common/simulated-charges.ts'
import type { Database, Sql } from '../connection/database.ts'
import { first } from '../shape/results.ts'
import { endInTime, NOTICE_TRIES } from './charges.ts'

/** Amount that a charge still misses when money arrives; 0 once it is over. */
interface Standing {
  readonly isOpen: boolean
  readonly missing: bigint
}

/**
 * Records an incoming transfer: stores the missing amount, returns the rest. Concurrent arrivals wait for the charge's
 * row.
 * @param lines of a charge that has arrived in part, and in full
 */
export async function recordArrival(
  sql: Database,
  attemptId: string,
  amount: bigint,
  lines: Parameters<ChargePages['arrive']>[2],
): Promise<void> {
  await sql.begin(async (sql) => {
    await endInTime(sql, attemptId)
    const standing = await lockTransfer(sql, attemptId)
    if (!standing) return
    const kept = amount < standing.missing ? amount : standing.missing
    await moveMoney(sql, attemptId, 'IN', amount)
    if (kept < amount) await moveMoney(sql, attemptId, 'OUT', amount - kept)
    if (standing.isOpen) await keepMoney(sql, attemptId, kept, kept < standing.missing ? lines.partly : lines.paid)
    await announce(sql, attemptId)
  })
}

export async function listTransfers(sql: Sql, attemptId: string): Promise<Transfer[]> {
  return await sql<Transfer[]>`
    select direction, amount, created_at as "createdAt" from simulator.transfers
    where attempt_id = ${attemptId} order by transfer_id desc`
}

function lockTransfer(sql: Sql, attemptId: string): Promise<Standing | undefined> {
  return first(sql<Standing[]>`
    select open as "isOpen", case when open then amount - received_amount else 0 end as missing
    from (
      select amount, received_amount, state in ('AWAITING_SHOPPER', 'PENDING') as open from simulator.charges
      where attempt_id = ${attemptId} and checkout ->> 'method' = 'BANK_TRANSFER' for update
    ) as locked`)
}

async function moveMoney(sql: Sql, attemptId: string, direction: Transfer['direction'], amount: bigint): Promise<void> {
  await sql`
    insert into simulator.transfers (attempt_id, direction, amount) values (${attemptId}, ${direction}, ${amount})`
}

/** As with a choice on the page, one that is still pending leaves the end standing that the tester asked for. */
async function keepMoney(sql: Sql, attemptId: string, kept: bigint, { state, given }: ChosenOutcome): Promise<void> {
  await sql`
    update simulator.charges set
      received_amount = received_amount + ${kept}, state = ${state}, updated_at = now(),
      answer = answer || jsonb_build_object('given', ${sql.json(given)}::jsonb,
        'final', case when ${state} = 'PENDING' then answer -> 'final' end)
    where attempt_id = ${attemptId}`
}

/** Every arrival is reported, those that change nothing too. */
async function announce(sql: Sql, attemptId: string): Promise<void> {
  await sql`
    update simulator.charges set
      notice_at = now() + make_interval(secs => (answer #>> '{notices,delaySeconds}')::float8),
      notices_left = ${NOTICE_TRIES}
    where attempt_id = ${attemptId}`
}

import type { Money } from '#domain/money.ts'
import type {
  ChargeReversal,
  FoundCharge,
  IssuedId,
  NewCharge,
  SchemeEntry,
  SimulatedCharge,
  SimulatedCharges,
} from '#simulators/common/simulated-charges.ts'
import { batched } from '../connection/batched.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { openDisputeLedger } from './disputes.ts'

const CHARGE = record<Omit<NewCharge, 'money' | 'scheme'> & Money & Partial<SchemeEntry>>({ page: 'checkout' })(
  `attemptId, merchantId, provider, providerAccountId, transactionId, reference, operation, amount, currency, state, answer,
  page, initiatedBy, purpose, networkTransactionId, cardHash, hasSecurityCode, revokes, noticeUrl, noticeSignature`,
)

export const NOTICE_TRIES = 4

/** Ledger of simulated charges, in its own pool. Charges of one event loop turn share a statement and a commit. */
export function openSimulatedCharges(sql: Sql): SimulatedCharges {
  return {
    record: batched((entries: readonly NewCharge[]) => recordCharges(sql, entries)),
    find: (merchantId, attemptId) => findCharge(sql, merchantId, attemptId),
    findIssued: (merchantId, id) => findIssued(sql, merchantId, id),
    disputes: openDisputeLedger(sql),
    reverse: (reversal) => reverseCharge(sql, reversal),
  }
}

/**
 * Writes charges once per attempt ID. The no-op update makes a second writer wait and read the first line; the order
 * prevents deadlocks between batches.
 * @returns the stored line of each entry, in order
 */
async function recordCharges(sql: Sql, entries: readonly NewCharge[]): Promise<SimulatedCharge[]> {
  const unique = new Map(entries.map((entry) => [entry.attemptId, entry]))
  const rows = [...unique.values()].map(({ money, scheme, ...entry }) => CHARGE.row({ ...entry, ...money, ...scheme }))
  const lines = await sql<(SimulatedCharge & { attemptId: string })[]>`
    insert into simulator.charges as recorded (${sql.unsafe(CHARGE.columns)}, notices_left, notice_at)
    select ${sql.unsafe(CHARGE.columns)}, ${NOTICE_TRIES},
      now() + make_interval(secs => (answer #>> '{final,afterSeconds}')::float8
        + (answer #>> '{notices,delaySeconds}')::float8)
    from json_populate_recordset(null::simulator.charges, ${JSON.stringify(rows)}::json)
    order by attempt_id
    on conflict (attempt_id) do update set state = recorded.state where recorded.merchant_id = excluded.merchant_id
    returning attempt_id as "attemptId", state, answer`
  const found = new Map(lines.map(({ attemptId, ...line }) => [attemptId, line]))
  return entries.map(({ attemptId }) => found.get(attemptId)!)
}

/** Looks up the card of a payment that an ID was issued to, and whether a charge that refers to it revoked it. */
async function findIssued(sql: Sql, merchantId: string, id: string): Promise<IssuedId> {
  const [issued] = await sql<[IssuedId]>`
    select max(card_hash) filter (where initiated_by = 'CUSTOMER') as "cardHash",
      coalesce(bool_or(revokes), false) as "isRevoked"
    from simulator.charges where merchant_id = ${merchantId} and network_transaction_id = ${id}`
  return issued
}

/** Finds a charge after moving it to its final state if that is due by now. */
function findCharge(sql: Sql, merchantId: string, attemptId: string): Promise<FoundCharge | undefined> {
  return first(sql<FoundCharge[]>`
    with ended as (
      ${endInTime(sql, attemptId)} and merchant_id = ${merchantId} returning state, answer, received_amount
    )
    select state, answer, received_amount as "receivedAmount" from ended
    union all
    select state, answer, received_amount from simulator.charges
    where merchant_id = ${merchantId} and attempt_id = ${attemptId} and not exists (select from ended)`)
}

/** The update of a charge whose end has come, as the tester asked for it; more conditions may follow. */
export function endInTime(sql: Sql, attemptId: string) {
  return sql`
    update simulator.charges
    set state = answer #>> '{final,state}', updated_at = now(),
      answer = answer || jsonb_build_object('given', answer #> '{final,given}', 'final', null)
    where attempt_id = ${attemptId} and ${mayEnd(sql)}
      and created_at + make_interval(secs => (answer #>> '{final,afterSeconds}')::float8) <= now()`
}

/** True if the end may still come that the tester asked for: what was charged ends only where it is reversed. */
export function mayEnd(sql: Sql) {
  return sql`(state in ('AWAITING_SHOPPER', 'PENDING')
    or (state = 'CHARGED' and coalesce((answer #>> '{final,takesBack}')::boolean, false)))`
}

/** Reverses a charge that is not over yet, or records a bar if there is none. */
async function reverseCharge(sql: Sql, reversal: ChargeReversal): Promise<void> {
  const { attemptId, merchantId, provider, providerAccountId, answer } = reversal
  await sql`
    insert into simulator.charges as recorded (attempt_id, merchant_id, provider, provider_account_id, transaction_id,
      reference, operation, amount, currency, state, answer)
    values (${attemptId}, ${merchantId}, ${provider}, ${providerAccountId}, '', '', 'REVERSAL', 0, '', 'BARRED',
      ${sql.json(answer)})
    on conflict (attempt_id) do update set state = 'REVERSED', answer = excluded.answer, notice_at = null,
      updated_at = now()
    where recorded.merchant_id = excluded.merchant_id and recorded.state in ('CHARGED', 'PENDING', 'AWAITING_SHOPPER')`
}

/** The simulated providers follow a merchant's clock that is moved ahead: what ends automatically, and their notices. */
export async function advanceSimulators(sql: Sql, merchantId: string, seconds: number): Promise<void> {
  await sql`
    update simulator.charges set
      notice_at = notice_at - make_interval(secs => ${seconds}::float8),
      answer = case when answer #>> '{final,afterSeconds}' is null then answer
        else jsonb_set(answer, '{final,afterSeconds}',
          to_jsonb((answer #>> '{final,afterSeconds}')::float8 - ${seconds}::float8)) end
    where merchant_id = ${merchantId} and ${mayEnd(sql)}`
}

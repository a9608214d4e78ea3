import type { Money } from '#domain/money.ts'
import type { Outcome, ShopperStep } from '#domain/transaction.ts'
import type { TransactionType } from '#domain/transaction-type.ts'
import { batched } from '../connection/batched.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { openDisputeLedger } from './disputes.ts'

export type State = 'CHARGED' | 'REFUSED' | 'PENDING' | 'AWAITING_SHOPPER' | 'REVERSED' | 'BARRED'

export type Given =
  | { readonly kind: 'outcome' | 'authentication-required'; readonly outcome: Outcome }
  | { readonly kind: 'shopper-step'; readonly step: ShopperStep }

interface Answer {
  readonly given: Given
  readonly final: End | null
  readonly concealed: boolean
  readonly namesLate: boolean
  readonly notices: { readonly copies: number; readonly delaySeconds: number; readonly isForgedFirst: boolean }
}

interface End {
  readonly afterSeconds: number
  readonly state: State
  readonly given: Given
  readonly takesBack?: true
}

interface Line {
  readonly state: State
  readonly answer: Answer
}

/** A line as it is found: of a bank transfer, with what has arrived and is kept, in minor units. */
interface FoundLine extends Line {
  readonly receivedAmount: bigint
}

interface Attempt {
  readonly attemptId: string
  readonly merchantId: string
  readonly provider: string
  readonly providerAccountId: string
}

interface Entry extends Attempt, Line {
  readonly transactionId: string
  readonly reference: string
  readonly operation: TransactionType
  readonly money: Money
  readonly noticeUrl: string
  readonly noticeSignature: string | null
  readonly page: object | null
  readonly scheme?: SchemeEntry | null
}

interface SchemeEntry {
  readonly initiatedBy: string
  readonly purpose: string
  readonly networkTransactionId: string | null
  readonly cardHash: string
  readonly hasSecurityCode: boolean
  readonly revokes: boolean
}

const CHARGE = record<Omit<Entry, 'money' | 'scheme'> & Money & Partial<SchemeEntry>>({ page: 'checkout' })(
  `attemptId, merchantId, provider, providerAccountId, transactionId, reference, operation, amount, currency, state, answer,
  page, initiatedBy, purpose, networkTransactionId, cardHash, hasSecurityCode, revokes, noticeUrl, noticeSignature`,
)

export const NOTICE_TRIES = 4

/** Ledger of simulated charges, in its own pool. Charges of one event loop turn share a statement and a commit. */
export function openSimulatedCharges(sql: Sql) {
  return {
    record: batched((entries: readonly Entry[]) => recordCharges(sql, entries)),
    find: (merchantId: string, attemptId: string) => findCharge(sql, merchantId, attemptId),
    findIssued: (merchantId: string, id: string) => findIssued(sql, merchantId, id),
    disputes: openDisputeLedger(sql),
    reverse: (reversal: Attempt & { readonly answer: Answer }) => reverseCharge(sql, reversal),
  }
}

/**
 * Writes charges once per attempt ID. The no-op update makes a second writer wait and read the first line; the order
 * prevents deadlocks between batches.
 * @returns the stored line of each entry, in order
 */
async function recordCharges(sql: Sql, entries: readonly Entry[]): Promise<Line[]> {
  const unique = new Map(entries.map((entry) => [entry.attemptId, entry]))
  const rows = [...unique.values()].map(({ money, scheme, ...entry }) => CHARGE.row({ ...entry, ...money, ...scheme }))
  const lines = await sql<(Line & { attemptId: string })[]>`
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
async function findIssued(sql: Sql, merchantId: string, id: string) {
  const [issued] = await sql<[{ cardHash: string | null; isRevoked: boolean }]>`
    select max(card_hash) filter (where initiated_by = 'CUSTOMER') as "cardHash",
      coalesce(bool_or(revokes), false) as "isRevoked"
    from simulator.charges where merchant_id = ${merchantId} and network_transaction_id = ${id}`
  return issued
}

/** Finds a charge after moving it to its final state if that is due by now. */
function findCharge(sql: Sql, merchantId: string, attemptId: string): Promise<FoundLine | undefined> {
  return first(sql<FoundLine[]>`
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
async function reverseCharge(sql: Sql, reversal: Attempt & { readonly answer: Answer }): Promise<void> {
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

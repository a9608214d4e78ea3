import type { Sql } from '#store/connection/database.ts'
import type { AttemptRow, ChargeRow, EventRow, Evidence, Leftovers, SessionRow, TransactionRow } from './evidence.ts'

/** Reads what the gateway and the simulators wrote down about one merchant. */
async function readSimulatorLedgers(sql: Sql, merchantId: string, webhookUrl: string) {
  return {
    transactions: await transactionsOf(sql, merchantId),
    sessions: await sql<SessionRow[]>`
      select session_id as "sessionId" from sessions where merchant_id = ${merchantId}`,
    attempts: await attemptsOf(sql, merchantId),
    charges: await chargesOf(sql, merchantId),
    events: await eventsOf(sql, merchantId, webhookUrl),
    leftovers: await leftoversOf(sql, merchantId),
  }
}

async function transactionsOf(sql: Sql, merchantId: string): Promise<TransactionRow[]> {
  return sql<TransactionRow[]>`
    select id, parent_id as "parentId", session_id as "sessionId", order_id as "orderId", reference,
      case when transaction_type not in ('AUTHORIZATION_EXPIRY', 'CHARGEBACK') then metadata ->> 'operation' end as operation,
      transaction_type as type, amount, currency, status, processing_code as code,
      captured_amount as "capturedAmount", refunded_amount as "refundedAmount",
      expired_amount as "expiredAmount",
      capturing_amount as "capturingAmount", refunding_amount as "refundingAmount", void_state as "voidState",
      coalesce(data ? 'recovery', false) as recovers
    from transactions where merchant_id = ${merchantId}`
}

async function attemptsOf(sql: Sql, merchantId: string): Promise<AttemptRow[]> {
  return sql<AttemptRow[]>`
    select attempt_id as "attemptId", transaction_id as "transactionId", number, state, processing_code as code
    from attempts where merchant_id = ${merchantId} order by transaction_id, number`
}

async function chargesOf(sql: Sql, merchantId: string): Promise<ChargeRow[]> {
  return sql<ChargeRow[]>`
    select attempt_id as "attemptId", transaction_id as "transactionId", provider_account_id as "accountId", operation,
      amount, currency, state
    from simulator.charges where merchant_id = ${merchantId}`
}

/** Events of the types that endpoints get by default; the shop subscribes to no others. */
async function eventsOf(sql: Sql, merchantId: string, webhookUrl: string): Promise<EventRow[]> {
  return sql<EventRow[]>`
    select events.event_id as "eventId", events.transaction_id as "transactionId", events.payload,
      delivery.status as delivery, delivery.attempts as attempts
    from events
    left join webhook_endpoints endpoint on endpoint.merchant_id = events.merchant_id and endpoint.url = ${webhookUrl}
    left join deliveries delivery on delivery.merchant_id = events.merchant_id
      and delivery.event_id = events.event_id and delivery.webhook_endpoint_id = endpoint.webhook_endpoint_id
    where events.merchant_id = ${merchantId} and events.event = 'transaction.processed'`
}

async function leftoversOf(sql: Sql, merchantId: string): Promise<Leftovers> {
  const [row] = await sql<[Leftovers]>`
    select
      (select count(*) from authentication_secrets where merchant_id = ${merchantId})::int as "authenticationSecrets",
      (select count(*) from payment_methods where merchant_id = ${merchantId} and state = 'PENDING')::int
        as "pendingCards",
      (select count(*) from data_keys where merchant_id = ${merchantId} and retired_at is not null)::int
        as "retiredDataKeys",
      (select count(*) from (select * from key_rotations order by requested_at desc, rotation_id desc limit 1) latest
        where completed_at is null)::int as "unfinishedKeyRotations"`
  return row
}

/** The records of several merchants as one. */
export async function readSeveralLedgers(sql: Sql, merchantIds: readonly string[], webhookUrl: string) {
  return combineLedgers(await Promise.all(merchantIds.map((id) => readSimulatorLedgers(sql, id, webhookUrl))))
}

type Ledgers = Pick<Evidence, 'transactions' | 'sessions' | 'attempts' | 'charges' | 'events' | 'leftovers'>

/** Combines the records of several merchants, which may be in several databases. */
export function combineLedgers(all: readonly Ledgers[]): Ledgers {
  return {
    transactions: all.flatMap(({ transactions }) => transactions),
    sessions: all.flatMap(({ sessions }) => sessions),
    attempts: all.flatMap(({ attempts }) => attempts),
    charges: all.flatMap(({ charges }) => charges),
    events: all.flatMap(({ events }) => events),
    leftovers: all.map(({ leftovers }) => leftovers).reduce(bothLeftovers),
  }
}

/** Rotations are the gateway's, every merchant of it has the same. */
function bothLeftovers(one: Leftovers, other: Leftovers): Leftovers {
  return {
    unfinishedKeyRotations: Math.max(one.unfinishedKeyRotations, other.unfinishedKeyRotations),
    authenticationSecrets: one.authenticationSecrets + other.authenticationSecrets,
    pendingCards: one.pendingCards + other.pendingCards,
    retiredDataKeys: one.retiredDataKeys + other.retiredDataKeys,
  }
}

/** Counts unfinished work: none, once an undisturbed gateway has caught up. */
export async function unfinished(sql: Sql, merchants: readonly string[]): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select (
      (select count(*) from transactions where merchant_id = any(${merchants}) and status = 'PENDING')
      + (select count(*) from attempts where merchant_id = any(${merchants}) and state = 'REVERSING')
      + (select count(*) from simulator.disputes where merchant_id = any(${merchants}) and notice_at is not null)
      + (select count(*) from disputes where merchant_id = any(${merchants}) and review_at is not null)
      + (select count(*) from simulator.charges
        where merchant_id = any(${merchants}) and answer ? 'dispute' and state = 'CHARGED')
      + (select count(*) from deliveries where merchant_id = any(${merchants}) and status = 'PENDING')
      + (select count(*) from data_keys where merchant_id = any(${merchants}) and retired_at is not null)
      + (select count(*) from (select * from key_rotations order by requested_at desc, rotation_id desc limit 1) latest
        where completed_at is null)
    )::int as count`
  return row.count
}

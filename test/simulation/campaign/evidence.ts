import type { Sql } from '#store/database.ts'
import type { Journal } from './journal.ts'
import type { Delivery } from './receiver.ts'

/** A transaction as the gateway's database has it. */
export interface TransactionRow {
  readonly id: string
  readonly parentId: string | null
  readonly orderId: string
  readonly reference: string
  /** The client's own name for it. */
  readonly operation: string | null
  readonly type: string
  readonly amount: bigint
  readonly currency: string
  readonly status: string
  readonly code: string | null
  readonly capturedAmount: bigint
  readonly refundedAmount: bigint
  readonly capturingAmount: bigint
  readonly refundingAmount: bigint
  readonly voidState: string | null
}

/** One try with a provider, as the gateway recorded it. */
export interface AttemptRow {
  readonly attemptId: string
  readonly transactionId: string
  readonly number: number
  readonly state: string
  readonly code: string | null
}

/** A line of the simulators' own books. */
export interface ChargeRow {
  readonly attemptId: string
  readonly transactionId: string
  readonly accountId: string
  readonly operation: string
  readonly amount: bigint
  readonly currency: string
  readonly state: string
}

/** An event with its delivery to the shop's receiver. */
export interface EventRow {
  readonly eventId: string
  readonly transactionId: string
  readonly payload: string
  /** Of the delivery; null where none was queued. */
  readonly delivery: string | null
  readonly tries: number | null
}

/** What must be gone once everything has ended. */
export interface Leftovers {
  readonly authenticationSecrets: number
  readonly pendingCards: number
}

/** All that the auditor reads. */
export interface Evidence {
  readonly journal: Journal
  readonly transactions: readonly TransactionRow[]
  readonly attempts: readonly AttemptRow[]
  readonly charges: readonly ChargeRow[]
  readonly events: readonly EventRow[]
  readonly leftovers: Leftovers
  readonly received: readonly Delivery[]
  /** What the gateway's own proof of its ledger found. */
  readonly ledgerProblems: readonly string[]
}

/** Reads what the gateway and the simulators wrote down about one merchant. */
export async function readBooks(sql: Sql, merchantId: string, webhookUrl: string) {
  return {
    transactions: await transactionsOf(sql, merchantId),
    attempts: await attemptsOf(sql, merchantId),
    charges: await chargesOf(sql, merchantId),
    events: await eventsOf(sql, merchantId, webhookUrl),
    leftovers: await leftoversOf(sql, merchantId),
  }
}

async function transactionsOf(sql: Sql, merchantId: string): Promise<TransactionRow[]> {
  return sql<TransactionRow[]>`
    select id, parent_id as "parentId", order_id as "orderId", reference, metadata ->> 'operation' as operation,
      transaction_type as type, amount, currency, status, processing_code as code,
      captured_amount as "capturedAmount", refunded_amount as "refundedAmount",
      capturing_amount as "capturingAmount", refunding_amount as "refundingAmount", void_state as "voidState"
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

async function eventsOf(sql: Sql, merchantId: string, webhookUrl: string): Promise<EventRow[]> {
  return sql<EventRow[]>`
    select events.event_id as "eventId", events.transaction_id as "transactionId", events.payload,
      delivery.status as delivery, delivery.attempts as tries
    from events
    left join webhook_endpoints endpoint on endpoint.merchant_id = events.merchant_id and endpoint.url = ${webhookUrl}
    left join deliveries delivery on delivery.merchant_id = events.merchant_id
      and delivery.event_id = events.event_id and delivery.webhook_endpoint_id = endpoint.webhook_endpoint_id
    where events.merchant_id = ${merchantId}`
}

async function leftoversOf(sql: Sql, merchantId: string): Promise<Leftovers> {
  const [row] = await sql<[Leftovers]>`
    select
      (select count(*) from authentication_secrets where merchant_id = ${merchantId})::int as "authenticationSecrets",
      (select count(*) from payment_methods where merchant_id = ${merchantId} and state = 'PENDING')::int
        as "pendingCards"`
  return row
}

/** How much is still on its way: nothing, once a gateway that is left in peace has caught up. */
export async function unsettled(sql: Sql, merchantId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select (
      (select count(*) from transactions where merchant_id = ${merchantId} and status = 'PENDING')
      + (select count(*) from attempts where merchant_id = ${merchantId} and state = 'REVERSING')
      + (select count(*) from deliveries where merchant_id = ${merchantId} and status = 'PENDING')
    )::int as count`
  return row.count
}

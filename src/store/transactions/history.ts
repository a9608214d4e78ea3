import type { AuthenticationSummary, FinalTransStatus } from '#domain/authentication.ts'
import type { ProcessingCode } from '#domain/processing-code.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'
import { listTransactions } from './transaction-lists.ts'
import { findTransaction } from './transactions.ts'

/** Stored history of a transaction; lists are oldest first. */
export interface History {
  readonly transaction: Transaction
  readonly sessionOpenedAt: Date | null
  readonly attempts: readonly PastAttempt[]
  readonly authentications: readonly PastAuthentication[]
  readonly followUps: readonly Transaction[]
  readonly events: readonly PastEvent[]
  readonly deliveries: readonly PastDelivery[]
}

/** One attempt with a provider account. Times are null for what did not happen. */
export interface PastAttempt {
  readonly attemptId: string
  readonly provider: string
  readonly account: string
  readonly providerAccountId: string
  readonly processingCode: ProcessingCode | null
  readonly responseMessage: string | null
  readonly createdAt: Date
  readonly notFoundSince: Date | null
  readonly reversal: { readonly state: 'REVERSING' | 'REVERSED' | 'GIVEN UP'; readonly at: Date } | null
}

export interface PastAuthentication {
  readonly attemptId: string
  readonly begunAt: Date
  readonly hasMethod: boolean
  readonly wasChallenged: boolean
  readonly wasUnopened: boolean
  /** Null if it is no longer known. */
  readonly challengedAt: Date | null
  /** Null while the shopper's step is due. */
  readonly takenAt: Date | null
  readonly reportedStatus: FinalTransStatus | null
}

export interface PastEvent {
  readonly id: string
  readonly event: string
  readonly createdAt: Date
}

/** A try to deliver an event; of deleted tries the last one. */
export interface PastDelivery {
  readonly endpointId: string
  readonly endpointUrl: string | null
  readonly attempt: number
  readonly at: Date
  readonly isDelivered: boolean
  readonly responseStatus: number | null
  readonly failure: string | null
}

const MOST_FOLLOW_UPS = 500

export async function readHistory(sql: Sql, merchantId: string, id: string): Promise<History | undefined> {
  const transaction = await findTransaction(sql, merchantId, id)
  if (!transaction) return undefined
  const [sessionOpenedAt, attempts, authentications, followUps, events, deliveries] = await Promise.all([
    openedAt(sql, transaction),
    pastAttempts(sql, merchantId, id),
    pastAuthentications(sql, merchantId, id),
    listTransactions(sql, merchantId, { parentId: id }, MOST_FOLLOW_UPS),
    pastEvents(sql, merchantId, id),
    pastDeliveries(sql, merchantId, id),
  ])
  return {
    transaction,
    sessionOpenedAt,
    attempts,
    authentications,
    followUps: followUps.reverse(),
    events,
    deliveries,
  }
}

/** How the last authentication of an attempt ended, as the transaction or its retries remember it. */
export function authenticationOf({ transaction, attempts }: History, attemptId: string): AuthenticationSummary {
  const index = attempts.findIndex((attempt) => attempt.attemptId === attemptId)
  if (index === attempts.length - 1) return transaction.authentication
  return transaction.data?.retryOptions?.attempts[index]?.authentication ?? { status: null, level: null }
}

async function openedAt(sql: Sql, { merchantId, sessionId }: Transaction): Promise<Date | null> {
  if (sessionId === null) return null
  const [row] = await sql<{ at: Date }[]>`
    select created_at as at from sessions where merchant_id = ${merchantId} and session_id = ${sessionId}`
  return row?.at ?? null
}

async function pastAttempts(sql: Sql, merchantId: string, id: string): Promise<readonly PastAttempt[]> {
  const rows = await sql<(Omit<PastAttempt, 'reversal'> & ReversalRow)[]>`
    select attempt_id as "attemptId", attempts.provider, provider_accounts.name as account,
      attempts.provider_account_id as "providerAccountId", processing_code as "processingCode",
      response_message as "responseMessage", attempts.created_at as "createdAt", not_found_since as "notFoundSince",
      state, reversal_given_up_at as "givenUpAt", reversal_began_at as "beganAt", attempts.updated_at as "updatedAt"
    from attempts join provider_accounts on provider_accounts.provider_account_id = attempts.provider_account_id
    where attempts.merchant_id = ${merchantId} and transaction_id = ${id} order by number`
  return rows.map(({ state, givenUpAt, beganAt, updatedAt, ...attempt }) => ({
    ...attempt,
    reversal: reversalOf({ state, givenUpAt, beganAt, updatedAt }),
  }))
}

interface ReversalRow {
  readonly state: string
  readonly givenUpAt: Date | null
  readonly beganAt: Date | null
  readonly updatedAt: Date
}

function reversalOf({ state, givenUpAt, beganAt, updatedAt }: ReversalRow): PastAttempt['reversal'] {
  if (givenUpAt) return { state: 'GIVEN UP', at: givenUpAt }
  if (state === 'REVERSED') return { state, at: updatedAt }
  return state === 'REVERSING' ? { state, at: beganAt ?? updatedAt } : null
}

function pastAuthentications(sql: Sql, merchantId: string, id: string): Promise<readonly PastAuthentication[]> {
  return sql<PastAuthentication[]>`
    select attempt_id as "attemptId", created_at as "begunAt", three_ds_method_url is not null as "hasMethod",
      challenge_digest is not null as "wasChallenged", challenge_unopened is true as "wasUnopened",
      case when step = 'CHALLENGE' then coalesce(challenged_at, updated_at) else challenged_at end as "challengedAt",
      case when step = 'TAKEN' then updated_at end as "takenAt", reported_status as "reportedStatus"
    from authentications
    where merchant_id = ${merchantId} and transaction_id = ${id}
    order by created_at, round`
}

function pastEvents(sql: Sql, merchantId: string, id: string): Promise<readonly PastEvent[]> {
  return sql<PastEvent[]>`
    select event_id as id, event, created_at as "createdAt" from events
    where merchant_id = ${merchantId} and transaction_id = ${id} order by created_at, event_id`
}

function pastDeliveries(sql: Sql, merchantId: string, id: string): Promise<readonly PastDelivery[]> {
  return sql<PastDelivery[]>`
    select deliveries.webhook_endpoint_id as "endpointId", endpoint.url as "endpointUrl",
      coalesce(tried.attempt, deliveries.attempts) as attempt,
      coalesce(tried.tried_at, deliveries.updated_at) as at, tried.failure,
      case when tried.attempt is null then deliveries.response_status else tried.response_status end as "responseStatus",
      case when tried.attempt is null then deliveries.status = 'DELIVERED'
        else coalesce(tried.response_status between 200 and 299, false) end as "isDelivered"
    from events
      join deliveries on deliveries.merchant_id = events.merchant_id and deliveries.event_id = events.event_id
      left join delivery_tries tried on tried.merchant_id = deliveries.merchant_id
        and tried.event_id = deliveries.event_id and tried.webhook_endpoint_id = deliveries.webhook_endpoint_id
      left join webhook_endpoints endpoint on endpoint.merchant_id = deliveries.merchant_id
        and endpoint.webhook_endpoint_id = deliveries.webhook_endpoint_id
    where events.merchant_id = ${merchantId} and events.transaction_id = ${id}
      and (tried.attempt is not null or deliveries.status <> 'PENDING')
    order by at, "endpointId"`
}

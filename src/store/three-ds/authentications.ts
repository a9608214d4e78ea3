import { type FinalTransStatus, statusesBetterThan } from '#domain/authentication.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'
import { first, isOne } from '../shape/results.ts'

export type AuthenticationStep = 'FINGERPRINT' | 'CHALLENGE' | 'TAKEN'

export interface Authentication {
  readonly merchantId: string
  readonly threeDsServerTransId: string
  readonly transactionId: string
  readonly attemptId: string
  readonly round: number
  readonly step: AuthenticationStep
  readonly messageVersion: string
  readonly threeDsMethodUrl: string | null
  readonly methodCompleted: boolean
  readonly acsUrl: string | null
  readonly acsTransId: string | null
  readonly fingerprintDigest: Uint8Array
  readonly challengeDigest: Uint8Array | null
  readonly reportedStatus: FinalTransStatus | null
}

export const AUTHENTICATION = record<Authentication>()(
  `merchantId, threeDsServerTransId, transactionId, attemptId, round, step, messageVersion, threeDsMethodUrl,
  methodCompleted, acsUrl, acsTransId, fingerprintDigest, challengeDigest, reportedStatus`,
)

export interface AuthenticationSecret {
  readonly sealedKey: Uint8Array
  readonly paymentData: string
}

/** Finds an authentication of any merchant, because browsers and banks know only the ID. */
export function findAuthenticationById(sql: Sql, id: string): Promise<Authentication | undefined> {
  return first(sql<Authentication[]>`
    select ${AUTHENTICATION.select(sql)} from authentications
    where ${isNamed(sql, id)}`)
}

/** Matches an ID as it was written, and in lower case, as UUIDs are; with a list, PostgreSQL plans every execution. */
export function isNamed(sql: Sql, id: string) {
  return sql`three_ds_server_trans_id in (${id}, ${id.toLowerCase()})`
}

export function findAuthentication(sql: Sql, merchantId: string, id: string) {
  return first(sql<(Authentication & { readonly isOver: boolean })[]>`
    select ${AUTHENTICATION.select(sql)}, (
        select status <> 'PENDING' from transactions
        where transactions.merchant_id = authentications.merchant_id and transactions.id = authentications.transaction_id
      ) as "isOver"
    from authentications where merchant_id = ${merchantId} and ${isNamed(sql, id)}`)
}

/** Processes' clocks may differ, so the order of the attempts decides. */
export function findLatestAuthentication(sql: Sql, merchantId: string, transactionId: string) {
  return first(sql<Authentication[]>`
    select ${AUTHENTICATION.select(sql, 'authentication')} from authentications authentication
    join attempts attempt on attempt.merchant_id = authentication.merchant_id
      and attempt.attempt_id = authentication.attempt_id
    where authentication.merchant_id = ${merchantId} and authentication.transaction_id = ${transactionId}
    order by attempt.number desc limit 1`)
}

export function findAuthenticationSecret(sql: Sql, merchantId: string, transactionId: string) {
  return first(sql<AuthenticationSecret[]>`
    select sealed_key as "sealedKey", payment_data as "paymentData" from authentication_secrets
    where merchant_id = ${merchantId} and transaction_id = ${transactionId}`)
}

export async function markMethodCompleted(sql: Sql, id: string): Promise<void> {
  await sql`
    update authentications set method_completed = true, updated_at = now()
    where ${isNamed(sql, id)} and step = 'FINGERPRINT'`
}

export async function markChallengeUnopened(sql: Sql, { merchantId, threeDsServerTransId: id }: Authentication) {
  await sql`
    update authentications set challenge_unopened = true
    where merchant_id = ${merchantId} and three_ds_server_trans_id = ${id}`
}

/** True if a challenge was completed without its page; false for an unknown ID. */
export function isChallengeUnopened(sql: Sql, merchantId: string, id: string): Promise<boolean> {
  return isOne(sql`
    select from authentications where merchant_id = ${merchantId}
      and ${isNamed(sql, id)} and challenge_unopened`)
}

/** Stores the worst status that a browser or caller reported, in any order of arrival. */
export async function keepReportedStatus(
  sql: Sql,
  { merchantId, threeDsServerTransId }: Authentication,
  reported: FinalTransStatus,
): Promise<void> {
  await sql`
    update authentications set reported_status = ${reported}, updated_at = now()
    where merchant_id = ${merchantId} and three_ds_server_trans_id = ${threeDsServerTransId} and step = 'CHALLENGE'
      and (reported_status is null or reported_status = any(${statusesBetterThan(reported)}::text[]))`
}

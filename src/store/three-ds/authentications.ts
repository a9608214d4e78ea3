import { type FinalTransStatus, statusesBetterThan } from '#domain/authentication.ts'
import { columnsOf } from '../connection/columns.ts'
import type { Sql } from '../connection/database.ts'

export type AuthenticationStep = 'FINGERPRINT' | 'CHALLENGE' | 'TAKEN'

/** One run of 3-D Secure for one attempt. */
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

export interface AuthenticationRow {
  merchant_id: string
  three_ds_server_trans_id: string
  transaction_id: string
  attempt_id: string
  round: number
  step: AuthenticationStep
  message_version: string
  three_ds_method_url: string | null
  method_completed: boolean
  acs_url: string | null
  acs_trans_id: string | null
  fingerprint_digest: Uint8Array
  challenge_digest: Uint8Array | null
  reported_status: FinalTransStatus | null
}

export const AUTHENTICATION_COLUMNS = `merchant_id, three_ds_server_trans_id, transaction_id, attempt_id, round, step,
  message_version, three_ds_method_url, method_completed, acs_url, acs_trans_id, fingerprint_digest, challenge_digest, reported_status`

/** The payment_data now due and the key that opens it. */
export interface AuthenticationSecret {
  readonly sealedKey: Uint8Array
  readonly paymentData: string
}

/** The authentication with this id, whoever's it is: browsers and banks know nothing but the id. */
export async function findAuthenticationById(sql: Sql, id: string): Promise<Authentication | undefined> {
  const [row] = await sql<AuthenticationRow[]>`
    select ${sql.unsafe(AUTHENTICATION_COLUMNS)} from authentications where three_ds_server_trans_id = any(${spellingsOf(id)}::text[])`
  return row && authenticationOf(row)
}

/** Spellings of an ID: as it was written, and in lower case, as UUIDs are. */
export function spellingsOf(id: string): string[] {
  return [id, id.toLowerCase()]
}

/** Finds an authentication of this merchant, and if its transaction has ended. */
export async function findAuthentication(
  sql: Sql,
  merchantId: string,
  id: string,
): Promise<(Authentication & { readonly isOver: boolean }) | undefined> {
  const [row] = await sql<(AuthenticationRow & { is_over: boolean })[]>`
    select ${sql.unsafe(AUTHENTICATION_COLUMNS)}, (
        select status <> 'PENDING' from transactions
        where transactions.merchant_id = authentications.merchant_id and transactions.id = authentications.transaction_id
      ) as is_over
    from authentications where merchant_id = ${merchantId} and three_ds_server_trans_id = any(${spellingsOf(id)}::text[])`
  return row && { ...authenticationOf(row), isOver: row.is_over }
}

/** Processes' clocks may differ, so the order of the attempts decides. */
export async function findLatestAuthentication(
  sql: Sql,
  merchantId: string,
  transactionId: string,
): Promise<Authentication | undefined> {
  const [row] = await sql<AuthenticationRow[]>`
    select ${sql.unsafe(columnsOf('authentication', AUTHENTICATION_COLUMNS))} from authentications authentication
    join attempts attempt on attempt.merchant_id = authentication.merchant_id
      and attempt.attempt_id = authentication.attempt_id
    where authentication.merchant_id = ${merchantId} and authentication.transaction_id = ${transactionId}
    order by attempt.number desc limit 1`
  return row && authenticationOf(row)
}

export async function findAuthenticationSecret(
  sql: Sql,
  merchantId: string,
  transactionId: string,
): Promise<AuthenticationSecret | undefined> {
  const [row] = await sql<{ sealed_key: Uint8Array; payment_data: string }[]>`
    select sealed_key, payment_data from authentication_secrets
    where merchant_id = ${merchantId} and transaction_id = ${transactionId}`
  return row && { sealedKey: row.sealed_key, paymentData: row.payment_data }
}

/** Our own fingerprint notification address was called. */
export async function markMethodCompleted(sql: Sql, id: string): Promise<void> {
  await sql`
    update authentications set method_completed = true, updated_at = now()
    where three_ds_server_trans_id = any(${spellingsOf(id)}::text[]) and step = 'FINGERPRINT'`
}

/** Records that a challenge is completed although its page was never opened. */
export async function markChallengeUnopened(sql: Sql, { merchantId, threeDsServerTransId: id }: Authentication) {
  await sql`
    update authentications set challenge_unopened = true
    where merchant_id = ${merchantId} and three_ds_server_trans_id = ${id}`
}

/** True if a challenge was completed without its page; false for an unknown ID. */
export async function isChallengeUnopened(sql: Sql, merchantId: string, id: string): Promise<boolean> {
  const rows = await sql`
    select from authentications where merchant_id = ${merchantId}
      and three_ds_server_trans_id = any(${spellingsOf(id)}::text[]) and challenge_unopened`
  return rows.length === 1
}

/** Keeps the worst status that a browser or caller reported, whichever of several arrives first. */
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

export function authenticationOf(row: AuthenticationRow): Authentication {
  return {
    merchantId: row.merchant_id,
    threeDsServerTransId: row.three_ds_server_trans_id,
    transactionId: row.transaction_id,
    attemptId: row.attempt_id,
    round: row.round,
    step: row.step,
    messageVersion: row.message_version,
    threeDsMethodUrl: row.three_ds_method_url,
    methodCompleted: row.method_completed,
    acsUrl: row.acs_url,
    acsTransId: row.acs_trans_id,
    fingerprintDigest: row.fingerprint_digest,
    challengeDigest: row.challenge_digest,
    reportedStatus: row.reported_status,
  }
}

import type { Transaction } from '#domain/transaction.ts'
import type { TransactionData } from '#domain/transaction-data.ts'
import type { Sql } from '../connection/database.ts'
import { columnsOf } from '../shape/columns.ts'
import { isOne } from '../shape/results.ts'
import {
  extrasOf,
  fromRow,
  TRANSACTION,
  type TransactionExtras,
  type TransactionRow,
} from '../transactions/transaction-row.ts'
import { AUTHENTICATION, type Authentication, type AuthenticationSecret, isNamed } from './authentications.ts'

/** Stores payment_data and status in one commit. @returns false if the transaction moved meanwhile */
export function beginAuthentication(
  sql: Sql,
  started: Pick<
    Authentication,
    | 'merchantId'
    | 'threeDsServerTransId'
    | 'transactionId'
    | 'attemptId'
    | 'round'
    | 'messageVersion'
    | 'threeDsMethodUrl'
    | 'fingerprintDigest'
  > & { readonly data: TransactionData | null },
  secret: AuthenticationSecret,
  ttlSeconds: number,
  at: Date,
): Promise<boolean> {
  const { merchantId, transactionId } = started
  return isOne(sql`
    with moved as (
      update transactions set awaiting = 'authentication', updated_at = ${at},
        data = ${started.data && sql.json(started.data)},
        due_at = now() + make_interval(secs => ${ttlSeconds}), expires_at = now() + make_interval(secs => ${ttlSeconds})
      where merchant_id = ${merchantId} and id = ${transactionId}
        and status = 'PENDING' and awaiting = 'provider-answer'
      returning 1
    ), begun as (
      insert into authentications (merchant_id, three_ds_server_trans_id, transaction_id, attempt_id, round, step,
        message_version, three_ds_method_url, fingerprint_digest, created_at, updated_at)
      select ${merchantId}, ${started.threeDsServerTransId}, ${transactionId}, ${started.attemptId}, ${started.round},
        'FINGERPRINT', ${started.messageVersion}, ${started.threeDsMethodUrl}, ${started.fingerprintDigest}, ${at}, ${at}
      from moved
    ), kept as (
      insert into authentication_secrets (merchant_id, transaction_id, sealed_key, payment_data)
      select ${merchantId}, ${transactionId}, ${secret.sealedKey}, ${secret.paymentData} from moved
      on conflict (merchant_id, transaction_id)
      do update set sealed_key = excluded.sealed_key, payment_data = excluded.payment_data
    )
    select 1 from moved`)
}

/** The challenge is due: its payment_data replaces the fingerprint's, and the shopper's time starts over. */
export function beginChallenge(
  sql: Sql,
  authentication: Authentication,
  challenge: {
    readonly acsUrl: string
    readonly acsTransId: string
    readonly messageVersion: string
    readonly digest: Uint8Array
    readonly paymentData: string
  },
  ttlSeconds: number,
  at: Date,
): Promise<boolean> {
  const { merchantId, threeDsServerTransId, transactionId } = authentication
  return isOne(sql`
    with moved as (
      update transactions set awaiting = 'authentication', updated_at = ${at},
        due_at = now() + make_interval(secs => ${ttlSeconds}), expires_at = now() + make_interval(secs => ${ttlSeconds})
      where merchant_id = ${merchantId} and id = ${transactionId}
        and status = 'PENDING' and awaiting = 'provider-answer'
      returning 1
    ), challenged as (
      update authentications set step = 'CHALLENGE', acs_url = ${challenge.acsUrl},
        acs_trans_id = ${challenge.acsTransId}, message_version = ${challenge.messageVersion},
        challenge_digest = ${challenge.digest}, challenged_at = ${at}, updated_at = ${at}
      where merchant_id = ${merchantId} and three_ds_server_trans_id = ${threeDsServerTransId}
        and step = 'TAKEN' and exists (select from moved)
    ), kept as (
      update authentication_secrets set payment_data = ${challenge.paymentData}
      where merchant_id = ${merchantId} and transaction_id = ${transactionId} and exists (select from moved)
    )
    select 1 from moved`)
}

/** Place of a bank's page; after a frame it may be opened again as a full page. */
export type ChallengePlace = 'frame' | 'page'

/** Records a visit of the bank's page. @returns false if there was one, or the challenge is over */
export function markChallengeOpened(
  sql: Sql,
  { merchantId, threeDsServerTransId }: Authentication,
  place: ChallengePlace,
): Promise<boolean> {
  return isOne(sql`
    update authentications set challenge_opened_in = ${place}, updated_at = now()
    where merchant_id = ${merchantId} and three_ds_server_trans_id = ${threeDsServerTransId} and step = 'CHALLENGE'
      and (challenge_opened_in is null or (challenge_opened_in = 'frame' and ${place} = 'page'))
      and (
        select status = 'PENDING' and awaiting = 'authentication' and expires_at > now() from transactions
        where transactions.merchant_id = authentications.merchant_id and transactions.id = authentications.transaction_id
      )
    returning 1`)
}

export interface StepDue {
  readonly merchantId: string
  readonly threeDsServerTransId: string
  readonly step: 'FINGERPRINT' | 'CHALLENGE'
  /** Of the caller's payment_data, which must be that of this step. Null on our pages. */
  readonly digest: Uint8Array | null
}

export interface ClaimedStep extends TransactionExtras {
  readonly authentication: Authentication
  readonly transaction: Transaction
  /** Null if a crash of the database lost it. */
  readonly secret: AuthenticationSecret | null
  readonly configVersion: bigint
}

interface ClaimedRow extends TransactionRow, Authentication {
  readonly sealedKey: Uint8Array | null
  readonly paymentData: string | null
  readonly configVersion: bigint
}

const DIGEST_OF = { FINGERPRINT: 'fingerprint_digest', CHALLENGE: 'challenge_digest' } as const

/**
 * Claims the due step for exactly one caller; the worker also asks the provider, in case this process dies. Steps of
 * ended transactions stay.
 * @returns undefined if the step was executed, is not due or not this merchant's
 */
export async function claimStep(
  sql: Sql,
  { merchantId, threeDsServerTransId, step, digest }: StepDue,
  dueInSeconds: number,
  at: Date,
): Promise<ClaimedStep | undefined> {
  const [row] = await sql<ClaimedRow[]>`
    with claimed as (
      update authentications set step = 'TAKEN', updated_at = ${at}
      where merchant_id = ${merchantId} and ${isNamed(sql, threeDsServerTransId)} and step = ${step}
        and (${digest}::bytea is null or ${sql(DIGEST_OF[step])} = ${digest})
        and (
          select status = 'PENDING' from transactions
          where transactions.merchant_id = authentications.merchant_id
            and transactions.id = authentications.transaction_id
        )
      returning ${sql.unsafe(AUTHENTICATION.columns)}
    ), moved as (
      update transactions set awaiting = 'provider-answer', due_at = now() + make_interval(secs => ${dueInSeconds})
      from claimed
      where transactions.merchant_id = claimed.merchant_id and transactions.id = claimed.transaction_id
        and transactions.status = 'PENDING' and transactions.awaiting = 'authentication'
      returning ${sql.unsafe(columnsOf('transactions', TRANSACTION.columns))}
    )
    select ${TRANSACTION.select(sql, 'moved')},
      ${AUTHENTICATION.select(sql, 'claimed')}, secrets.sealed_key as "sealedKey", secrets.payment_data as "paymentData",
      merchants.config_version as "configVersion"
    from moved cross join claimed
    join merchants on merchants.merchant_id = moved.merchant_id
    left join authentication_secrets secrets
      on secrets.merchant_id = moved.merchant_id and secrets.transaction_id = moved.id`
  if (!row) return undefined
  const { sealedKey, paymentData, configVersion } = row
  const secret = sealedKey && paymentData !== null ? { sealedKey, paymentData } : null
  return {
    authentication: AUTHENTICATION.pick(row),
    transaction: fromRow(row),
    ...extrasOf(row),
    secret,
    configVersion,
  }
}

/** Records the result before asking the provider, in case this process dies. @returns false if finalized meanwhile */
export function recordVerdict(
  sql: Sql,
  { merchantId, id, authentication }: Pick<Transaction, 'merchantId' | 'id' | 'authentication'>,
  dueInSeconds: number,
): Promise<boolean> {
  return isOne(sql`
    update transactions set authentication_status = ${authentication.status},
      authentication_level = ${authentication.level}, due_at = now() + make_interval(secs => ${dueInSeconds})
    where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING' and awaiting = 'provider-answer'
    returning 1`)
}

/** Releases a claimed challenge without a result: time limit and reported status stay. */
export async function releaseChallenge(sql: Sql, authentication: Authentication): Promise<void> {
  const { merchantId, threeDsServerTransId, transactionId } = authentication
  await sql`
    with released as (
      update authentications set step = 'CHALLENGE', reported_status = ${authentication.reportedStatus}, updated_at = now()
      where merchant_id = ${merchantId} and three_ds_server_trans_id = ${threeDsServerTransId} and step = 'TAKEN'
      returning 1
    )
    update transactions set awaiting = 'authentication', due_at = expires_at
    where merchant_id = ${merchantId} and id = ${transactionId} and status = 'PENDING'
      and awaiting = 'provider-answer' and exists (select from released)`
}

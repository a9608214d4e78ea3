import type { Agreement, AgreementStatus } from '#domain/agreement.ts'
import { exactInteger } from '#domain/exact-json.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'

/** An agreement in a list, where its ID is its place. */
export type ListedAgreement = Agreement & Position

export const AGREEMENT_COLUMNS = `agreements.merchant_id as "merchantId", agreements.agreement_id as "agreementId", agreements.status,
  agreements.stop_reason as "stopReason", agreements.purpose, agreements.description, agreements.currency,
  agreements.max_amount as "maxAmount", agreements.frequency_days as "frequencyDays",
  agreements.ends_on::text as "endsOn", agreements.customer_id as "customerId",
  agreements.payment_method_token as "paymentMethodToken", agreements.masked, agreements.brand, agreements.hash,
  agreements.origin, agreements.network_transaction_id as "networkTransactionId",
  agreements.provider_account_id as "providerAccountId", agreements.first_transaction_id as "firstTransactionId",
  agreements.last_transaction_id as "lastTransactionId", agreements.authentication_status as "authenticationStatus",
  agreements.accepted_at as "acceptedAt", agreements.created_at as "createdAt", agreements.updated_at as "updatedAt",
  agreements.ended_at as "endedAt"`

export async function findAgreement(sql: Sql, merchantId: string, id: string): Promise<Agreement | undefined> {
  const [agreement] = await sql<Agreement[]>`
    select ${sql.unsafe(AGREEMENT_COLUMNS)} from agreements where merchant_id = ${merchantId} and agreement_id = ${id}`
  return agreement
}

export async function lockAgreement(sql: Sql, merchantId: string, id: string): Promise<Agreement | undefined> {
  const [agreement] = await sql<Agreement[]>`
    select ${sql.unsafe(AGREEMENT_COLUMNS)} from agreements where merchant_id = ${merchantId} and agreement_id = ${id}
    for no key update`
  return agreement
}

/** Locks the agreements in use that charge one of these stored cards, in the order of their IDs. */
export function lockAgreementsOf(sql: Sql, merchantId: string, tokens: readonly string[]): Promise<Agreement[]> {
  return sql<Agreement[]>`
    select ${sql.unsafe(AGREEMENT_COLUMNS)} from agreements
    where merchant_id = ${merchantId} and payment_method_token = any(${[...tokens]}::text[])
      and status in ('ACTIVE', 'SUSPENDED')
    order by agreement_id for no key update`
}

export interface AgreementFilter {
  readonly status?: AgreementStatus | undefined
  readonly customerId?: string | undefined
  readonly paymentMethodId?: string | undefined
  readonly after?: Position | undefined
}

/** Lists a merchant's agreements, newest first, at most `limit`. */
export function listAgreements(
  sql: Sql,
  merchantId: string,
  { status, customerId, paymentMethodId, after }: AgreementFilter,
  limit: number,
): Promise<ListedAgreement[]> {
  return sql<ListedAgreement[]>`
    select ${sql.unsafe(AGREEMENT_COLUMNS)}, agreement_id as id from agreements
    where merchant_id = ${merchantId}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${customerId === undefined ? sql`` : sql`and customer_id = ${customerId}`}
      ${paymentMethodId === undefined ? sql`` : sql`and payment_method_token = ${paymentMethodId}`}
      ${after === undefined ? sql`` : sql`and (created_at, agreement_id) < (${after.createdAt}, ${after.id})`}
    order by created_at desc, agreement_id desc limit ${limit}`
}

/** Inserts an agreement that no payment makes. */
export async function insertAgreement(sql: Sql, agreement: Agreement): Promise<void> {
  await sql`
    insert into agreements (${sql.unsafe(NEW_AGREEMENT_COLUMNS)})
    select ${sql.unsafe(NEW_AGREEMENT_COLUMNS)}
    from json_populate_record(null::agreements, ${JSON.stringify(toAgreementRow(agreement))}::json)`
}

/** Writes the changeable part of an agreement that is locked. */
export async function updateAgreement(sql: Sql, agreement: Agreement): Promise<void> {
  await sql`
    update agreements set (${sql.unsafe(CHANGING_COLUMNS)}) = (
      select ${sql.unsafe(CHANGING_COLUMNS)}
      from json_populate_record(null::agreements, ${JSON.stringify(toAgreementRow(agreement))}::json)
    )
    where merchant_id = ${agreement.merchantId} and agreement_id = ${agreement.agreementId}`
}

const CHANGING_COLUMNS = `status, stop_reason, description, max_amount, customer_id, payment_method_token, masked,
  brand, hash, network_transaction_id, provider_account_id, last_transaction_id, authentication_status, accepted_at,
  updated_at, ended_at`

/** Columns of a new row; `toAgreementRow` fills each. */
export const NEW_AGREEMENT_COLUMNS = `merchant_id, agreement_id, purpose, currency, frequency_days, ends_on, origin,
  first_transaction_id, created_at, ${CHANGING_COLUMNS}`

/** An agreement as the JSON object that `json_populate_record` turns into a row; the amount to the last digit. */
export function toAgreementRow(agreement: Agreement) {
  return {
    merchant_id: agreement.merchantId,
    agreement_id: agreement.agreementId,
    status: agreement.status,
    stop_reason: agreement.stopReason,
    purpose: agreement.purpose,
    description: agreement.description,
    currency: agreement.currency,
    max_amount: agreement.maxAmount === null ? null : exactInteger(agreement.maxAmount),
    frequency_days: agreement.frequencyDays,
    ends_on: agreement.endsOn,
    customer_id: agreement.customerId,
    payment_method_token: agreement.paymentMethodToken,
    masked: agreement.masked,
    brand: agreement.brand,
    hash: agreement.hash,
    origin: agreement.origin,
    network_transaction_id: agreement.networkTransactionId,
    provider_account_id: agreement.providerAccountId,
    first_transaction_id: agreement.firstTransactionId,
    last_transaction_id: agreement.lastTransactionId,
    authentication_status: agreement.authenticationStatus,
    accepted_at: agreement.acceptedAt?.toISOString() ?? null,
    created_at: agreement.createdAt.toISOString(),
    updated_at: agreement.updatedAt.toISOString(),
    ended_at: agreement.endedAt?.toISOString() ?? null,
  }
}

import type { Agreement } from '#domain/agreement.ts'
import type { Position } from '#domain/page.ts'
import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { record } from '../shape/record.ts'
import { first } from '../shape/results.ts'
import { newest, where } from '../shape/where.ts'

export type ListedAgreement = Agreement & Position

export const AGREEMENT = record<Agreement>({ endsOn: 'ends_on::text' })(
  `merchantId, agreementId, status, stopReason, purpose, description, currency, maxAmount, frequencyDays, endsOn, customerId,
  paymentMethodToken, masked, brand, hash, origin, networkTransactionId, providerAccountId, firstTransactionId,
  lastTransactionId, authenticationStatus, acceptedAt, createdAt, updatedAt, endedAt`,
)

export function findAgreement(sql: Sql, merchantId: string, id: string): Promise<Agreement | undefined> {
  return first(sql<Agreement[]>`
    select ${AGREEMENT.select(sql)} from agreements where merchant_id = ${merchantId} and agreement_id = ${id}`)
}

export function lockAgreement(sql: Sql, merchantId: string, id: string): Promise<Agreement | undefined> {
  return first(sql<Agreement[]>`
    select ${AGREEMENT.select(sql)} from agreements where merchant_id = ${merchantId} and agreement_id = ${id}
    for no key update`)
}

/** Locks the agreements in use that charge one of these stored cards, in the order of their IDs. */
export function lockAgreementsOf(sql: Sql, merchantId: string, tokens: readonly string[]): Promise<Agreement[]> {
  return sql<Agreement[]>`
    select ${AGREEMENT.select(sql)} from agreements
    where merchant_id = ${merchantId} and payment_method_token = any(${tokens}::text[])
      and status in ('ACTIVE', 'SUSPENDED')
    order by agreement_id for no key update`
}

export type AgreementFilter = Optional<
  Pick<Agreement, 'status'> & { customerId: string; paymentMethodId: string; after: Position }
>

export function listAgreements(
  sql: Sql,
  merchantId: string,
  { status, customerId, paymentMethodId, after }: AgreementFilter,
  limit: number,
): Promise<ListedAgreement[]> {
  return sql<ListedAgreement[]>`
    select ${AGREEMENT.select(sql)}, agreement_id as id from agreements
    where ${where(sql, { merchantId, status, customerId, paymentMethodToken: paymentMethodId })}
      ${newest(sql, 'created_at, agreement_id', after, limit)}`
}

export async function insertAgreement(sql: Sql, agreement: Agreement): Promise<void> {
  await sql`
    insert into agreements (${sql.unsafe(AGREEMENT.columns)})
    select ${sql.unsafe(AGREEMENT.columns)}
    from json_populate_record(null::agreements, ${JSON.stringify(AGREEMENT.row(agreement))}::json)`
}

/** Requires a locked agreement. */
export async function updateAgreement(sql: Sql, agreement: Agreement): Promise<void> {
  await sql`
    update agreements set (${sql.unsafe(CHANGING_COLUMNS)}) = (
      select ${sql.unsafe(CHANGING_COLUMNS)}
      from json_populate_record(null::agreements, ${JSON.stringify(AGREEMENT.row(agreement))}::json)
    )
    where merchant_id = ${agreement.merchantId} and agreement_id = ${agreement.agreementId}`
}

const CHANGING_COLUMNS = `status, stop_reason, description, max_amount, customer_id, payment_method_token, masked,
  brand, hash, network_transaction_id, provider_account_id, last_transaction_id, authentication_status, accepted_at,
  updated_at, ended_at`

/** Locks agreements whose last day is over in their merchants' time, skipping locked rows. */
export function lockEndedAgreements(sql: Sql, limit: number): Promise<Agreement[]> {
  return sql<Agreement[]>`
    select ${AGREEMENT.select(sql, 'agreements')} from agreements
    join merchants on merchants.merchant_id = agreements.merchant_id
    left join lateral (
      select sum(seconds)::float8 as seconds from test_clock_advances clock where clock.merchant_id = agreements.merchant_id
    ) ahead on true
    where agreements.ends_on is not null and agreements.status in ('ACTIVE', 'SUSPENDED')
      and agreements.ends_on <= current_date + 1 + (
        select coalesce(max(seconds), 0)::int / 86400 + 1
        from (select sum(seconds) as seconds from test_clock_advances group by merchant_id) clocks
      )
      and agreements.ends_on
        < ((now() + make_interval(secs => coalesce(ahead.seconds, 0))) at time zone merchants.time_zone)::date
    limit ${limit} for no key update of agreements skip locked`
}

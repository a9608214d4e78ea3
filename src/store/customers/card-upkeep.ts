import type { IssuerUpdate } from '#domain/card-update.ts'
import type { Sql } from '../connection/database.ts'
import { clockAhead } from '../merchants/test-clock.ts'
import { first } from '../shape/results.ts'
import { type StoredPaymentMethod, storedColumns } from './payment-methods.ts'

/** Days before the end of its month that a card's merchant is warned (docs/reference/customers.md#upkeep). */
const WARNING_DAYS = 30

/** Locks a stored card until the SQL transaction ends, and reads it then: a key rotation may have moved it. */
export async function lockPaymentMethod(
  sql: Sql,
  merchantId: string,
  token: string,
): Promise<StoredPaymentMethod | undefined> {
  await sql`
    select from payment_methods where merchant_id = ${merchantId} and token = ${token} and state = 'ACTIVE'
    for no key update`
  return first(sql<StoredPaymentMethod[]>`
    select ${storedColumns(sql)} from payment_methods stored
    join data_keys key on key.merchant_id = stored.merchant_id and key.key_id = stored.data_key_id
    where stored.merchant_id = ${merchantId} and stored.token = ${token} and stored.state = 'ACTIVE'`)
}

export interface ChangedCard {
  readonly merchantId: string
  readonly token: string
  readonly sealedCard: Uint8Array
  /** First day of the month. */
  readonly expiresIn: string
  readonly issuerUpdate: IssuerUpdate | null
}

export async function updatePaymentMethod(sql: Sql, card: ChangedCard): Promise<void> {
  await sql`
    update payment_methods set sealed_card = ${card.sealedCard}, expires_in = ${card.expiresIn}::date,
      issuer_update = ${card.issuerUpdate}, warning_due_at = null, updated_at = now()
    where merchant_id = ${card.merchantId} and token = ${card.token}`
}

/** Schedules one expiry warning per month of a card, if an agreement charges it. */
export async function scheduleWarning(sql: Sql, merchantId: string, token: string): Promise<void> {
  // A month ends last twelve hours behind UTC.
  await sql`
    update payment_methods stored set warning_due_at =
      (expires_in + interval '1 month') at time zone 'UTC' + interval '12 hours' - make_interval(days => ${WARNING_DAYS})
      - ${clockAhead(sql, merchantId)}
    where merchant_id = ${merchantId} and token = ${token} and warned_of is distinct from expires_in
      and exists (
        select from agreements
        where agreements.merchant_id = stored.merchant_id and agreements.payment_method_token = stored.token
          and agreements.status in ('ACTIVE', 'SUSPENDED')
      )`
}

export interface ExpiringCard extends StoredPaymentMethod {
  readonly agreementIds: readonly string[]
}

const MOST_AGREEMENTS = 100

/** Claims cards whose warning is due, once per month of expiry, skipping locked rows. @returns at most `limit` */
export function claimExpiringCards(sql: Sql, limit: number): Promise<ExpiringCard[]> {
  return sql<ExpiringCard[]>`
    with due as (
      select merchant_id, token from payment_methods where warning_due_at <= now()
      order by warning_due_at limit ${limit} for no key update skip locked
    )
    update payment_methods stored set warning_due_at = null,
      warned_of = case when charging.ids = '{}' then stored.warned_of else stored.expires_in end
    from due, data_keys key, lateral (
      select array(
        select agreement_id from agreements
        where agreements.merchant_id = due.merchant_id and agreements.payment_method_token = due.token
          and agreements.status in ('ACTIVE', 'SUSPENDED')
        order by agreement_id limit ${MOST_AGREEMENTS}
      ) as ids
    ) charging
    where stored.merchant_id = due.merchant_id and stored.token = due.token
      and key.merchant_id = stored.merchant_id and key.key_id = stored.data_key_id
    returning ${storedColumns(sql)}, charging.ids as "agreementIds"`
}

export type CardPlace = Pick<StoredPaymentMethod, 'merchantId' | 'token'>

/** Locks cards of an earlier release, whose month of expiry is only in the encrypted card, in the order of their places. */
export function lockUndatedCards(sql: Sql, after: CardPlace, limit: number): Promise<StoredPaymentMethod[]> {
  return sql<StoredPaymentMethod[]>`
    select ${storedColumns(sql)} from payment_methods stored
    join data_keys key on key.merchant_id = stored.merchant_id and key.key_id = stored.data_key_id
    where stored.expires_in is null and (stored.merchant_id, stored.token) > (${after.merchantId}, ${after.token})
    order by stored.merchant_id, stored.token limit ${limit} for no key update of stored skip locked`
}

/** Writes the month of expiry of a card that is locked. @param expiresIn first day of the month */
export async function dateCard(sql: Sql, { merchantId, token }: CardPlace, expiresIn: string): Promise<void> {
  await sql`
    update payment_methods set expires_in = ${expiresIn}::date where merchant_id = ${merchantId} and token = ${token}`
}

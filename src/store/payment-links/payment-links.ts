import type { Position } from '#domain/page.ts'
import type { PaymentLink, PaymentLinkState, PaymentLinkStatus } from '#domain/payment-link.ts'
import type { ReferenceHolder } from '#domain/reference.ts'
import type { Sql } from '../connection/database.ts'
import { clockAhead } from '../merchants/test-clock.ts'
import { columnsOf } from '../shape/columns.ts'
import type { Optional } from '../shape/optional.ts'
import { contains } from '../shape/searchable.ts'
import { newest, where } from '../shape/where.ts'
import { findReferenceHolder } from '../transactions/intents.ts'
import {
  linkStateColumns,
  linkStateOf,
  NEW_LINK_COLUMNS,
  type PaymentLinkRow,
  toLinkRowJson,
} from './payment-link-row.ts'

export type NewLinkAnswer =
  | { readonly kind: 'created' }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'reference-taken'; readonly holder: ReferenceHolder }

/** Requires an unchanged configuration and a free reference. The link's time runs on the database's clock. */
export async function insertPaymentLink(sql: Sql, version: bigint, link: PaymentLink): Promise<NewLinkAnswer> {
  const { merchantId, paymentLinkId, terminalId, reference } = link
  const [row] = await sql<[{ current: boolean; created: boolean }]>`
    with decided as (
      select 1 from merchants where merchant_id = ${merchantId} and config_version = ${version}
    ), claimed as (
      insert into order_references (merchant_id, terminal_id, reference, kind, holder_id)
      select ${merchantId}, ${terminalId}, ${reference}, 'payment_link', ${paymentLinkId} from decided
      on conflict do nothing
      returning 1
    ), created as (
      insert into payment_links (${sql.unsafe(NEW_LINK_COLUMNS)})
      select ${sql.unsafe(columnsOf('filled', NEW_LINK_COLUMNS))} from claimed, json_populate_record(
        jsonb_populate_record(null::payment_links, jsonb_build_object(
          'running', 0, 'payments', 0, 'collected_amount', 0, 'next_number', 1, 'updated_at', now(),
          'ends_at', ${endOf(sql, link)}, 'end_due_at', ${endOf(sql, link)})),
        ${toLinkRowJson(link)}::json
      ) as filled
      returning 1
    )
    select exists (select from decided) as current, exists (select from created) as created`
  if (row.created) return { kind: 'created' }
  if (!row.current) return { kind: 'outdated' }
  const holder = await findReferenceHolder(sql, merchantId, terminalId, reference)
  // An INVALID end released the reference between the two statements.
  return holder ? { kind: 'reference-taken', holder } : insertPaymentLink(sql, version, link)
}

/** Expiry time by the clock of the database, which does not know the merchant's test clock. */
export function endOf(sql: Sql, { merchantId, expiresAt }: Pick<PaymentLink, 'merchantId' | 'expiresAt'>) {
  return sql`(${expiresAt}::timestamptz - ${clockAhead(sql, merchantId)})`
}

/** Finds a link. Without a merchant: of any, because browsers know only the ID. */
export async function findPaymentLink(
  sql: Sql,
  merchantId: string | undefined,
  paymentLinkId: string,
): Promise<PaymentLinkState | undefined> {
  const [row] = await sql<PaymentLinkRow[]>`
    select ${linkStateColumns(sql)} from payment_links where ${where(sql, { paymentLinkId, merchantId })}`
  return row && linkStateOf(row)
}

/** Locks and reads a link: no payment of it begins or ends meanwhile. Requires a SQL transaction. */
export async function lockPaymentLink(
  sql: Sql,
  merchantId: string,
  paymentLinkId: string,
): Promise<PaymentLinkState | undefined> {
  await sql`
    select from payment_links where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId} for no key update`
  return findPaymentLink(sql, merchantId, paymentLinkId)
}

export type PaymentLinkFilter = Optional<
  Pick<PaymentLink, 'reference' | 'terminalId'> & {
    status: PaymentLinkStatus
    /** An ID, else part of a reference or description, in any spelling. */
    q: string
    after: Position
  }
>

/** SQL of the texts that `q` is searched in. */
const TEXTS = `(reference || E'\\n' || description)`

export async function listPaymentLinks(
  sql: Sql,
  merchantId: string,
  filter: PaymentLinkFilter,
  limit: number,
): Promise<PaymentLinkState[]> {
  const { reference, terminalId, status, q, after } = filter
  const isFound = q !== undefined && sql`(payment_link_id = ${q} or ${contains(sql, TEXTS, q)})`
  const special = [status && sql`${statusOf(sql)} = ${status}`, isFound]
  const rows = await sql<PaymentLinkRow[]>`
    select ${linkStateColumns(sql)} from payment_links
    where ${where(sql, { merchantId, reference, terminalId }, ...special)}
      ${newest(sql, 'created_at, payment_link_id', after, limit)}`
  return rows.map(linkStateOf)
}

function statusOf(sql: Sql) {
  return sql`case
    when payments >= max_payments then 'COMPLETED'
    when ends_at <= now() then 'EXPIRED'
    when disabled_at is not null then 'DISABLED'
    else 'ACTIVE' end`
}

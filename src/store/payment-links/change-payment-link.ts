import type { PaymentLink } from '#domain/payment-link.ts'
import type { Sql } from '../connection/database.ts'
import type { Optional } from '../shape/optional.ts'
import { changes } from '../shape/where.ts'
import { endOf } from './payment-links.ts'

export type PaymentLinkChange = Optional<
  { isDisabled: boolean } & Pick<PaymentLink, 'expiresAt' | 'maxPayments' | 'message' | 'description'>
>

export async function updatePaymentLink(
  sql: Sql,
  { merchantId, paymentLinkId }: Pick<PaymentLink, 'merchantId' | 'paymentLinkId'>,
  change: PaymentLinkChange,
): Promise<void> {
  const { isDisabled, expiresAt, maxPayments, message, description } = change
  const end = expiresAt === undefined ? undefined : endOf(sql, { merchantId, expiresAt })
  const disabledAt = isDisabled ? sql`coalesce(disabled_at, now())` : null
  await sql`
    update payment_links set
      ${changes(sql, {
        disabledAt: isDisabled === undefined ? undefined : disabledAt,
        expiresAt,
        endsAt: end,
        endDueAt: end ?? dueAgain(sql, maxPayments),
        maxPayments,
        completedAt: maxPayments === undefined ? undefined : completedAt(sql, maxPayments),
        message,
        description,
      })}
      updated_at = now()
    where merchant_id = ${merchantId} and payment_link_id = ${paymentLinkId}`
}

/** A link that accepts more payments again is no longer complete. */
function completedAt(sql: Sql, maxPayments: number | null) {
  return sql`case when payments >= ${maxPayments}::integer then coalesce(completed_at, now()) end`
}

/** The end of a complete link becomes due once the link accepts more payments. */
function dueAgain(sql: Sql, maxPayments: number | null | undefined) {
  if (maxPayments === undefined) return undefined
  const isOpen = sql`(payments >= ${maxPayments}::integer) is not true`
  return sql`case when end_due_at = 'infinity' and ${isOpen} then ends_at else end_due_at end`
}

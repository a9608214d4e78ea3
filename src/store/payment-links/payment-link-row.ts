import type { PaymentLink, PaymentLinkState } from '#domain/payment-link.ts'
import { type OrderRow, readOrder, toStoredAgreement } from '../agreements/requested-agreement.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'

type State = Omit<PaymentLinkState, 'link'>

export type PaymentLinkRow = OrderRow<PaymentLink> & State

const LINK = record<PaymentLink>()(
  `merchantId, paymentLinkId, terminalId, reference, description, currency, transactionType, amount, amountMin, amountMax,
  maxPayments, customer, country, metadata, paymentMethods, saveCard, agreement, returnUrl, locale, message, expiresAt,
  createdAt`,
)

const STATE = record<State>({
  isDisabled: 'disabled_at is not null',
  isExpired: 'coalesce(ends_at <= now(), false)',
  lastTransactionId: `coalesce(last_transaction_id, (
    select id from transactions payment
    where payment.merchant_id = payment_links.merchant_id and payment.payment_link_id = payment_links.payment_link_id
    order by created_at desc, id desc limit 1
  ))`,
  sessionIds: `array(
    select session_id from sessions
    where sessions.merchant_id = payment_links.merchant_id and sessions.payment_link_id = payment_links.payment_link_id
    order by created_at desc, session_id desc limit 100
  )`,
})(
  `isDisabled, isExpired, running, payments, collectedAmount, lastTransactionId, sessionIds, openedAt, completedAt,
  updatedAt`,
)

export const NEW_LINK_COLUMNS = `${LINK.columns}, ends_at, end_due_at, running, payments, collected_amount, next_number, updated_at`

export function linkStateColumns(sql: Sql) {
  return sql`${LINK.select(sql)}, ${STATE.select(sql)}`
}

export function toLinkRowJson(link: PaymentLink): string {
  return JSON.stringify(LINK.row({ ...link, agreement: toStoredAgreement(link.agreement) }))
}

export function linkStateOf(row: PaymentLinkRow): PaymentLinkState {
  return { link: { ...LINK.pick(row), ...readOrder(row) }, ...STATE.pick(row) }
}

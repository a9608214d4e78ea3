import type { KeptCustomer } from '#domain/customer.ts'
import { exactInteger, parseExactly } from '#domain/exact-json.ts'
import type { KeptJson, KeptText } from '#domain/kept-text.ts'
import type { PaymentLink, PaymentLinkState } from '#domain/payment-link.ts'
import type { SaveCard } from '#domain/session.ts'
import { requestedAgreementOf, type StoredAgreement, toStoredAgreement } from '../agreements/requested-agreement.ts'

/** A row of `payment_links`, with its status by the database's clock, and its sessions. */
export interface PaymentLinkRow {
  merchant_id: string
  payment_link_id: string
  terminal_id: string
  reference: string
  description: KeptText
  currency: string
  transaction_type: 'AUTHORIZE' | 'PURCHASE'
  amount: bigint | null
  amount_min: bigint | null
  amount_max: bigint | null
  max_payments: number | null
  customer: KeptCustomer
  country: string | null
  metadata: string | null
  payment_methods: string[] | null
  save_card: SaveCard
  agreement: StoredAgreement | null
  return_url: string | null
  locale: string | null
  message: KeptText | null
  expires_at: Date | null
  running: number
  payments: number
  collected_amount: bigint
  opened_at: Date | null
  completed_at: Date | null
  created_at: Date
  updated_at: Date
  is_disabled: boolean
  is_expired: boolean
  latest_transaction_id: string | null
  session_ids: string[]
}

const LINK_COLUMNS = `merchant_id, payment_link_id, terminal_id, reference, description, currency, transaction_type, amount,
  amount_min, amount_max, max_payments, customer, country, metadata, payment_methods, save_card, agreement, return_url, locale,
  message, expires_at, created_at`

export const NEW_LINK_COLUMNS = `${LINK_COLUMNS}, ends_at, end_due_at, running, payments, collected_amount, next_number, updated_at`

export const LINK_STATE_COLUMNS = `${LINK_COLUMNS}, running, payments, collected_amount, opened_at, completed_at, updated_at,
  disabled_at is not null as is_disabled, coalesce(ends_at <= now(), false) as is_expired,
  coalesce(last_transaction_id, (
    select id from transactions payment
    where payment.merchant_id = payment_links.merchant_id and payment.payment_link_id = payment_links.payment_link_id
    order by created_at desc, id desc limit 1
  )) as latest_transaction_id,
  array(
    select session_id from sessions
    where sessions.merchant_id = payment_links.merchant_id and sessions.payment_link_id = payment_links.payment_link_id
    order by created_at desc, session_id desc limit 100
  ) as session_ids`

export function toLinkRowJson(link: PaymentLink): string {
  const exact = (amount: bigint | null) => (amount === null ? null : exactInteger(amount))
  return JSON.stringify({
    merchant_id: link.merchantId,
    payment_link_id: link.paymentLinkId,
    terminal_id: link.terminalId,
    reference: link.reference,
    description: link.description,
    currency: link.currency,
    transaction_type: link.transactionType,
    amount: exact(link.amount),
    amount_min: exact(link.amountMin),
    amount_max: exact(link.amountMax),
    max_payments: link.maxPayments,
    customer: link.customer,
    country: link.country,
    metadata: link.metadata,
    payment_methods: link.paymentMethods,
    save_card: link.saveCard,
    agreement: toStoredAgreement(link.agreement),
    return_url: link.returnUrl,
    locale: link.locale,
    message: link.message,
    expires_at: link.expiresAt,
    created_at: link.createdAt,
  })
}

export function linkStateOf(row: PaymentLinkRow): PaymentLinkState {
  return {
    link: linkOf(row),
    isDisabled: row.is_disabled,
    isExpired: row.is_expired,
    running: row.running,
    payments: row.payments,
    collectedAmount: row.collected_amount,
    lastTransactionId: row.latest_transaction_id,
    sessionIds: row.session_ids,
    openedAt: row.opened_at,
    completedAt: row.completed_at,
    updatedAt: row.updated_at,
  }
}

function linkOf(row: PaymentLinkRow): PaymentLink {
  return {
    merchantId: row.merchant_id,
    paymentLinkId: row.payment_link_id,
    terminalId: row.terminal_id,
    reference: row.reference,
    description: row.description,
    currency: row.currency,
    transactionType: row.transaction_type,
    amount: row.amount,
    amountMin: row.amount_min,
    amountMax: row.amount_max,
    maxPayments: row.max_payments,
    expiresAt: row.expires_at,
    customer: row.customer,
    country: row.country,
    metadata: row.metadata === null ? null : (parseExactly(row.metadata) as KeptJson),
    paymentMethods: row.payment_methods,
    saveCard: row.save_card,
    agreement: requestedAgreementOf(row.agreement),
    returnUrl: row.return_url,
    locale: row.locale,
    message: row.message,
    createdAt: row.created_at,
  }
}

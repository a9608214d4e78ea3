import type { KeptCustomer } from '#domain/customer.ts'
import { exactInteger, parseExactly } from '#domain/exact-json.ts'
import type { KeptJson, KeptText } from '#domain/kept-text.ts'
import type { SaveCard, Session } from '#domain/session.ts'
import type { ThreeDsWishes } from '#domain/three-ds-wishes.ts'
import { requestedAgreementOf, type StoredAgreement, toStoredAgreement } from '../agreements/requested-agreement.ts'

/** A row of `sessions`, with what the database's clock says of it. */
export interface SessionRow {
  merchant_id: string
  session_id: string
  terminal_id: string
  reference: string
  description: KeptText
  currency: string
  amount: bigint
  transaction_type: 'AUTHORIZE' | 'PURCHASE'
  return_url: string
  customer: KeptCustomer
  country: string | null
  metadata: string | null
  capture_by: Date | null
  agreement: StoredAgreement | null
  three_ds: ThreeDsWishes | null
  payment_method_ids: string[]
  save_card: SaveCard
  payment_link_id: string | null
  payment_methods: string[] | null
  tries: number
  expires_at: Date
  created_at: Date
  is_canceled: boolean
  is_expired: boolean
}

export const SESSION_COLUMNS = `merchant_id, session_id, terminal_id, reference, description, currency, amount,
  transaction_type, return_url, customer, country, metadata, capture_by, agreement, three_ds, payment_method_ids,
  save_card, payment_link_id, payment_methods, tries, expires_at, created_at`

export const NEW_SESSION_COLUMNS = `${SESSION_COLUMNS}, submits, end_due_at`

export function toSessionRowJson(session: Omit<Session, 'expiresAt'>): string {
  return JSON.stringify({
    merchant_id: session.merchantId,
    session_id: session.sessionId,
    terminal_id: session.terminalId,
    reference: session.reference,
    description: session.description,
    currency: session.currency,
    amount: exactInteger(session.amount),
    transaction_type: session.transactionType,
    return_url: session.returnUrl,
    customer: session.customer,
    country: session.country,
    metadata: session.metadata,
    capture_by: session.captureBy,
    agreement: toStoredAgreement(session.agreement),
    three_ds: session.threeDs,
    payment_method_ids: session.paymentMethodIds,
    save_card: session.saveCard,
    payment_link_id: session.paymentLinkId,
    payment_methods: session.paymentMethods,
    created_at: session.createdAt,
  })
}

export function sessionOf(row: SessionRow): Session {
  return {
    merchantId: row.merchant_id,
    sessionId: row.session_id,
    terminalId: row.terminal_id,
    reference: row.reference,
    description: row.description,
    currency: row.currency,
    amount: row.amount,
    transactionType: row.transaction_type,
    returnUrl: row.return_url,
    customer: row.customer,
    country: row.country,
    metadata: row.metadata === null ? null : (parseExactly(row.metadata) as KeptJson),
    captureBy: row.capture_by,
    agreement: requestedAgreementOf(row.agreement),
    threeDs: row.three_ds,
    paymentMethodIds: row.payment_method_ids,
    saveCard: row.save_card,
    paymentLinkId: row.payment_link_id,
    paymentMethods: row.payment_methods,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  }
}

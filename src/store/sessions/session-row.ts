import type { Session } from '#domain/session.ts'
import { type OrderRow, readOrder, toStoredAgreement } from '../agreements/requested-agreement.ts'
import type { Sql } from '../connection/database.ts'
import { record } from '../shape/record.ts'

type NewSession = Omit<Session, 'expiresAt'>

export interface SessionRow extends OrderRow<Session> {
  readonly tries: number
  readonly submits: number
  readonly isCanceled: boolean
  readonly isExpired: boolean
}

const SESSION = record<NewSession>()(
  `merchantId, sessionId, terminalId, reference, description, currency, amount, transactionType, returnUrl, customer, country,
  metadata, captureBy, agreement, threeDs, paymentMethodIds, saveCard, locale, paymentLinkId, paymentMethods,
  createdAt`,
)

export const NEW_SESSION_COLUMNS = `${SESSION.columns}, tries, expires_at, submits, end_due_at`

export function sessionColumns(sql: Sql) {
  return sql`${SESSION.select(sql)}, tries, submits, expires_at as "expiresAt", canceled_at is not null as "isCanceled",
    expires_at <= now() as "isExpired"`
}

export function toSessionRowJson(session: NewSession): string {
  return JSON.stringify(SESSION.row({ ...session, agreement: toStoredAgreement(session.agreement) }))
}

export function sessionOf(row: SessionRow): Session {
  return { ...SESSION.pick(row), ...readOrder(row), expiresAt: row.expiresAt }
}

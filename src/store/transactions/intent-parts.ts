import { isAgreementCharge } from '#domain/agreement.ts'
import { exactInteger } from '#domain/exact-json.ts'
import { AGREEMENT } from '../agreements/agreements.ts'
import type { Sql } from '../connection/database.ts'
import type { Row, Statement } from '../connection/sql.ts'
import { columnsOf } from '../shape/columns.ts'
import type { Intent } from './intent.ts'
import { STORED_CARD, storedWith, WALLET_MESSAGE } from './intent-rows.ts'

interface Part {
  readonly isNeeded: (intent: Intent) => boolean
  readonly part: (sql: Sql, intents: readonly Intent[]) => Statement<Row[]>
}

export const isCharge = ({ transaction }: Intent) => isAgreementCharge(transaction)
export const isOfSession = ({ transaction }: Intent) => transaction.sessionId !== null
export const isOfLink = ({ transaction }: Intent) => transaction.paymentLinkId !== null

/** Come before a payment is admitted. */
export const CONDITIONS: readonly Part[] = [{ isNeeded: isCharge, part: charged }]

/** Admit payments of sessions: a session is locked before its link, and the link before its payments. */
export const OPENINGS: readonly Part[] = [
  { isNeeded: isOfSession, part: opened },
  { isNeeded: isOfLink, part: placed },
]

/** Are stored with a recorded payment. Reads `recorded` (id). */
export const ADDITIONS: readonly Part[] = [
  { isNeeded: ({ storedCard }) => storedCard !== null, part: storedCards },
  { isNeeded: ({ newAgreement }) => Boolean(newAgreement), part: newAgreements },
  { isNeeded: ({ walletMessage }) => walletMessage !== null, part: spentMessages },
]

/** Leaves out parts that no intent needs: a migration that locks their tables must not delay every payment. */
export function neededParts(sql: Sql, parts: readonly Part[], intents: readonly Intent[]): Statement<Row[]> {
  const needed = parts.filter(({ isNeeded }) => intents.some(isNeeded)).map(({ part }) => part(sql, intents))
  return needed.length > 0 ? sql`${needed}` : sql``
}

/** A charge begins only while its agreement allows it. The row is locked, so that no change comes between. */
function charged(sql: Sql, intents: readonly Intent[]) {
  const charges = intents.filter(isCharge).map(({ transaction }) => ({
    id: transaction.id,
    merchant_id: transaction.merchantId,
    agreement_id: transaction.agreementId,
    amount: exactInteger(transaction.amount),
    token: transaction.paymentMethod.token,
  }))
  return sql`charged as (
    select charge.id
    from json_to_recordset(${JSON.stringify(charges)}::json)
      as charge (id text, merchant_id text, agreement_id text, amount bigint, token text)
    join agreements on agreements.merchant_id = charge.merchant_id and agreements.agreement_id = charge.agreement_id
      and agreements.status = 'ACTIVE' and coalesce(agreements.max_amount >= charge.amount, true)
      and agreements.payment_method_token = charge.token
    order by agreements.merchant_id, agreements.agreement_id
    for share of agreements
  ),`
}

function opened(sql: Sql) {
  return sql`opened as (
    update sessions set tries = tries + 1 from wanted
    where sessions.merchant_id = wanted.merchant_id and sessions.session_id = wanted.session_id
      and sessions.canceled_at is null and sessions.expires_at > now()
    returning wanted.id
  ),`
}

/** Reserves one of the payments that a link accepts. */
function placed(sql: Sql) {
  return sql`placed as (
    update payment_links set running = running + 1, updated_at = now()
    from opened join wanted on wanted.id = opened.id
    where payment_links.merchant_id = wanted.merchant_id and payment_links.payment_link_id = wanted.payment_link_id
      and payment_links.disabled_at is null
      and (payment_links.max_payments is null or payment_links.payments + payment_links.running < payment_links.max_payments)
    returning wanted.id
  ),`
}

function storedCards(sql: Sql, intents: readonly Intent[]) {
  const rows = intents.flatMap(({ transaction, storedCard: card }) =>
    card ? STORED_CARD.row({ ...card, ...storedWith(transaction), state: 'PENDING' }) : [],
  )
  return sql`, stored as (
    insert into payment_methods (${sql.unsafe(STORED_CARD.columns)})
    select ${sql.unsafe(columnsOf('card', STORED_CARD.columns))}
    from json_populate_recordset(null::payment_methods, ${JSON.stringify(rows)}::json) as card
    join recorded on recorded.id = card.transaction_id
  )`
}

function newAgreements(sql: Sql, intents: readonly Intent[]) {
  const rows = intents.flatMap(({ newAgreement }) => (newAgreement ? [AGREEMENT.row(newAgreement)] : []))
  return sql`, agreed as (
    insert into agreements (${sql.unsafe(AGREEMENT.columns)})
    select ${sql.unsafe(columnsOf('agreement', AGREEMENT.columns))}
    from json_populate_recordset(null::agreements, ${JSON.stringify(rows)}::json) as agreement
    join recorded on recorded.id = agreement.first_transaction_id
  )`
}

function spentMessages(sql: Sql, intents: readonly Intent[]) {
  const rows = intents.flatMap(({ transaction, walletMessage: message }) =>
    message ? WALLET_MESSAGE.row({ ...message, ...storedWith(transaction) }) : [],
  )
  return sql`, spent as (
    insert into wallet_messages (${sql.unsafe(WALLET_MESSAGE.columns)})
    select ${sql.unsafe(columnsOf('message', WALLET_MESSAGE.columns))}
    from json_populate_recordset(null::wallet_messages, ${JSON.stringify(rows)}::json) as message
    join recorded on recorded.id = message.transaction_id
    order by message.message_id, message.merchant_id
  )`
}

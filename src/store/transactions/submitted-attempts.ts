import type { Money } from '#domain/money.ts'
import { methodName } from '#domain/payment-methods.ts'
import type { PaymentMethodView } from '#domain/transaction.ts'
import type { FollowUpType, OriginalType } from '#domain/transaction-type.ts'
import type { Sql } from '../connection/database.ts'
import type { VerifiedNotice } from './provider-notices.ts'

export interface SubmittedAttempt {
  readonly attemptId: string
  readonly transactionId: string
  readonly merchantId: string
  readonly reference: string
  readonly operation: OriginalType | FollowUpType
  readonly money: Money
  readonly paymentMethod: string
  readonly finalCapture: boolean
  readonly providerReference: string | null
  readonly parent: ApprovedAttempt | null
  /** What verified notices said of it, the first to arrive first. */
  readonly notices: readonly VerifiedNotice['fields'][]
}

export interface ApprovedAttempt {
  readonly attemptId: string
  readonly operation: OriginalType
  readonly money: Money
  readonly paymentMethod: string
  readonly providerReference: string | null
}

interface Row {
  attempt_id: string
  transaction_id: string
  merchant_id: string
  reference: string
  operation: OriginalType | FollowUpType
  amount: bigint
  currency: string
  payment_method: PaymentMethodView
  final_capture: boolean
  provider_reference: string | null
  parent_attempt_id: string | null
  parent_operation: OriginalType
  parent_amount: bigint
  parent_reference: string | null
  notices: readonly VerifiedNotice['fields'][]
}

/** One attempt of a merchant's, which must exist. */
export async function findSubmittedAttempt(sql: Sql, merchantId: string, attemptId: string): Promise<SubmittedAttempt> {
  const [row] = await sql<[Row]>`
    select attempt.attempt_id, own.id as transaction_id, own.merchant_id, own.reference,
      case own.transaction_type when 'AUTHORIZATION_EXPIRY' then 'VOID' else own.transaction_type end as operation, own.amount, own.currency, own.payment_method, own.final_capture, attempt.provider_reference, approved.attempt_id as parent_attempt_id,
      parent.transaction_type as parent_operation, parent.amount as parent_amount,
      approved.provider_reference as parent_reference,
      coalesce((
        select jsonb_agg(fields order by number) from provider_notices notice
        where notice.merchant_id = attempt.merchant_id and notice.attempt_id = attempt.attempt_id
      ), '[]') as notices
    from attempts attempt
    join transactions own on own.merchant_id = attempt.merchant_id and own.id = attempt.transaction_id
    left join transactions parent on parent.merchant_id = own.merchant_id and parent.id = own.parent_id
    left join lateral (
      select attempt_id, provider_reference from attempts
      where merchant_id = parent.merchant_id and transaction_id = parent.id
      order by number desc limit 1
    ) approved on true
    where attempt.merchant_id = ${merchantId} and attempt.attempt_id = ${attemptId}`
  return fromRow(row)
}

function fromRow(row: Row): SubmittedAttempt {
  const paymentMethod = methodName(row.payment_method)
  return {
    attemptId: row.attempt_id,
    transactionId: row.transaction_id,
    merchantId: row.merchant_id,
    reference: row.reference,
    operation: row.operation,
    money: { amount: row.amount, currency: row.currency },
    paymentMethod,
    finalCapture: row.final_capture,
    providerReference: row.provider_reference,
    parent:
      row.parent_attempt_id === null
        ? null
        : {
            attemptId: row.parent_attempt_id,
            operation: row.parent_operation,
            money: { amount: row.parent_amount, currency: row.currency },
            paymentMethod,
            providerReference: row.parent_reference,
          },
    notices: row.notices,
  }
}

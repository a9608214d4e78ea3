import type { Money } from '#domain/money.ts'
import { methodName } from '#domain/payment-methods.ts'
import type { PaymentMethodView } from '#domain/transaction.ts'
import type { OriginalType } from '#domain/transaction-type.ts'
import type { AskedAttempt } from '#providers/port/provider.ts'
import type { Sql } from '../connection/database.ts'

interface Row extends Omit<AskedAttempt, 'money' | 'paymentMethod' | 'parent'>, Money {
  readonly paymentMethod: PaymentMethodView
  readonly parentAttemptId: string | null
  readonly parentOperation: OriginalType
  readonly parentAmount: bigint
  readonly parentReference: string | null
}

export async function findSubmittedAttempt(sql: Sql, merchantId: string, attemptId: string): Promise<AskedAttempt> {
  const [row] = await sql<[Row]>`
    select attempt.attempt_id as "attemptId", own.id as "transactionId", own.merchant_id as "merchantId", own.reference,
      case own.transaction_type when 'AUTHORIZATION_EXPIRY' then 'VOID' else own.transaction_type end as operation,
      own.amount, own.currency, own.payment_method as "paymentMethod", own.final_capture as "finalCapture",
      attempt.provider_reference as "providerReference", approved.attempt_id as "parentAttemptId",
      parent.transaction_type as "parentOperation", parent.amount as "parentAmount",
      approved.provider_reference as "parentReference",
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

function fromRow(row: Row): AskedAttempt {
  const { amount, currency, parentAttemptId, parentOperation, parentAmount, parentReference, ...attempt } = row
  const paymentMethod = methodName(row.paymentMethod)
  const parent = parentAttemptId !== null && {
    attemptId: parentAttemptId,
    operation: parentOperation,
    money: { amount: parentAmount, currency },
    paymentMethod,
    providerReference: parentReference,
  }
  return { ...attempt, money: { amount, currency }, paymentMethod, parent: parent || null }
}

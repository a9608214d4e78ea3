import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'

/** Locks the agreement if it allows the charge. Call before locking the payment, as ends of payments do. */
export function chargedAgreement(
  sql: Sql,
  {
    merchantId,
    agreementId,
    amount,
    paymentMethod,
  }: Pick<Transaction, 'merchantId' | 'agreementId' | 'amount' | 'paymentMethod'>,
) {
  return sql`
    select from agreements
    where agreements.merchant_id = ${merchantId} and agreements.agreement_id = ${agreementId}
      and agreements.status = 'ACTIVE' and coalesce(agreements.max_amount >= ${amount}::bigint, true)
      and agreements.payment_method_token = ${paymentMethod.token}
    for share`
}

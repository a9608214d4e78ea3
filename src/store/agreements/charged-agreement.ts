import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'

/**
 * Finds and locks the agreement if it allows the charge. Use it before locking the payment: the end of a payment locks
 * its agreement first.
 */
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

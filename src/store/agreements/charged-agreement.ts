import type { Transaction } from '#domain/transaction.ts'
import type { Sql } from '../connection/database.ts'

/**
 * Query of the agreement of a charge, if the agreement allows the charge; it locks the row, so that no change comes between.
 * Its statement must lock nothing of the payment before it, because the end of a payment locks its agreement first.
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

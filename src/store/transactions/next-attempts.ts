import { isAgreementCharge } from '#domain/agreement.ts'
import type { KeptOutcome, Transaction } from '#domain/transaction.ts'
import { chargedAgreement } from '../agreements/charged-agreement.ts'
import type { Sql } from '../connection/database.ts'
import { isOne } from '../shape/results.ts'
import type { NewAttempt } from './intent.ts'

/**
 * Ends an attempt and records the next in one commit, before its provider is called; the shopper authenticates again.
 * @param transaction with the next account and the attempts so far
 * @param dueInSeconds until the worker checks it, if this process dies
 * @returns false if the transaction moved or that attempt ended meanwhile, or the agreement no longer allows the charge
 */
export function startNextAttempt(
  sql: Sql,
  transaction: Transaction,
  ended: { readonly attemptId: string; readonly outcome: KeptOutcome },
  next: NewAttempt,
  dueInSeconds: number,
): Promise<boolean> {
  const { merchantId, id, data, paymentMethod, processingResult, updatedAt } = transaction
  const { code, responseMessage } = ended.outcome
  const isCharge = isAgreementCharge(transaction)
  return isOne(sql`
    with ${isCharge ? sql`charged as (${chargedAgreement(sql, transaction)}),` : sql``} answered as (
      update attempts set state = 'ANSWERED', processing_code = ${code}, response_message = ${responseMessage},
        updated_at = ${updatedAt}
      where merchant_id = ${merchantId} and attempt_id = ${ended.attemptId} and state = 'ASKING'
        and exists (
          select from ${isCharge ? sql`charged,` : sql``} transactions
          where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING' and awaiting = 'provider-answer'
          for update of transactions
        )
      returning 1
    ), moved as (
      update transactions set data = ${data && sql.json(data)}, latest_attempt_id = ${next.attemptId},
        payment_method = ${sql.json(paymentMethod)},
        processing_result = ${sql.json(processingResult)}, updated_at = ${updatedAt},
        authentication_status = null, authentication_level = null,
        due_at = now() + make_interval(secs => ${dueInSeconds})
      where merchant_id = ${merchantId} and id = ${id} and status = 'PENDING' and awaiting = 'provider-answer'
        and exists (select from answered)
      returning 1
    ), begun as (
      insert into attempts (merchant_id, attempt_id, transaction_id, number, provider, provider_account_id, state,
        created_at, updated_at)
      select ${merchantId}, ${next.attemptId}, ${id}, ${next.number}, ${next.provider}, ${next.providerAccountId},
        'ASKING', ${updatedAt}, ${updatedAt}
      from moved
    )
    select 1 from moved`)
}

import type { Refusal } from '#domain/eligibility.ts'
import { idFrom, newId } from '#domain/ids.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findNamedFollowUp } from '#store/transactions/follow-ups.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { currentAnswer } from '../payment/outcome/current-answer.ts'
import { refuse } from './find-parent.ts'
import type { FollowUpRequest } from './request.ts'

/** Lifetime of an idempotency key (docs/reference/requests.md#idempotency-key). */
const SAME_REQUEST_MS = 24 * 3600 * 1000

/**
 * Finds the result of an earlier run. A follow-up has no unique reference. Under an `Idempotency-Key` its ID derives
 * from key and body, so a repetition after a crash finds the first transaction.
 * @returns the ID to record it under; and the transaction of the first run, once it is over
 */
export async function findPreviousRun(
  gateway: Gateway,
  { merchantId, repeatable }: FollowUpRequest,
): Promise<{ readonly id: string; readonly done: Transaction | undefined }> {
  const unused = { id: newId('trx'), done: undefined }
  if (!repeatable) return unused
  const request = JSON.stringify(['follow-up', repeatable.key, Buffer.from(repeatable.body).toString('base64')])
  const id = idFrom('trx', gateway.vault.digestOf(merchantId, request), merchantId)
  const recorded = await findTransaction(gateway.sql, merchantId, id)
  if (!recorded) return { id, done: undefined }
  const age = gateway.clock.now().getTime() - recorded.createdAt.getTime()
  return age > SAME_REQUEST_MS ? unused : { id, done: (await currentAnswer(gateway, merchantId, id)).transaction }
}

/** Follow-up with this `follow_up_reference`, or why it differs (docs/reference/references.md#follow-ups). */
export async function findNamesake(
  gateway: Gateway,
  { merchantId, followUpReference, type, amount }: FollowUpRequest,
  parentId: string,
): Promise<{ readonly done: Transaction } | { readonly refusal: Refusal } | undefined> {
  if (followUpReference === null) return undefined
  const first = await findNamedFollowUp(gateway.sql, merchantId, parentId, followUpReference)
  if (!first) return undefined
  if (first.transactionType !== type || first.amount !== amount) {
    return { refusal: refuse('follow_up_reference', `It names the ${first.transactionType} ${first.id}; use another.`) }
  }
  return { done: (await currentAnswer(gateway, merchantId, first.id)).transaction }
}

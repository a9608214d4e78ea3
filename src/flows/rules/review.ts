import type { Actor } from '#domain/actor.ts'
import { keptText } from '#domain/kept-text.ts'
import type { ListKind } from '#domain/list-entry.ts'
import { type Page, type Position, toPage } from '#domain/page.ts'
import { invalid, notFound } from '#domain/problem.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Review } from '#domain/transaction-data.ts'
import { lockConfiguration } from '#store/merchants/configuration-lock.ts'
import { decideReview, listOpenReviews } from '#store/rules/reviews.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import { withAuditEntry } from '../change.ts'
import type { Gateway } from '../gateway.ts'
import { valuesOf } from '../payment/authorize/list-values.ts'
import { addIn } from './lists.ts'

export interface ReviewDecision {
  readonly outcome: Exclude<Review, 'OPEN'>
  /** With `FRAUD`: values of the payment that are added to the block list, in the same commit. */
  readonly block: readonly ListKind[]
}

/**
 * Decides about a payment that a risk rule marked; its status stays as it is (docs/reference/reviews.md#decide).
 * @throws RequestError `not-found`; `invalid` on `outcome` if its review is not open, and as `addIn`
 */
export async function reviewPayment(
  gateway: Gateway,
  actor: Actor,
  merchantId: string,
  id: string,
  { outcome, block }: ReviewDecision,
): Promise<Transaction> {
  const deed = { actor, action: 'transaction.reviewed' as const, merchantId, subject: id, changes: { outcome, block } }
  return withAuditEntry(gateway, deed, async (tx) => {
    if (block.length > 0) await lockConfiguration(tx, merchantId)
    const reviewed = await decideReview(tx, merchantId, id, outcome)
    if (!reviewed) throw notOpen(await findTransaction(tx, merchantId, id))
    const values = valuesOf(gateway, reviewed).filter(({ kind }) => block.includes(kind))
    const terms = { reason: keptText(`Fraud: ${id}`), expiresAt: null }
    if (values.length > 0) await addIn(tx, { actor, merchantId, list: 'block' }, values, terms)
    return reviewed
  })
}

function notOpen(payment: Transaction | undefined) {
  if (!payment) return notFound('transaction')
  if (payment.review === null)
    return invalid('outcome', 'No rule marked this payment for review; there is none to end.')
  return invalid('outcome', 'The review of this payment has ended; it cannot be decided again.', payment.review)
}

/** Oldest first. @param limit 1 to 100 @throws RequestError `unavailable` if too many lists are being read */
export async function readReviews(
  { reads }: Pick<Gateway, 'reads'>,
  merchantId: string,
  after: Position | undefined,
  limit: number,
): Promise<Page<Transaction>> {
  return toPage(await reads.read((sql) => listOpenReviews(sql, merchantId, after, limit + 1)), limit)
}

import { type Static, Type } from 'typebox'
import type { Problem } from '#domain/problem.ts'
import { reviewPayment } from '#flows/rules/review.ts'
import { Kinds } from '#interface/list-entry.ts'
import { TransactionIdParams, TransactionRecord } from '#interface/transaction.ts'
import { clientMay, requirePermission } from '../../request/client-limits.ts'
import { answer, post, type ValidParts } from '../../route.ts'
import { answerOrResult, viewOrResult } from '../common/action-result.ts'
import { requireCustomersFor } from '../rules/lists.ts'
import { rereadRecord, viewFor } from './caller-view.ts'

const ReviewBody = Type.Object({
  outcome: Type.Enum(['CLEARED', 'FRAUD']),
  block: Type.Optional(
    Type.Array(Kinds.items, { ...Kinds, description: 'With FRAUD: values of the payment to add to the block list.' }),
  ),
})

export const reviewTransactionRoute = post('/api/transactions/:id/review', {
  guard: 'merchant',
  permission: 'reviews.decide',
  tag: 'Lists and reviews',
  operation: 'reviewTransaction',
  summary: 'Decide about a payment that a risk rule marked',
  description: 'Its status stays as it is. A second decision is a 422.',
  params: TransactionIdParams,
  body: ReviewBody,
  rules: (body) => blockProblems(body),
  answers: { 200: answerOrResult(TransactionRecord) },
  reread: async (gateway, caller, id) =>
    viewOrResult(clientMay(caller, 'payments.read'), await rereadRecord(gateway, caller, id)),
  handle: async (gateway, { caller, actor, params, body: { outcome, block = [] } }) => {
    if (block.length > 0) requirePermission(caller, 'lists.manage')
    requireCustomersFor(caller, block)
    const reviewed = await reviewPayment(gateway, actor, caller.merchantId, params.id, { outcome, block })
    return answer(viewOrResult(clientMay(caller, 'payments.read'), viewFor(gateway, caller, reviewed)))
  },
})

/** Refuses `block` with CLEARED: only fraud adds entries to the block list. */
function blockProblems({ outcome, block }: ValidParts<Static<typeof ReviewBody>>): Problem[] {
  if (outcome !== 'CLEARED' || block === undefined) return []
  return [{ property: 'block', message: 'Omit this field, or use the outcome FRAUD.', params: ['FRAUD'] }]
}

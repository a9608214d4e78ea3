import type { Refusal } from '#domain/eligibility.ts'
import { followUpProblem, type Parent } from '#domain/follow-up.ts'
import { orderIdOf } from '#domain/ids.ts'
import { findParent as findById, findOriginal } from '#store/transactions/follow-ups.ts'
import type { Gateway } from '../gateway.ts'
import type { FollowUpRequest } from './request.ts'

/** Parent of a follow-up, if it is this merchant's on this terminal. */
export async function findParent(gateway: Gateway, request: FollowUpRequest): Promise<Parent | undefined> {
  const { merchantId, terminalId, reference, parentId } = request
  const { settlementDelaySeconds } = gateway.settings
  if (parentId === null) {
    return findOriginal(gateway.sql, merchantId, orderIdOf(merchantId, terminalId, reference), settlementDelaySeconds)
  }
  const parent = await findById(gateway.sql, merchantId, parentId, settlementDelaySeconds)
  return parent?.transaction.terminalId === terminalId ? parent : undefined
}

export function namingRefusal(request: FollowUpRequest, parent: Parent | undefined): Refusal | undefined {
  const { reference, currency } = request
  if (!parent) {
    const property = request.parentId === null ? 'reference' : 'parent_transaction_id'
    return refuse(property, 'No such transaction on this terminal; use the transaction to capture, refund or void.')
  }
  const { transaction } = parent
  if (transaction.reference !== reference) return refuse('reference', 'Send the reference of the original order.')
  if (transaction.currency !== currency) return refuse('currency', 'Send the currency of the original transaction.')
  return undefined
}

/** Undefined if the parent allows the follow-up (docs/reference/follow-ups.md#what-is-refused). */
export function parentRefusal({ type, amount }: FollowUpRequest, parent: Parent): Refusal | undefined {
  const problem = followUpProblem(parent, type, amount)
  return problem && refuse(problem.property, problem.message)
}

export function refuse(property: string, message: string): Refusal {
  return { code: '2000', property, message }
}

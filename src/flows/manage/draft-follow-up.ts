import type { Parent } from '#domain/follow-up.ts'
import { newTransaction } from '#domain/new-transaction.ts'
import { normalizedShare } from '#domain/normalize-part.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Gateway } from '../gateway.ts'
import type { FollowUpRequest } from './request.ts'

/** Follow-up before any decision; without a parent, it has only the request's values. */
export function draftFollowUp(
  { clock }: Gateway,
  id: string,
  request: FollowUpRequest,
  parent: Parent | undefined,
): Transaction {
  const { merchantId, terminalId, reference, currency, amount, type, parentId, followUpReference, metadata } = request
  const names = { id, merchantId, terminalId, parentId, followUpReference, reference }
  const own = { ...names, transactionType: type, currency, amount, metadata }
  return newTransaction(parent ? { ...own, ...takenOver(parent.transaction, amount) } : own, clock.now())
}

/** Fields that a follow-up copies from its parent; its worth is calculated when it is recorded. */
function takenOver(parent: Transaction, amount: bigint) {
  const { id: parentId, orderId, description, customer, customerIp, paymentMethod } = parent
  const normalizedAmount = normalizedShare(parent, amount)
  return { parentId, orderId, description, customer, customerIp, paymentMethod, normalizedAmount }
}

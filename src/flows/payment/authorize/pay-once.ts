import type { NextStep } from '#domain/next-step.ts'
import { type Problem, RequestError } from '#domain/problem.ts'
import { holderParams, ReferenceTaken } from '#domain/reference.ts'
import type { Transaction } from '#domain/transaction.ts'
import { findReferenceHolder } from '#store/transactions/intents.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../../gateway.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { authorize } from './index.ts'
import type { PaymentRequest } from './payment-request.ts'

/** Maximum wait of a repeat for the first response (docs/reference/references.md#payments-and-payouts). */
const REPEAT_PATIENCE_SECONDS = 10

/**
 * Executes a payment or payout once per reference and terminal; a repeat gets the first transaction or the due redirect
 * (docs/reference/references.md#payments-and-payouts).
 * @param mayRead true if the caller may read payments, so that an error repeats the first amount and currency
 * @throws RequestError 422 if the reference has another kind of request, amount or currency
 */
export async function payOnce(gateway: Gateway, request: PaymentRequest, mayRead: boolean): Promise<NextStep> {
  const { merchantId, terminalId, reference } = request
  const holder = await findReferenceHolder(gateway.sql, merchantId, terminalId, reference)
  if (holder?.kind === request.referenceKind) return repeat(gateway, request, holder.id, mayRead)
  try {
    return await authorize(gateway, request)
  } catch (error) {
    if (!(error instanceof ReferenceTaken) || error.holder.kind !== request.referenceKind) throw error
    return repeat(gateway, request, error.holder.id, mayRead)
  }
}

async function repeat(gateway: Gateway, request: PaymentRequest, id: string, mayRead: boolean): Promise<NextStep> {
  const transaction = await findTransaction(gateway.sql, request.merchantId, id)
  if (!transaction) throw new Error(`Transaction ${id} holds a reference and is gone.`)
  const problems = differences(request, transaction, mayRead)
  if (problems.length > 0) throw new RequestError('invalid', problems)
  return currentAnswer(gateway, request.merchantId, id, REPEAT_PATIENCE_SECONDS)
}

function differences(
  { amount, currency, referenceKind }: PaymentRequest,
  transaction: Transaction,
  mayRead: boolean,
): Problem[] {
  const differing = [
    ...(amount === transaction.amount ? [] : [{ property: 'amount', first: String(transaction.amount) }]),
    ...(currency === transaction.currency ? [] : [{ property: 'currency', first: transaction.currency }]),
  ]
  if (differing.length === 0) return []
  const message = `This reference belongs to a ${referenceKind} of another amount or currency; choose another.`
  return [
    { property: 'reference', message, params: holderParams({ kind: referenceKind, id: transaction.id }) },
    ...differing.map(({ property, first }) => ({
      property,
      message: mayRead ? `The first request said ${first}.` : 'The first request said otherwise.',
      params: mayRead ? [first] : [],
    })),
  ]
}

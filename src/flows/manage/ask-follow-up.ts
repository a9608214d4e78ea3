import type { Transaction } from '#domain/transaction.ts'
import type { FollowUpType } from '#domain/transaction-type.ts'
import { type FollowUp, type ProviderAnswer, UnknownOutcome } from '#providers/provider.ts'
import { lookAgain } from '#store/transactions/transaction-moves.ts'
import type { Gateway } from '../gateway.ts'
import { noticeUrl } from '../provider-callbacks/callback-urls.ts'
import { providerOf } from '../provider-of.ts'
import { takeAnswer } from '../take-answer.ts'
import type { FollowUpAttempt } from './attempt-of.ts'

/** Asks the provider for a follow-up. As with a charge, no usable answer leaves it pending and the worker finds out. */
export async function askFollowUp(
  gateway: Gateway,
  transaction: Transaction,
  operation: FollowUpType,
  attempt: FollowUpAttempt,
): Promise<Transaction> {
  const answer = await ask(gateway, transaction, operation, attempt)
  if (answer === 'unknown') {
    await lookAgain(gateway.sql, transaction.merchantId, transaction.id, 0)
    return transaction
  }
  return (await takeAnswer(gateway, transaction, attempt, answer)).transaction
}

async function ask(
  gateway: Gateway,
  transaction: Transaction,
  operation: FollowUpType,
  { account, attemptId, parentAttemptId }: FollowUpAttempt,
): Promise<ProviderAnswer | 'unknown'> {
  const { id: transactionId, merchantId, reference, amount, currency, metadata } = transaction
  const followUp: FollowUp = {
    attemptId,
    transactionId,
    merchantId,
    reference,
    operation,
    money: { amount, currency },
    parentAttemptId,
    noticeUrl: noticeUrl(gateway, account.provider),
    metadata: metadata ?? {},
  }
  const signal = AbortSignal.timeout(gateway.settings.providerTimeoutSeconds * 1000)
  try {
    const answer = await providerOf(gateway, account.provider).followUp(account, followUp, signal)
    await gateway.circuits.succeed(account)
    return answer
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
    gateway.log.warn({ transactionId, provider: account.provider }, 'provider gave no usable answer')
    await gateway.circuits.fail(account)
    return 'unknown'
  }
}

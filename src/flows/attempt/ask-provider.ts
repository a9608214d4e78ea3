import type { AuthenticationProof } from '#domain/authentication.ts'
import type { NextStep } from '#domain/next-step.ts'
import { isRetryable } from '#domain/retry.ts'
import { isFollowUp } from '#domain/transaction-type.ts'
import { type Charge, type ProviderAnswer, UnknownOutcome } from '#providers/provider.ts'
import { lookAgain } from '#store/transactions/transaction-moves.ts'
import type { Gateway } from '../gateway.ts'
import { noticeUrl, providerReturnUrl } from '../provider-callbacks/callback-urls.ts'
import { providerOf } from '../provider-of.ts'
import { takeAnswer } from '../take-answer.ts'
import type { OpenAttempt } from './open-attempt.ts'
import { authenticateAgain, retryElsewhere } from './try-again.ts'

/**
 * Asks the provider to charge. No usable answer is not a decline: the transaction stays pending and the worker finds
 * out what happened (docs/reference/unknown-outcomes.md).
 */
export async function askProvider(
  gateway: Gateway,
  open: OpenAttempt,
  proof: AuthenticationProof | null,
): Promise<NextStep> {
  const { transaction } = open
  const answer = await charge(gateway, open, proof)
  if (answer === 'unknown') {
    await lookAgain(gateway.sql, transaction.merchantId, transaction.id, 0)
    return { kind: 'result', transaction }
  }
  if (answer.kind === 'authentication-required') return authenticateAgain(gateway, open, answer.outcome)
  if (answer.kind === 'outcome' && isRetryable(answer.outcome)) return retryElsewhere(gateway, open, answer.outcome)
  return takeAnswer(gateway, transaction, open, answer)
}

async function charge(
  gateway: Gateway,
  open: OpenAttempt,
  proof: AuthenticationProof | null,
): Promise<ProviderAnswer | 'unknown'> {
  const { transaction, account } = open
  const signal = AbortSignal.timeout(gateway.settings.providerTimeoutSeconds * 1000)
  try {
    const answer = await providerOf(gateway, account.provider).authorize(
      account,
      chargeOf(gateway, open, proof),
      signal,
    )
    await gateway.circuits.succeed(account)
    return answer
  } catch (error) {
    if (!(error instanceof UnknownOutcome)) throw error
    gateway.log.warn({ transactionId: transaction.id, provider: account.provider }, 'provider gave no usable answer')
    await gateway.circuits.fail(account)
    return 'unknown'
  }
}

function chargeOf(gateway: Gateway, open: OpenAttempt, proof: AuthenticationProof | null): Charge {
  const { transaction, attemptId, instrument, merchantName, account } = open
  const { transactionType } = transaction
  if (isFollowUp(transactionType)) throw new Error(`Transaction ${transaction.id} is a follow-up and is not charged.`)
  return {
    attemptId,
    transactionId: transaction.id,
    merchantId: transaction.merchantId,
    merchantName,
    reference: transaction.reference,
    transactionType,
    money: { amount: transaction.amount, currency: transaction.currency },
    instrument,
    customer: transaction.customer,
    proof,
    round: open.round,
    returnUrl: providerReturnUrl(gateway, transaction),
    noticeUrl: noticeUrl(gateway, account.provider),
    metadata: transaction.metadata ?? {},
  }
}

import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import type { NextStep } from '#domain/next-step.ts'
import { PROCESSING_CODES } from '#domain/processing-code.ts'
import { scheduleRetry } from '#domain/retry.ts'
import type { Outcome, Transaction } from '#domain/transaction.ts'
import type { TriedAccount } from '#domain/transaction-data.ts'
import { type EndedAttempt, listAttempts } from '#store/transactions/attempts.ts'
import { startNextAttempt } from '#store/transactions/next-attempts.ts'
import { currentAnswer } from '../current-answer.ts'
import type { Gateway } from '../gateway.ts'
import { takeAnswer } from '../take-answer.ts'
import { answerMarginSeconds } from '../worker/answer-margin.ts'
import { attempt } from './index.ts'
import { nextAccount } from './next-account.ts'
import type { OpenAttempt } from './open-attempt.ts'

/** The issuer may ask for an authentication once more, then no more (docs/reference/limits.md#counts). */
const MAX_AUTHENTICATION_ROUNDS = 2

/**
 * An attempt was declined: the next account gets it, with an authorization and 3-D Secure of its own, or the decline
 * stands.
 */
export async function retryElsewhere(gateway: Gateway, open: OpenAttempt, outcome: Outcome): Promise<NextStep> {
  const { transaction } = open
  const tried = await listAttempts(gateway.sql, transaction.merchantId, transaction.id)
  const admission = await nextAccount(gateway, open, new Set(tried.map(({ providerAccountId }) => providerAccountId)))
  if (!admission) return takeAnswer(gateway, transaction, open, { kind: 'outcome', outcome })
  const next = await startNext(gateway, open, tried, outcome, { ...open, account: admission.account, round: 1 })
  if (next) return next
  await gateway.circuits.releaseProbe(admission)
  return currentAnswer(gateway, transaction.merchantId, transaction.id)
}

/**
 * The issuer asks for an authentication: one more round with the same account, or a decline where the shopper had one
 * already or cannot be asked (docs/reference/retries.md#soft-declines).
 */
export async function authenticateAgain(gateway: Gateway, open: OpenAttempt, outcome: Outcome): Promise<NextStep> {
  const { transaction, instrument, round, browserInfo } = open
  if (round >= MAX_AUTHENTICATION_ROUNDS || instrument.kind !== 'card' || !browserInfo)
    return retryElsewhere(gateway, open, outcome)
  const tried = await listAttempts(gateway.sql, transaction.merchantId, transaction.id)
  const again = { ...open, round: round + 1, instrument: { ...instrument, cryptogram: null } }
  const next = await startNext(gateway, open, tried, outcome, again)
  return next ?? currentAnswer(gateway, transaction.merchantId, transaction.id)
}

/**
 * Ends an attempt and begins the next.
 * @param tried all so far, the one that ends among them
 * @param outcome of that one
 * @returns undefined where somebody else moved the transaction meanwhile
 */
async function startNext(
  gateway: Gateway,
  { transaction, attemptId }: OpenAttempt,
  tried: readonly EndedAttempt[],
  outcome: Outcome,
  next: OpenAttempt,
): Promise<NextStep | undefined> {
  const { provider, providerAccountId } = next.account
  const shown = tried.map((one) => shownOf(one, one.attemptId === attemptId ? outcome : null))
  const begun = retried(transaction, shown, next.account, gateway.clock.now())
  const nextAttempt = { attemptId: newId('att'), number: tried.length + 1, provider, providerAccountId }
  const ended = { attemptId, outcome }
  const started = await startNextAttempt(gateway.sql, begun, ended, nextAttempt, answerMarginSeconds(gateway))
  if (!started) return undefined
  return attempt(gateway, { ...next, transaction: begun, attemptId: nextAttempt.attemptId })
}

/** The transaction as its next attempt finds it: meant for that account, with nobody authenticated yet. */
function retried(
  transaction: Transaction,
  tried: readonly TriedAccount[],
  { provider, providerAccountId }: ProviderAccount,
  at: Date,
): Transaction {
  return {
    ...transaction,
    data: scheduleRetry(transaction.data, tried, { provider, providerAccountId, createdAt: at.toISOString() }),
    authentication: { status: null, level: null },
    processingResult: {
      ...transaction.processingResult,
      paymentProviderId: provider,
      paymentProviderAccountId: providerAccountId,
    },
    updatedAt: at,
  }
}

/** An attempt as records show it. @param outcome of the one that has just ended */
function shownOf(attempt: EndedAttempt, outcome: Outcome | null): TriedAccount {
  const { provider, providerAccountId, createdAt } = attempt
  const processingCode = outcome?.code ?? attempt.processingCode
  return {
    provider,
    providerAccountId,
    status: processingCode ? PROCESSING_CODES[processingCode].status : 'PENDING',
    processingCode,
    responseMessage: outcome?.responseMessage ?? attempt.responseMessage,
    createdAt: createdAt.toISOString(),
  }
}

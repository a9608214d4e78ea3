import { notFound } from '#domain/problem.ts'
import { isFinal } from '#domain/status.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Notice } from '#providers/provider.ts'
import { type Attempt, findAttempt, findLatestAttempt, requestReversal } from '#store/transactions/attempts.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { inquire, reconcile } from '../provider-calls/inquire.ts'

/**
 * A provider reports by itself. Its notice decides nothing, it makes us ask; so a forged one, or one that comes twice
 * or too late, does no harm.
 * @throws RequestError 404 for a provider this gateway does not run
 */
export async function receiveNotice(gateway: Gateway, providerName: string, notice: Notice): Promise<void> {
  const provider = gateway.providers.get(providerName)
  if (!provider) throw notFound('provider')
  const subject = provider.readNotice(notice)
  const attempt = subject && (await findAttempt(gateway.sql, subject.merchantId, subject.attemptId))
  if (attempt?.provider !== providerName) return
  const transaction = await findTransaction(gateway.sql, attempt.merchantId, attempt.transactionId)
  if (transaction) await lookInto(gateway, transaction, attempt)
}

async function lookInto(gateway: Gateway, transaction: Transaction, attempt: Attempt): Promise<void> {
  const { status, awaiting, merchantId, id } = transaction
  const latest = await findLatestAttempt(gateway.sql, merchantId, id)
  if (latest?.attemptId !== attempt.attemptId) return takeBackLateApproval(gateway, attempt)
  // While the shopper authenticates, no provider has been asked to charge.
  if (awaiting === 'authentication') return
  if (!isFinal(status)) await reconcile(gateway, transaction, attempt)
  else if (status !== 'APPROVED') await takeBackLateApproval(gateway, attempt)
}

/**
 * A charge that came through after the end, or after its attempt was given up for another, must not stand
 * (docs/reference/unknown-outcomes.md).
 */
async function takeBackLateApproval(gateway: Gateway, attempt: Attempt): Promise<void> {
  const { result } = await inquire(gateway, attempt)
  const isApproved = result !== 'unknown' && result.kind === 'outcome' && result.outcome.code === '0000'
  if (isApproved) await requestReversal(gateway.sql, attempt.merchantId, attempt.attemptId)
}

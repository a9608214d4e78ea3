import type { ProviderAccount } from '#domain/merchant.ts'
import { PROVIDER_LIMITS } from '#domain/provider-words.ts'
import { isFinal } from '#domain/status.ts'
import type { Transaction } from '#domain/transaction.ts'
import { nextAsk, type StoredDispute } from '#store/disputes/disputes.ts'
import { type Attempt, findAttempt, findLatestAttempt } from '#store/transactions/attempts.ts'
import { findTransaction } from '#store/transactions/transactions.ts'
import type { Gateway } from '../gateway.ts'
import { reconcile } from '../payment/inquiry/inquire.ts'
import { applyReport } from './apply-report.ts'
import { askAboutDisputes, askedDisputeOf, disputesOf, type NamedDispute, unavailable } from './ask-provider.ts'

/**
 * Queries the current state of a case and records it. Notices of any order and number end in one state, because the
 * latest response counts.
 * @returns undefined for a case of no payment of this account
 * @throws RequestError `unavailable` without a response, or before the payment's final status
 */
export async function followDispute(
  gateway: Gateway,
  account: ProviderAccount,
  named: NamedDispute,
): Promise<StoredDispute | undefined> {
  const disputes = disputesOf(gateway, account.provider)
  if (!disputes || named.reference.length > PROVIDER_LIMITS.word) return undefined
  const ask = await nextAsk(gateway.sql)
  const asked = await askedDisputeOf(gateway, account, named)
  const report = await askAboutDisputes(gateway, account, (access) => disputes.inquire(access, asked))
  if (report === 'not-found') return undefined
  const attempt = await findAttempt(gateway.sql, account.merchantId, report.attemptId)
  if (attempt?.providerAccountId !== account.providerAccountId) return undefined
  const payment = await decidedPayment(gateway, attempt)
  const isPaid = await paidBy(gateway, payment, attempt)
  const answer = { account, reference: named.reference, ask, report, paymentId: payment.id, isPaid }
  return applyReport(gateway, answer)
}

/** Payment of an attempt, once final. @throws RequestError `unavailable` while pending: disputes may precede the charge */
async function decidedPayment(gateway: Gateway, attempt: Attempt): Promise<Transaction> {
  const { merchantId, transactionId } = attempt
  const transaction = await findTransaction(gateway.sql, merchantId, transactionId)
  if (!transaction) throw new Error(`Transaction ${transactionId} is gone.`)
  const ended = isFinal(transaction.status) ? transaction : await confirmed(gateway, transaction, attempt)
  const parent = ended.parentId === null ? ended : await findTransaction(gateway.sql, merchantId, ended.parentId)
  return parent ?? ended
}

/** Inquires about an unconfirmed payment, unless another process waits for the response. */
async function confirmed(gateway: Gateway, transaction: Transaction, attempt: Attempt): Promise<Transaction> {
  const { awaiting } = transaction
  const canAsk = awaiting === 'shopper' || awaiting === 'confirmation'
  const { step } = canAsk ? await reconcile(gateway, transaction, attempt) : { step: null }
  if (step && isFinal(step.transaction.status)) return step.transaction
  throw unavailable('The payment of this dispute is not decided yet; send the notice again.')
}

/** True if the attempt, or a follow-up of its payment, approved the payment. */
async function paidBy({ sql }: Gateway, payment: Transaction, attempt: Attempt): Promise<boolean> {
  if (payment.status !== 'APPROVED') return false
  if (attempt.transactionId !== payment.id) return true
  return (await findLatestAttempt(sql, payment.merchantId, payment.id))?.attemptId === attempt.attemptId
}

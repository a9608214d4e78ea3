import type { ProviderAccount } from '#domain/merchant.ts'
import type { NextStep } from '#domain/next-step.ts'
import { type Awaiting, statusOf, type Transaction } from '#domain/transaction.ts'
import type { TransactionData } from '#domain/transaction-data.ts'
import type { AskedAttempt, InquiryAnswer, ProviderAnswer } from '#providers/port/provider.ts'
import { findProviderAccount } from '#store/merchants/provider-accounts.ts'
import { type Attempt, findLatestAttempt, requestReversal } from '#store/transactions/attempts.ts'
import { findSubmittedAttempt } from '#store/transactions/submitted-attempts.ts'
import type { Gateway } from '../../gateway.ts'
import { callProvider } from '../../provider-calls/call-provider.ts'
import { applyCardUpdate } from '../../stored-cards/apply-card-update.ts'
import { applyAnswer } from '../outcome/apply-answer.ts'

/** Result of an inquiry; `unknown` without a usable response. */
export type InquiryResult = InquiryAnswer | 'unknown'

export async function latestAttemptOf(
  { sql }: Gateway,
  { merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>,
): Promise<Attempt> {
  const attempt = await findLatestAttempt(sql, merchantId, id)
  if (!attempt) throw new Error(`Transaction ${id} has no attempt.`)
  return attempt
}

export async function accountOf(
  gateway: Gateway,
  { merchantId, providerAccountId }: Pick<Attempt, 'merchantId' | 'providerAccountId'>,
): Promise<ProviderAccount> {
  const account = await findProviderAccount(gateway.sql, merchantId, providerAccountId)
  if (!account) throw new Error(`Provider account ${providerAccountId} is gone.`)
  return account
}

type Now = Pick<AskedAttempt, 'isOver' | 'returned'>

/** @param now if the payment is over, so that nothing more is charged, and the browser's parameters */
export async function inquire(
  gateway: Gateway,
  attempt: Attempt,
  now: Now = {},
): Promise<{ readonly result: InquiryResult; readonly account: ProviderAccount }> {
  const { merchantId, attemptId } = attempt
  const [account, asked] = await Promise.all([
    accountOf(gateway, attempt),
    findSubmittedAttempt(gateway.sql, merchantId, attemptId),
  ])
  const about = { account, merchantId, attemptId }
  const result = await callProvider(gateway, about, 'inquire', (provider, call) =>
    provider.inquire(call, { ...asked, ...now }),
  )
  return { result, account }
}

/**
 * Inquires about a pending transaction and applies news. The worker, notices and returning browsers all use this, in
 * any order and concurrently: the first one moves the transaction.
 * @param now as in `inquire`
 * @returns the provider's result, and the transaction's if that was news
 */
export async function reconcile(
  gateway: Gateway,
  transaction: Transaction,
  attempt: Attempt,
  now: Now = {},
): Promise<{ readonly result: InquiryResult; readonly step: NextStep | null }> {
  if (attempt.reversal !== 'none') return { result: await watchTakenBack(gateway, attempt), step: null }
  const awaiting = transaction.awaiting as Awaiting
  const { result, account } = await inquire(gateway, attempt, now)
  if (!isNews(result, awaiting, transaction.data)) return { result, step: null }
  await applyCardUpdate(gateway, transaction, result)
  return { result, step: await applyAnswer(gateway, transaction, { ...attempt, account }, result, awaiting) }
}

function isApproval(result: InquiryResult): boolean {
  return result !== 'unknown' && result.kind === 'outcome' && statusOf(result.outcome) === 'APPROVED'
}

/** Checks a charge that is reversed: only the confirmed reversal ends the transaction. A remaining charge is reversed again. */
async function watchTakenBack(gateway: Gateway, attempt: Attempt): Promise<'unknown'> {
  if (attempt.reversal === 'ordered') return 'unknown'
  const { result } = await inquire(gateway, attempt, { isOver: true })
  if (isApproval(result)) await requestReversal(gateway.sql, attempt.merchantId, attempt.attemptId)
  return 'unknown'
}

/** True for a final outcome. A pending charge or shopper's step is news only if unknown, or if more money arrived. */
function isNews(result: InquiryResult, awaiting: Awaiting, known: TransactionData | null): result is ProviderAnswer {
  if (result === 'unknown' || result.kind === 'not-found') return false
  if (result.kind === 'shopper-step') return awaiting === 'provider-answer'
  const { code, receivedAmount } = result.outcome
  return code !== '1002' || awaiting !== 'confirmation' || receivedAmount !== known?.receivedAmount
}

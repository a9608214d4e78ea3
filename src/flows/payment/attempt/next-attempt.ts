import { isAgreementCharge, stillAllows } from '#domain/agreement.ts'
import { retryAccounts } from '#domain/eligibility.ts'
import { newId } from '#domain/ids.ts'
import type { Instrument } from '#domain/instrument.ts'
import { keptText } from '#domain/kept-text.ts'
import { withoutExemption } from '#domain/liability.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { withProviderAccount } from '#domain/new-transaction.ts'
import { methodName } from '#domain/payment-methods.ts'
import { isRetryable, scheduleRetry } from '#domain/retry.ts'
import { inRoutedOrder, withAsked } from '#domain/rules/routing.ts'
import { keptOutcome, type Outcome, revealHash, type Transaction } from '#domain/transaction.ts'
import { originalType } from '#domain/transaction-type.ts'
import type { AuthenticationRequired, ProviderAnswer } from '#providers/port/provider.ts'
import { findAgreement } from '#store/agreements/agreements.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import { type EndedAttempt, listAttempts } from '#store/transactions/attempts.ts'
import { startNextAttempt } from '#store/transactions/next-attempts.ts'
import type { Gateway } from '../../gateway.ts'
import { answerMarginSeconds } from '../../provider-calls/call-provider.ts'
import type { ActiveAttempt } from './active-attempt.ts'
import { reserveAsk } from './decline-over-limit.ts'

/** Another attempt, not sent yet; `none` if the decline is final; `overtaken` if another call moved the transaction. */
export type NextAttempt = ActiveAttempt | 'none' | 'overtaken'

type Answer = ProviderAnswer | 'unknown'

/** Maximum of authentications with one account (docs/reference/limits.md#counts). */
const MAX_AUTHENTICATION_ROUNDS = 2

/** True if the issuer requires an authentication that is still possible (docs/reference/retries.md#soft-declines). */
export function mayAuthenticateAgain(
  { threeDs }: Gateway,
  open: ActiveAttempt,
  answer: Answer,
): answer is AuthenticationRequired {
  if (answer === 'unknown' || answer.kind !== 'authentication-required' || !threeDs) return false
  return open.round < MAX_AUTHENTICATION_ROUNDS && open.instrument.kind === 'card' && open.browserInfo !== null
}

/**
 * True if another account may decide differently. A soft decline in vain counts as a decline; a charge by agreement
 * ends then, because its shopper is absent (docs/reference/agreements.md#charges).
 */
export function mayRetryElsewhere(
  { transaction }: ActiveAttempt,
  answer: Answer,
): answer is Exclude<ProviderAnswer, { kind: 'shopper-step' }> {
  if (answer === 'unknown' || answer.kind === 'shopper-step') return false
  if (answer.kind === 'authentication-required') return !isAgreementCharge(transaction)
  return isRetryable(answer.outcome)
}

/** Tries this account again with 3-D Secure: the token's cryptogram was not enough. */
export async function retrySameAccount(gateway: Gateway, open: ActiveAttempt, outcome: Outcome): Promise<NextAttempt> {
  const { transaction, round } = open
  const tried = await listAttempts(gateway.sql, transaction.merchantId, transaction.id)
  const asked = { ...transaction, data: withoutExemption(transaction.data) }
  const instrument = withoutCryptogram(open.instrument)
  const again = { ...open, transaction: asked, attemptId: newId('att'), round: round + 1, instrument }
  return recordNext(gateway, { ...open, transaction: asked }, tried, outcome, again)
}

function withoutCryptogram(instrument: Instrument): Instrument {
  return instrument.kind === 'card' ? { ...instrument, cryptogram: null } : instrument
}

/** Tries the next available account, with 3-D Secure again. */
export async function retryOtherAccount(gateway: Gateway, open: ActiveAttempt, outcome: Outcome): Promise<NextAttempt> {
  const { transaction } = open
  if (!(await mayChargeOn(gateway, transaction))) return 'none'
  const tried = await listAttempts(gateway.sql, transaction.merchantId, transaction.id)
  const untried = await untriedAccounts(gateway, open, tried)
  await using permit = await gateway.circuits.admitFirst(untried)
  if (!permit) return 'none'
  const attemptId = newId('att')
  if (!(await reserveAsk(gateway, open, attemptId))) return 'none'
  const data = withAsked(transaction.data, untried, permit.account)
  const routed = { ...open, transaction: { ...transaction, data } }
  const begun = { ...routed, attemptId, account: permit.account, round: 1 }
  const next = await recordNext(gateway, routed, tried, outcome, begun)
  if (next !== 'overtaken') permit.use()
  return next
}

async function mayChargeOn({ sql }: Gateway, transaction: Transaction): Promise<boolean> {
  if (!isAgreementCharge(transaction)) return true
  const agreement = await findAgreement(sql, transaction.merchantId, transaction.agreementId!)
  return agreement !== undefined && stillAllows(agreement, transaction)
}

/** Untried accounts in the order of the payment's rule, else of the terminal (docs/reference/retries.md#what-is-retried). */
async function untriedAccounts(
  gateway: Gateway,
  { transaction, instrument, agreement }: ActiveAttempt,
  attempts: readonly EndedAttempt[],
): Promise<readonly ProviderAccount[]> {
  if (transaction.initiatedBy === 'MERCHANT' && agreement?.networkTransactionId === null) return []
  const tried = new Set(attempts.map(({ providerAccountId }) => providerAccountId))
  if (instrument.kind !== 'card' || tried.size > gateway.settings.maxProviderRetries) return []
  const config = await findTerminalConfig(gateway.sql, transaction.merchantId, transaction.terminalId)
  if (!config) return []
  const { amount, currency, customer } = transaction
  const paymentMethod = methodName(transaction.paymentMethod)
  const transactionType = originalType(transaction)
  const payment = { transactionType, paymentMethod, amount, currency, instrument, customer }
  const accounts = inRoutedOrder(retryAccounts(gateway, config, payment), transaction.data?.routing)
  return accounts.filter(({ providerAccountId }) => !tried.has(providerAccountId))
}

/** Ends an attempt and records the next, in one commit. @param tried all attempts so far, the one that ends included */
async function recordNext(
  gateway: Gateway,
  { transaction, attemptId }: ActiveAttempt,
  tried: readonly EndedAttempt[],
  outcome: Outcome,
  next: ActiveAttempt,
): Promise<ActiveAttempt | 'overtaken'> {
  const { provider, providerAccountId } = next.account
  const { code: processingCode } = outcome
  const responseMessage = keptText(outcome.responseMessage)
  const updatedAt = gateway.clock.now()
  const ended = tried.map((one) => (one.attemptId === attemptId ? { ...one, processingCode, responseMessage } : one))
  const begun = { provider, providerAccountId, createdAt: updatedAt }
  const data = scheduleRetry(transaction.data, ended, transaction.authentication, begun)
  // Every attempt authenticates the shopper again.
  const authentication = { status: null, level: null }
  const retried = { ...withProviderAccount(next.account, revealHash(transaction)), data, authentication, updatedAt }
  const attempt = { attemptId: next.attemptId, number: tried.length + 1, provider, providerAccountId }
  const ending = { attemptId, outcome: keptOutcome(outcome) }
  const recorded = await startNextAttempt(gateway.sql, retried, ending, attempt, answerMarginSeconds(gateway))
  return recorded ? { ...next, transaction: retried } : 'overtaken'
}

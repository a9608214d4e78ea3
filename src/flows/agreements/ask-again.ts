import { type Agreement, chargeRefusal } from '#domain/agreement.ts'
import { eligibleAccounts, retryAccounts } from '#domain/eligibility.ts'
import { newId } from '#domain/ids.ts'
import type { ProviderAccount, TerminalConfig } from '#domain/merchant.ts'
import { withProviderAccount } from '#domain/new-transaction.ts'
import { methodName } from '#domain/payment-methods.ts'
import { lastOutcome } from '#domain/recovery.ts'
import { askAgain as askedAgain } from '#domain/retry.ts'
import { inRoutedOrder, withAsked } from '#domain/rules/routing.ts'
import { dayIn } from '#domain/time-zone.ts'
import { type Transaction, withholdHash } from '#domain/transaction.ts'
import { originalType } from '#domain/transaction-type.ts'
import { findAgreement } from '#store/agreements/agreements.ts'
import { findTerminalConfig } from '#store/merchants/terminal-config.ts'
import { readTestClock } from '#store/merchants/test-clock.ts'
import { listAttempts } from '#store/transactions/attempts.ts'
import { claimDueTransactions } from '#store/transactions/pending-transactions.ts'
import { beginAsk } from '#store/transactions/recoveries.ts'
import type { Gateway } from '../gateway.ts'
import { declineOverLimit } from '../payment/attempt/decline-over-limit.ts'
import { attempt } from '../payment/attempt/index.ts'
import { cardMethod } from '../payment/authorize/resolved-method.ts'
import { finalize } from '../payment/outcome/finalize.ts'
import { answerMarginSeconds } from '../provider-calls/call-provider.ts'
import { openStoredCard } from '../stored-cards/card-at-rest.ts'

const BATCH = 20
/** A claimed ask that failed is repeated after this. */
const LEASE_SECONDS = 60

/** Asks again for due declined charges (docs/reference/agreements.md#recovery). @returns true if there may be more */
export async function askAgain(gateway: Gateway): Promise<boolean> {
  const due = await claimDueTransactions(gateway.sql, ['recovery'], BATCH, LEASE_SECONDS)
  const results = await Promise.allSettled(due.map(({ transaction }) => ask(gateway, transaction)))
  results.forEach((result, index) => {
    const { id: transactionId } = due[index]!.transaction
    if (result.status === 'rejected')
      gateway.log.error({ transactionId, err: result.reason }, 'charge not asked for again')
  })
  return due.length === BATCH
}

/** Ends a recovery with the last decline, without another ask. */
export function endRecovery(gateway: Gateway, transaction: Transaction) {
  const outcome = lastOutcome(transaction.data?.recovery)!
  return finalize(gateway, transaction, outcome, { expected: 'recovery', attemptId: null })
}

async function ask(gateway: Gateway, transaction: Transaction): Promise<unknown> {
  const { merchantId, terminalId } = transaction
  const config = await findTerminalConfig(gateway.sql, merchantId, terminalId)
  const agreement = await findAgreement(gateway.sql, merchantId, transaction.agreementId ?? '')
  if (!config || !agreement || !(await mayAsk(gateway, config, agreement, transaction))) {
    return endRecovery(gateway, transaction)
  }
  const card = await cardOf(gateway, agreement)
  if (!card) return endRecovery(gateway, transaction)
  const instrument = { kind: 'card', card, cryptogram: null, byAgreement: true } as const
  const accounts = accountsFor(gateway, config, agreement, transaction, instrument)
  if (accounts.length === 0) return endRecovery(gateway, transaction)
  // If no provider answers now, the claim expires and the charge is asked for later.
  await using permit = await gateway.circuits.admitFirst(accounts)
  if (!permit) return undefined
  // The agreement may have moved to another card since the last attempt.
  const { view } = cardMethod('agreement', instrument, agreement.paymentMethodToken)
  const data = withAsked(transaction.data, accounts, permit.account)
  const charge = { ...transaction, ...withholdHash(view), data }
  const begun = await begin(gateway, config.version, charge, permit.account)
  if (!begun) return undefined
  const extras = { browserInfo: null, notificationUrl: null }
  const { name: merchantName } = config.merchant
  const open = { ...begun, ...extras, round: 1, account: permit.account, instrument, agreement, merchantName }
  const declined = await declineOverLimit(gateway, open)
  if (declined) return declined
  permit.use()
  return attempt(gateway, open)
}

async function mayAsk(gateway: Gateway, config: TerminalConfig, agreement: Agreement, charge: Transaction) {
  const { amount, currency } = charge
  const terms = {
    transactionType: originalType(charge),
    paymentMethod: methodName(charge.paymentMethod),
    amount,
    currency,
  }
  if ('refusal' in eligibleAccounts(gateway, config, terms)) return false
  const now = await readTestClock(gateway.sql, charge.merchantId)
  return chargeRefusal(agreement, charge, dayIn(config.merchant.timeZone, now)) === undefined
}

async function cardOf(gateway: Gateway, { merchantId, paymentMethodToken: token }: Agreement) {
  const stored = token === null ? undefined : await gateway.findPaymentMethod(merchantId, token)
  return stored && openStoredCard(gateway, stored)
}

function accountsFor(
  gateway: Gateway,
  config: TerminalConfig,
  { networkTransactionId, providerAccountId: first }: Agreement,
  transaction: Transaction,
  instrument: Parameters<typeof retryAccounts>[2]['instrument'],
): readonly ProviderAccount[] {
  const { amount, currency, customer } = transaction
  const paymentMethod = methodName(transaction.paymentMethod)
  const payment = { transactionType: originalType(transaction), paymentMethod, amount, currency, instrument, customer }
  const accounts = inRoutedOrder(retryAccounts(gateway, config, payment), transaction.data?.routing)
  return networkTransactionId === null
    ? accounts.filter(({ providerAccountId }) => providerAccountId === first)
    : accounts
}

async function begin(gateway: Gateway, version: bigint, transaction: Transaction, account: ProviderAccount) {
  const { provider, providerAccountId } = account
  const tried = await listAttempts(gateway.sql, transaction.merchantId, transaction.id)
  const updatedAt = gateway.clock.now()
  const data = askedAgain(transaction.data, tried, { provider, providerAccountId, createdAt: updatedAt })
  const asked = { ...withProviderAccount(account, transaction), data, updatedAt }
  const next = { attemptId: newId('att'), number: tried.length + 1, provider, providerAccountId }
  const begun = await beginAsk(gateway.sql, version, asked, next, answerMarginSeconds(gateway))
  return begun ? { transaction: asked, attemptId: next.attemptId } : undefined
}

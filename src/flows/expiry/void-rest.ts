import { draftExpiry } from '#domain/authorization-expiry.ts'
import { accountCapabilities } from '#domain/capabilities.ts'
import { unsupportedFollowUp } from '#domain/follow-up-support.ts'
import { newId } from '#domain/ids.ts'
import type { ProviderAccount } from '#domain/merchant.ts'
import { withProviderAccount } from '#domain/new-transaction.ts'
import { methodName } from '#domain/payment-methods.ts'
import type { Transaction } from '#domain/transaction.ts'
import { recordExpiry } from '#store/transactions/expiries.ts'
import type { Gateway } from '../gateway.ts'
import { attemptOf, type FollowUpAttempt, submitFollowUp } from '../manage/follow-up-attempt.ts'
import { applyAnswer } from '../payment/outcome/apply-answer.ts'
import { answerMarginSeconds } from '../provider-calls/call-provider.ts'

/**
 * Voids what is left of an authorization: a record of its own, committed before the provider is asked. A capture or
 * void in progress wins, and this does nothing.
 */
export async function voidRest(gateway: Gateway, authorization: Transaction): Promise<void> {
  const attempt = await attemptOf(gateway, { transaction: authorization })
  const id = newId('trx')
  const recorded = await recordExpiry(
    gateway.sql,
    authorization,
    (parent, parts) =>
      withProviderAccount(
        attempt.account,
        draftExpiry(parent, parts, { id, expiredBy: 'GATEWAY' }, gateway.clock.now()),
      ),
    attempt,
    answerMarginSeconds(gateway),
  )
  if (recorded && canVoidRest(gateway, attempt.account, authorization, recorded)) {
    await submitVoid(gateway, recorded, attempt)
  }
}

/** Asks the provider for the void. May be repeated: the attempt has one result. */
export async function submitVoid(gateway: Gateway, expiry: Transaction, attempt: FollowUpAttempt): Promise<void> {
  // The metadata is the payment's, and directs simulators; the void is nothing that the merchant asked for.
  const request = { ...expiry, metadata: null }
  const answer = await submitFollowUp(gateway, request, { type: 'VOID', finalCapture: false }, attempt)
  await applyAnswer(gateway, expiry, attempt, answer, expiry.awaiting ?? 'provider-answer')
}

/** True if a provider can void what is left, as for a void that the merchant requests; otherwise it lapses there. */
export function canVoidRest(
  { providers }: Gateway,
  account: ProviderAccount,
  authorization: Transaction,
  { amount, paymentMethod }: Transaction,
): boolean {
  const means = accountCapabilities(providers, account, methodName(paymentMethod))
  return unsupportedFollowUp(means, authorization, 'VOID', amount) === undefined
}

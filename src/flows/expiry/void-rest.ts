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

/** Voids the rest as a separate record, committed before the call. A capture or void in progress wins. */
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

/** Requests the void at the provider. May be repeated: the attempt has one result. */
export async function submitVoid(gateway: Gateway, expiry: Transaction, attempt: FollowUpAttempt): Promise<void> {
  // The metadata is the payment's, and directs simulators; the merchant did not request this void.
  const request = { ...expiry, metadata: null }
  const answer = await submitFollowUp(gateway, request, { type: 'VOID', finalCapture: false }, attempt)
  await applyAnswer(gateway, expiry, attempt, answer, expiry.awaiting ?? 'provider-answer')
}

/** True if a provider can void the rest, as for a merchant's void; otherwise it expires there. */
export function canVoidRest(
  { providers }: Gateway,
  account: ProviderAccount,
  authorization: Transaction,
  { amount, paymentMethod }: Transaction,
): boolean {
  const means = accountCapabilities(providers, account, methodName(paymentMethod))
  return unsupportedFollowUp(means, authorization, 'VOID', amount) === undefined
}

import type { CardInstrument } from '#domain/instrument.ts'
import type { NextStep } from '#domain/next-step.ts'
import { type ClaimedStep, claimStep } from '#store/three-ds/authentication-steps.ts'
import type { Authentication, AuthenticationSecret } from '#store/three-ds/authentications.ts'
import type { PaymentDataBinding } from '#vault/vault.ts'
import { bindingOf } from '../attempt/authenticate.ts'
import type { OpenAttempt } from '../attempt/open-attempt.ts'
import type { Gateway } from '../gateway.ts'
import { endInterrupted } from '../outcome/abandon.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import { answerMarginSeconds } from '../provider-calls/call-provider.ts'
import { accountOf } from '../provider-calls/inquire.ts'
import { type Shop, shopOf } from './shop-of.ts'

/** An attempt that goes on after the shopper's step, with the key its next payment_data is sealed with. */
export interface ReopenedAttempt extends OpenAttempt {
  readonly instrument: CardInstrument
  readonly sealedKey: Uint8Array
  readonly shop: Shop
}

/**
 * Claims the step that is due: exactly one caller gets the attempt, with the card that was sealed for the step.
 * @returns the transaction's answer for everybody else, and where the secret is gone
 */
export async function claimAttempt(
  gateway: Gateway,
  authentication: Authentication,
  step: PaymentDataBinding['step'],
): Promise<{ readonly attempt: ReopenedAttempt } | { readonly answer: NextStep }> {
  const { merchantId, transactionId } = authentication
  const claimed = await claimStep(gateway.sql, authentication, step, answerMarginSeconds(gateway))
  if (!claimed) return { answer: await currentAnswer(gateway, merchantId, transactionId) }
  const { secret } = claimed
  if (!secret) return { answer: await endInterrupted(gateway, claimed.transaction) }
  return { attempt: await reopen(gateway, authentication, step, { ...claimed, secret }) }
}

async function reopen(
  gateway: Gateway,
  { merchantId, threeDsServerTransId, round, attemptId }: Authentication,
  step: PaymentDataBinding['step'],
  { secret, configVersion, ...found }: ClaimedStep & { readonly secret: AuthenticationSecret },
): Promise<ReopenedAttempt> {
  const { transaction } = found
  const { sealedKey, paymentData } = secret
  const binding = { ...bindingOf(transaction), threeDsServerTransId, step, round }
  const card = gateway.vault.openPaymentData(sealedKey, binding, paymentData)
  const { config } = await gateway.configs.notBefore(merchantId, transaction.terminalId, configVersion)
  const providerAccountId = transaction.processingResult.paymentProviderAccountId ?? ''
  // One that was deactivated meanwhile still ends what began with it.
  const active = config.providerAccounts.find((account) => account.providerAccountId === providerAccountId)
  const account = active ?? (await accountOf(gateway, { merchantId, providerAccountId }))
  const shop = shopOf(config)
  return {
    ...found,
    attemptId,
    round,
    account,
    instrument: { kind: 'card', card, cryptogram: null },
    merchantName: shop.name,
    shop,
    sealedKey,
  }
}

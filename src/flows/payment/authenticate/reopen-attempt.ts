import type { CardInstrument } from '#domain/instrument.ts'
import type { NextStep } from '#domain/next-step.ts'
import { findAgreement } from '#store/agreements/agreements.ts'
import { type ClaimedStep, claimStep, type StepDue } from '#store/three-ds/authentication-steps.ts'
import type { Authentication, AuthenticationSecret } from '#store/three-ds/authentications.ts'
import type { Gateway } from '../../gateway.ts'
import { answerMarginSeconds } from '../../provider-calls/call-provider.ts'
import type { ActiveAttempt } from '../attempt/active-attempt.ts'
import { bindingOf } from '../attempt/authenticate.ts'
import { type Shop, toShop } from '../attempt/shop.ts'
import { endInterrupted } from '../inquiry/abandon.ts'
import { accountOf } from '../inquiry/inquire.ts'
import { currentAnswer } from '../outcome/current-answer.ts'

/** Continued attempt after the shopper's step, with the sealing key of its next payment_data. */
export interface ReopenedAttempt extends ActiveAttempt {
  readonly instrument: CardInstrument
  readonly sealedKey: Uint8Array
  readonly shop: Shop
}

/** Step that this caller has claimed, or the result for other callers. */
export type Claim = ClaimedAttempt | { readonly answer: NextStep }

export interface ClaimedAttempt {
  readonly authentication: Authentication
  readonly attempt: ReopenedAttempt
}

/**
 * Claims the due step: exactly one caller gets the attempt, with the card sealed for the step.
 * @param otherwise result if the step is not due; without its secret, the payment ends
 */
export async function claimAttempt(gateway: Gateway, due: StepDue, otherwise: () => Promise<NextStep>): Promise<Claim> {
  const claimed = await claimStep(gateway.sql, due, answerMarginSeconds(gateway), gateway.clock.now())
  if (!claimed) return { answer: await otherwise() }
  const { secret, authentication } = claimed
  if (!secret) return { answer: await endInterrupted(gateway, claimed.transaction) }
  return { authentication, attempt: await reopen(gateway, due.step, { ...claimed, secret }) }
}

/** Claims an authentication on the gateway's pages, which need no payment_data. */
export function claimKnownAuthentication(
  gateway: Gateway,
  authentication: Authentication,
  step: StepDue['step'],
): Promise<Claim> {
  const { merchantId, threeDsServerTransId, transactionId } = authentication
  const due = { merchantId, threeDsServerTransId, step, digest: null }
  return claimAttempt(gateway, due, () => currentAnswer(gateway, merchantId, transactionId))
}

async function reopen(
  gateway: Gateway,
  step: StepDue['step'],
  { secret, configVersion, authentication, ...found }: ClaimedStep & { readonly secret: AuthenticationSecret },
): Promise<ReopenedAttempt> {
  const { merchantId, threeDsServerTransId, round, attemptId } = authentication
  const { transaction } = found
  const { sealedKey, paymentData } = secret
  const binding = { ...bindingOf(transaction), threeDsServerTransId, step, round }
  const card = gateway.vault.openPaymentData(sealedKey, binding, paymentData)
  const { config } = await gateway.configs.notBefore(merchantId, transaction.terminalId, configVersion)
  const providerAccountId = transaction.processingResult.paymentProviderAccountId ?? ''
  // A deactivated account still completes its attempts.
  const active = config.providerAccounts.find((account) => account.providerAccountId === providerAccountId)
  const account = active ?? (await accountOf(gateway, { merchantId, providerAccountId }))
  const shop = toShop(config)
  const { agreementId } = transaction
  const agreement = agreementId === null ? undefined : await findAgreement(gateway.sql, merchantId, agreementId)
  return {
    ...found,
    attemptId,
    round,
    account,
    instrument: { kind: 'card', card, cryptogram: null },
    agreement: agreement ?? null,
    merchantName: shop.name,
    shop,
    sealedKey,
  }
}

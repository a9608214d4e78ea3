import type { Card } from '#domain/card.ts'
import type { NextStep } from '#domain/next-step.ts'
import { authenticateRetry } from '#domain/retry.ts'
import { beginAuthentication } from '#store/three-ds/authentication-steps.ts'
import type { Versioning } from '#three-ds/server.ts'
import { currentAnswer } from '../current-answer.ts'
import type { Gateway } from '../gateway.ts'
import { actionDue } from '../three-ds/action-due.ts'
import { threeDsServerOf } from '../three-ds/server-of.ts'
import type { OpenAttempt } from './open-attempt.ts'

/**
 * Begins 3-D Secure where the card takes part.
 * @returns the fingerprint step for the shopper's browser, or undefined where the card is not enrolled
 */
export async function authenticate(gateway: Gateway, open: OpenAttempt, card: Card): Promise<NextStep | undefined> {
  const { transaction } = open
  const versioning = await threeDsServerOf(gateway).lookup(
    {
      transactionId: transaction.id,
      merchantId: transaction.merchantId,
      card,
      metadata: transaction.metadata ?? {},
    },
    AbortSignal.timeout(gateway.settings.providerTimeoutSeconds * 1000),
  )
  return versioning.enrolled ? askForFingerprint(gateway, open, card, versioning) : undefined
}

async function askForFingerprint(
  gateway: Gateway,
  open: OpenAttempt,
  card: Card,
  versioning: Extract<Versioning, { enrolled: true }>,
): Promise<NextStep> {
  const { attemptId, round } = open
  const transaction = { ...open.transaction, data: authenticateRetry(open.transaction.data) }
  const { threeDsServerTransId, threeDsMethodUrl, messageVersion } = versioning
  const sealedKey = gateway.vault.newPaymentDataKey()
  const binding = { ...bindingOf(transaction), threeDsServerTransId, step: 'FINGERPRINT', round } as const
  const paymentData = gateway.vault.sealPaymentData(sealedKey, binding, card)
  const started = {
    merchantId: transaction.merchantId,
    threeDsServerTransId,
    transactionId: transaction.id,
    attemptId,
    round,
    messageVersion,
    threeDsMethodUrl,
    fingerprintDigest: gateway.vault.digestOf(transaction.merchantId, paymentData),
  }
  const { challengeTtlSeconds } = gateway.settings
  const secret = { sealedKey, paymentData }
  const begun = await beginAuthentication(
    gateway.sql,
    { ...started, data: transaction.data },
    secret,
    challengeTtlSeconds,
    gateway.clock.now(),
  )
  if (!begun) return currentAnswer(gateway, transaction.merchantId, transaction.id)
  return actionDue(
    gateway,
    transaction,
    { ...started, step: 'FINGERPRINT', acsUrl: null, acsTransId: null },
    paymentData,
  )
}

/** What every payment_data of a transaction is bound to (docs/reference/three-ds.md#payment-data). */
export function bindingOf(transaction: OpenAttempt['transaction']) {
  return {
    transactionId: transaction.id,
    merchantId: transaction.merchantId,
    terminalId: transaction.terminalId,
    amount: transaction.amount,
    currency: transaction.currency,
  }
}

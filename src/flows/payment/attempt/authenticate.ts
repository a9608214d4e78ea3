import type { Card } from '#domain/card.ts'
import { needsAuthentication } from '#domain/instrument.ts'
import type { NextStep } from '#domain/next-step.ts'
import { authenticateRetry } from '#domain/retry.ts'
import { beginAuthentication } from '#store/three-ds/authentication-steps.ts'
import type { Versioning } from '#three-ds/server.ts'
import type { Gateway } from '../../gateway.ts'
import { actionDue } from '../actions/action-due.ts'
import { currentAnswer } from '../outcome/current-answer.ts'
import type { ActiveAttempt } from './active-attempt.ts'
import { type AuthenticationOutcome, applyUnauthenticated } from './apply-authentication.ts'
import { callThreeDsServer } from './call-server.ts'

/** Begins 3-D Secure if instrument and card support it. @returns the fingerprint step, or the attempt for the provider */
export async function authenticate(gateway: Gateway, open: ActiveAttempt): Promise<AuthenticationOutcome> {
  const { transaction, instrument } = open
  if (!needsAuthentication(instrument)) return { open }
  const { card } = instrument
  const enquiry = {
    transactionId: transaction.id,
    merchantId: transaction.merchantId,
    card,
    metadata: transaction.metadata ?? {},
  }
  const versioning = await callThreeDsServer(gateway, (server, signal) => server.lookup(enquiry, signal))
  if (versioning.enrolled === 'unknown') return applyUnauthenticated(gateway, open)
  return versioning.enrolled ? { step: await askForFingerprint(gateway, open, card, versioning) } : { open }
}

async function askForFingerprint(
  gateway: Gateway,
  open: ActiveAttempt,
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

/** Binding of every payment_data of a transaction (docs/reference/three-ds.md#payment-data). */
export function bindingOf(transaction: ActiveAttempt['transaction']) {
  return {
    transactionId: transaction.id,
    merchantId: transaction.merchantId,
    terminalId: transaction.terminalId,
    amount: transaction.amount,
    currency: transaction.currency,
  }
}

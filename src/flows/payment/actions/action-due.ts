import type { NextStep } from '#domain/next-step.ts'
import type { Transaction } from '#domain/transaction.ts'
import type { Authentication } from '#store/three-ds/authentications.ts'
import { encodeActionToken } from '#three-ds/action-token.ts'
import type { WindowSize } from '#three-ds/messages.ts'
import type { Gateway } from '../../gateway.ts'
import { methodNotificationUrl } from './notification-urls.ts'
import { challengeAddress } from './open-challenge.ts'

/** On the direct API the merchant's page decides the size of its frame (docs/reference/objects.md#decoded-token). */
const FULL_SCREEN: WindowSize = '05'

/** @param windowSize of the bank's page on our page */
export function actionDue(
  gateway: Gateway,
  transaction: Transaction,
  authentication: Pick<
    Authentication,
    'threeDsServerTransId' | 'step' | 'threeDsMethodUrl' | 'messageVersion' | 'acsUrl' | 'acsTransId'
  >,
  paymentData: string,
  windowSize = FULL_SCREEN,
): NextStep {
  const { threeDsServerTransId, messageVersion } = authentication
  const challenge = authentication.step === 'CHALLENGE'
  const bankUrl = challenge ? authentication.acsUrl : null
  const token = encodeActionToken({
    threeDsServerTransId,
    messageVersion,
    challengeWindowSize: windowSize,
    threeDsMethodUrl: challenge ? null : authentication.threeDsMethodUrl,
    threeDsMethodNotificationUrl: methodNotificationUrl(gateway, threeDsServerTransId),
    acsUrl: bankUrl && challengeAddress(gateway, threeDsServerTransId, bankUrl),
    acsTransId: challenge ? authentication.acsTransId : null,
  })
  const type = challenge ? 'THREE_DS_2_CHALLENGE' : 'THREE_DS_2_FINGERPRINT'
  return { kind: 'action', transaction, action: { sessionId: threeDsServerTransId, type, token, paymentData, bankUrl } }
}

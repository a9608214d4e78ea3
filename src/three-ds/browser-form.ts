import type { ActionToken } from './action-token.ts'
import { writeChallengeRequest, writeMethodData } from './messages.ts'

/** Form that the shopper's browser posts for a 3-D Secure step. */
export interface BrowserForm {
  readonly kind: 'FINGERPRINT' | 'CHALLENGE'
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** Form for the step of a token (docs/reference/three-ds.md#fingerprint); undefined without a method URL. */
export function browserFormOf(token: ActionToken): BrowserForm | undefined {
  const { threeDsServerTransId: threeDSServerTransID, acsUrl, acsTransId, threeDsMethodUrl } = token
  if (acsUrl !== null && acsTransId !== null) {
    const { messageVersion, challengeWindowSize } = token
    const request = { threeDSServerTransID, acsTransID: acsTransId, messageVersion, challengeWindowSize }
    return { kind: 'CHALLENGE', url: acsUrl, fields: { creq: writeChallengeRequest(request) } }
  }
  const notificationUrl = token.threeDsMethodNotificationUrl
  if (threeDsMethodUrl === null || notificationUrl === null) return undefined
  const threeDSMethodData = writeMethodData({ threeDSServerTransID, threeDSMethodNotificationURL: notificationUrl })
  return { kind: 'FINGERPRINT', url: threeDsMethodUrl, fields: { threeDSMethodData } }
}
